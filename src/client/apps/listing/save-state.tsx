import CheckIcon from '@mui/icons-material/Check';
import Box from '@mui/material/Box';
import type { Editing } from './use-autosave.ts';

type Standing = Pick<Editing<object>, 'phase'>;

const WORDS: Readonly<Record<Standing['phase'], string>> = {
  saved: 'Saved',
  edited: 'Unsaved changes',
  saving: 'Saving…',
  failed: 'Couldn’t save',
  conflict: 'Needs your choice',
};

const WEIGHT = ['saved', 'saving', 'edited', 'failed', 'conflict'] as const;

/** Shows the save status at the bottom of the page: that of the form with the most left to save. */
export function SaveState({ editings }: { editings: readonly Standing[] }) {
  const phase = editings
    .map((editing) => editing.phase)
    .reduce((one, other) => (WEIGHT.indexOf(other) > WEIGHT.indexOf(one) ? other : one), 'saved');
  return (
    <Box
      component="output"
      aria-label="Save status"
      sx={{
        position: 'sticky',
        bottom: 16,
        zIndex: 2,
        display: 'flex',
        alignItems: 'center',
        gap: 0.5,
        width: 'fit-content',
        ml: 'auto',
        px: 1.5,
        py: 0.5,
        borderRadius: 4,
        boxShadow: 2,
        bgcolor: 'background.paper',
        typography: 'body2',
        color: 'text.secondary',
      }}
    >
      {phase === 'saved' && <CheckIcon aria-hidden sx={{ fontSize: 18 }} />}
      {WORDS[phase]}
    </Box>
  );
}
