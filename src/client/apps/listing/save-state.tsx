import CheckIcon from '@mui/icons-material/Check';
import Box from '@mui/material/Box';
import type { Editing } from './use-autosave.ts';

type Standing = Pick<Editing<object>, 'phase'>;

const WORDS: Readonly<Record<Standing['phase'], string>> = {
  saved: 'Saved',
  edited: 'Not saved yet',
  saving: 'Saving…',
  failed: 'Not saved',
  conflict: 'Waits for your choice',
};

const WEIGHT = ['saved', 'saving', 'edited', 'failed', 'conflict'] as const;

/** Says quietly how the edits of a page stand: as the one that is furthest from being saved. */
export function SaveState({ editings }: { editings: readonly Standing[] }) {
  const phase = editings
    .map((editing) => editing.phase)
    .reduce((one, other) => (WEIGHT.indexOf(other) > WEIGHT.indexOf(one) ? other : one), 'saved');
  return (
    <Box
      component="output"
      aria-label="State of your changes"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        typography: 'body2',
        color: 'text.secondary',
        whiteSpace: 'nowrap',
      }}
    >
      {phase === 'saved' && <CheckIcon aria-hidden sx={{ fontSize: 18 }} />}
      {WORDS[phase]}
    </Box>
  );
}
