import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { Time } from '#client/ui/time.tsx';
import type { AuditEntry } from '#shared/audit/calls.ts';
import { actorText } from '#shared/audit/sentence.ts';
import { t } from '#shared/languages/translate.ts';

/** The reasons why a change can't be undone. */
export const CHANGED_AGAIN = t`Changed again since then. Undo the later change first.`;
export const UNKNOWN_CHANGE = t`The audit log doesn’t say what was there before.`;

/** The labels of both sides of a change. */
export const SIDE_LABELS = { before: t`Before`, after: t`After` };

export interface HistoryItemProps {
  readonly entry: AuditEntry;
  /** The changed settings as a list in words; empty when they aren't known. */
  readonly title: string;
  readonly denialReason: string | null;
  readonly onUndo: () => void;
  /** The change itself, and the dialog that undoes it. */
  readonly children: ReactNode;
}

/** Shows a past change of the settings: what it changed, by whom, when, and the button that undoes it. */
export function HistoryItem({ entry, title, denialReason, onUndo, children }: HistoryItemProps) {
  const names = title === '' ? t`Settings` : title;
  return (
    <Box component="li" sx={ITEM}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: 1 }}>
        <Typography component="h3" sx={{ flex: '1 1 200px', fontWeight: 600 }}>
          {names}
        </Typography>
        <Typography variant="body2" component="span" sx={{ color: 'text.secondary' }}>
          {actorText(entry)} · <Time iso={entry.at} />
        </Typography>
        <ReasonedButton
          size="small"
          aria-label={t`Undo the change of ${names}`}
          reason={denialReason}
          onClick={onUndo}
        >
          {t`Undo`}
        </ReasonedButton>
      </Box>
      {children}
    </Box>
  );
}

const ITEM = {
  py: 2,
  display: 'grid',
  gap: 1.5,
  borderTop: 1,
  borderColor: 'divider',
  '&:first-of-type': { borderTop: 0 },
};
