import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useState } from 'react';
import { t } from '#shared/languages/translate.ts';

const CONFIRM_MS = 2_000;

export interface CodeBlockProps {
  readonly code: string;
  /** The title above the code: "Command". */
  readonly label: string;
}

/** Shows text to copy verbatim; long lines scroll inside the block. */
export function CodeBlock({ code, label }: CodeBlockProps) {
  const id = useId();
  const [feedback, setFeedback] = useState<string>();

  useEffect(() => {
    if (feedback === undefined) return;
    const timer = setTimeout(() => setFeedback(undefined), CONFIRM_MS);
    return () => clearTimeout(timer);
  }, [feedback]);

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
          aria-label={t`Copy: ${label}`}
          onClick={() =>
            // Browsers deny the clipboard without a secure connection.
            void navigator.clipboard.writeText(code).then(
              () => setFeedback(t`Copied`),
              () => setFeedback(t`Select to copy`),
            )
          }
        >
          {feedback ?? t`Copy`}
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
