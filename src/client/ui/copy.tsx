import CheckIcon from '@mui/icons-material/Check';
import ContentCopyIcon from '@mui/icons-material/ContentCopy';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useEffect, useState } from 'react';
import { visuallyHidden } from './visually-hidden.ts';

const SHOWN = 28;
const CONFIRM_MS = 2000;

/** An id with its middle left out when it is long: enough of both ends to recognise it. */
function shortened(value: string): string {
  return value.length <= SHOWN ? value : `${value.slice(0, 12)}…${value.slice(-8)}`;
}

export interface CopyIdProps {
  readonly value: string;
  /** What the value is, for the button's name: "Copy request id". */
  readonly label?: string;
}

/** An id or hash: monospace, shortened, whole on hover, with a button that copies all of it. */
export function CopyId({ value, label = 'id' }: CopyIdProps) {
  const [answer, setAnswer] = useState<string>();

  useEffect(() => {
    if (answer === undefined) return;
    const timer = setTimeout(() => setAnswer(undefined), CONFIRM_MS);
    return () => clearTimeout(timer);
  }, [answer]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setAnswer('Copied');
    } catch {
      // Browsers refuse the clipboard without a secure connection.
      setAnswer('The browser did not allow copying. Select the text instead.');
    }
  }

  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, maxWidth: '100%' }}>
      <Box
        component="code"
        title={value}
        sx={{ fontFamily: 'monospace', fontSize: '0.875em', overflowWrap: 'anywhere' }}
      >
        {shortened(value)}
      </Box>
      <Tooltip title={answer ?? `Copy ${label}`}>
        <IconButton size="small" aria-label={`Copy ${label}`} onClick={() => void copy()}>
          {answer === 'Copied' ? (
            <CheckIcon fontSize="inherit" color="success" />
          ) : (
            <ContentCopyIcon fontSize="inherit" />
          )}
        </IconButton>
      </Tooltip>
      <Box component="output" sx={visuallyHidden}>
        {answer}
      </Box>
    </Box>
  );
}
