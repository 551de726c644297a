import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useState } from 'react';

const CONFIRM_MS = 2_000;

export interface CodeBlockProps {
  readonly code: string;
  /** What the code is, above it: "Command". */
  readonly label: string;
}

/** Lines to copy as they are; long ones scroll inside the block. */
export function CodeBlock({ code, label }: CodeBlockProps) {
  const id = useId();
  const [answer, setAnswer] = useState<'Copied' | 'Select to copy'>();

  useEffect(() => {
    if (answer === undefined) return;
    const timer = setTimeout(() => setAnswer(undefined), CONFIRM_MS);
    return () => clearTimeout(timer);
  }, [answer]);

  return (
    <Box sx={{ minWidth: 0, bgcolor: 'action.hover', borderRadius: 1 }}>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          pl: 1.5,
          pr: 0.5,
          pt: 0.5,
        }}
      >
        <Typography id={id} variant="caption" sx={{ color: 'text.secondary' }}>
          {label}
        </Typography>
        <Button
          size="small"
          aria-label={`Copy: ${label}`}
          onClick={() =>
            // Browsers refuse the clipboard without a secure connection.
            void navigator.clipboard.writeText(code).then(
              () => setAnswer('Copied'),
              () => setAnswer('Select to copy'),
            )
          }
        >
          {answer ?? 'Copy'}
        </Button>
      </Box>
      <Box
        component="pre"
        tabIndex={0}
        aria-labelledby={id}
        sx={{ m: 0, px: 1.5, pb: 1.5, overflowX: 'auto', fontSize: '0.8125rem', lineHeight: 1.6 }}
      >
        {code}
      </Box>
    </Box>
  );
}
