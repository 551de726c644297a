import SavedIcon from '@mui/icons-material/CheckCircleOutlined';
import FailedIcon from '@mui/icons-material/ErrorOutlined';
import SavingIcon from '@mui/icons-material/Sync';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ElementType } from 'react';
import { t } from '#shared/languages/translate.ts';
import type { Editing } from './use-autosave.ts';

type Saved = Pick<Editing<object>, 'phase' | 'hasSaved' | 'flush'>;

interface StateStyle {
  readonly label: string;
  readonly icon: ElementType | null;
  readonly color: string;
}

const STYLES: Readonly<Record<Saved['phase'], StateStyle>> = {
  saved: { label: t`Saved`, icon: SavedIcon, color: 'success.main' },
  saving: { label: t`Saving…`, icon: SavingIcon, color: 'text.secondary' },
  edited: { label: t`Unsaved changes`, icon: null, color: 'text.secondary' },
  failed: { label: t`Not saved`, icon: FailedIcon, color: 'error.main' },
  conflict: { label: t`Needs your choice`, icon: FailedIcon, color: 'warning.main' },
};

/** From the least to the most urgent. */
const URGENCY = ['saved', 'saving', 'edited', 'failed', 'conflict'] as const;

interface SaveStateProps {
  /** The name for screen readers; several of them share a page when languages are edited side by side. */
  readonly label?: string;
  readonly editings: readonly Saved[];
}

/** Shows the save status of the form with the most left to save: nothing before the first edit. */
export function SaveState({ label = t`Save status`, editings }: SaveStateProps) {
  const phase = URGENCY.findLast((one) => editings.some((editing) => editing.phase === one)) ?? 'saved';
  const isShown = phase !== 'saved' || editings.some(({ hasSaved }) => hasSaved);
  const { label: words, icon: Icon, color } = STYLES[phase];
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, minHeight: 32, flexShrink: 0 }}>
      <Box
        component="output"
        aria-label={label}
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 0.75,
          typography: 'body2',
          color: phase === 'failed' ? 'error.main' : 'text.secondary',
          whiteSpace: 'nowrap',
        }}
      >
        {isShown && Icon !== null && <Icon aria-hidden sx={{ fontSize: 18, color }} />}
        {isShown && words}
      </Box>
      {phase === 'failed' && (
        <Button
          size="small"
          onClick={() => void Promise.all(editings.map(({ flush }) => flush()))}
          sx={{ minWidth: 0 }}
        >
          {t`Retry`}
        </Button>
      )}
    </Box>
  );
}
