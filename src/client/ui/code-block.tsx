import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';

const CONFIRM_MS = 2_000;

export interface CodeBlockProps {
  readonly code: string;
  /** What the code is, for screen readers and the copy button: "Command for apps.get". */
  readonly label: string;
}

/** Lines to copy as they are; long ones scroll inside the block. */
export function CodeBlock({ code, label }: CodeBlockProps) {
  const [answer, setAnswer] = useState<'Copied' | 'Select to copy'>();

  useEffect(() => {
    if (answer === undefined) return;
    const timer = setTimeout(() => setAnswer(undefined), CONFIRM_MS);
    return () => clearTimeout(timer);
  }, [answer]);

  return (
    <Box sx={{ position: 'relative', minWidth: 0, bgcolor: 'action.hover', borderRadius: 1 }}>
      <Box
        component="pre"
        tabIndex={0}
        aria-label={label}
        sx={{ m: 0, p: 1.5, pr: 9, overflowX: 'auto', fontSize: '0.8125rem', lineHeight: 1.6 }}
      >
        {code}
      </Box>
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
        sx={{ position: 'absolute', top: 4, right: 4, bgcolor: 'background.paper' }}
      >
        {answer ?? 'Copy'}
      </Button>
    </Box>
  );
}
