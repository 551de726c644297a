import CheckIcon from '@mui/icons-material/Check';
import ContentCopyIcon from '@mui/icons-material/ContentCopy';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { labelInSentence, t } from '#shared/languages/translate.ts';
import { tooltip } from './tooltip.ts';
import { visuallyHidden } from './visually-hidden.ts';

const SHOWN = 28;
const CONFIRM_MS = 2000;
const COPIED = t`Copied`;

/** Returns a shortened id: the start and end are enough to recognise it. */
function shortenId(value: string): string {
  return value.length <= SHOWN ? value : `${value.slice(0, 12)}…${value.slice(-8)}`;
}

export interface CopyIdProps {
  readonly value: string;
  /** The value's name in the button's label: "Copy request ID". */
  readonly label?: string;
}

/** Copies a text, and holds what to say about it for a moment. */
interface Copying {
  /** Says for a moment what happened. */
  readonly feedback: string | undefined;
  readonly isCopied: boolean;
  readonly copy: () => Promise<void>;
}

function useCopy(value: string): Copying {
  const [feedback, setFeedback] = useState<string>();

  useEffect(() => {
    if (feedback === undefined) return;
    const timer = setTimeout(() => setFeedback(undefined), CONFIRM_MS);
    return () => clearTimeout(timer);
  }, [feedback]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setFeedback(COPIED);
    } catch {
      // Browsers deny the clipboard without a secure connection.
      setFeedback(t`The browser blocked copying. Select the text instead.`);
    }
  }
  return { feedback, isCopied: feedback === COPIED, copy };
}

function CopyButton({ value, label }: { value: string; label: string }) {
  const { feedback, isCopied, copy } = useCopy(value);
  const name = t`Copy ${label}`;
  return (
    <>
      <IconButton
        size="small"
        aria-label={name}
        {...tooltip(feedback ?? name, { isDescription: false })}
        onClick={() => void copy()}
      >
        {isCopied ? <CheckIcon fontSize="inherit" color="success" /> : <ContentCopyIcon fontSize="inherit" />}
      </IconButton>
      <Box component="output" sx={visuallyHidden}>
        {feedback}
      </Box>
    </>
  );
}

/** Shows an id or hash in short, in full on hover, with a button that copies it. */
export function CopyId({ value, label = 'id' }: CopyIdProps) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, maxWidth: '100%' }}>
      <Box
        component="code"
        title={value}
        sx={{ fontFamily: 'monospace', fontSize: '0.875em', overflowWrap: 'anywhere' }}
      >
        {shortenId(value)}
      </Box>
      <CopyButton value={value} label={label} />
    </Box>
  );
}

export interface CopyTextProps {
  readonly label: string;
  /** The text to copy. */
  readonly value: string;
  /** The text to read, if it is another one. */
  readonly shown?: string;
}

/** Shows a whole text below its name, with a button that copies it. */
export function CopyText({ label, value, shown = value }: CopyTextProps) {
  return (
    <Box sx={{ mb: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        <Typography variant="body2" component="h3" sx={{ fontWeight: 500 }}>
          {label}
        </Typography>
        <CopyButton value={value} label={labelInSentence(label)} />
      </Box>
      <Box
        component="code"
        sx={{
          display: 'block',
          px: 1.5,
          py: 1,
          borderRadius: 1,
          bgcolor: 'background.default',
          fontSize: '0.8125rem',
          overflowWrap: 'anywhere',
          userSelect: 'all',
        }}
      >
        {shown}
      </Box>
    </Box>
  );
}
