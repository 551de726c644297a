import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import type { AuditEntry } from '#shared/audit/calls.ts';
import { t } from '#shared/languages/translate.ts';
import { CHANGED_AGAIN, HistoryItem, SIDE_LABELS, UNKNOWN_CHANGE } from './history-item.tsx';

/** The logos on both sides of a change, as paths; null for none. */
interface Logos {
  readonly before: string | null;
  readonly after: string | null;
}

const NAME = t`Logo`;

/** Shows a past change of the logo with both pictures. */
export function LogoChange({ entry }: { entry: AuditEntry }) {
  const [isAsking, setAsking] = useState(false);
  const { data: store } = useCallQuery('settings.get', {});
  const logos = readLogos(entry.details);
  return (
    <HistoryItem
      entry={entry}
      title={NAME}
      denialReason={undoDenialReason(logos, store?.logo)}
      onUndo={() => setAsking(true)}
    >
      {logos && <LogoPair {...logos} />}
      {logos && isAsking && <UndoDialog logos={logos} onClose={() => setAsking(false)} />}
    </HistoryItem>
  );
}

/** Returns null for an entry without logos: one that was erased, or one of an earlier release. */
function readLogos({ before, after }: Record<string, unknown>): Logos | null {
  const isKnown = before !== undefined && after !== undefined;
  return isKnown ? ({ before, after } as Logos) : null;
}

function undoDenialReason(logos: Logos | null, current: string | null | undefined): string | null {
  if (!logos) return UNKNOWN_CHANGE;
  return current === undefined || current === logos.after ? null : CHANGED_AGAIN;
}

const ALT_TEXTS = { before: t`Logo before the change`, after: t`Logo after the change` };

function LogoPair(logos: Logos) {
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
      {(['before', 'after'] as const).map((side) => (
        <Box key={side}>
          <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{SIDE_LABELS[side]}</Box>
          <Logo path={logos[side]} alt={ALT_TEXTS[side]} />
        </Box>
      ))}
    </Box>
  );
}

function Logo({ path, alt }: { path: string | null; alt: string }) {
  const { storage } = useBackend();
  if (path === null) return <Typography variant="body2">{t`None`}</Typography>;
  return (
    <Box
      component="img"
      src={storage.urlOf(path)}
      alt={alt}
      width={56}
      height={56}
      loading="lazy"
      sx={{ borderRadius: '22%' }}
    />
  );
}

interface UndoDialogProps {
  readonly logos: Logos;
  readonly onClose: () => void;
}

function UndoDialog({ logos: { before, after }, onClose }: UndoDialogProps) {
  const restore = useCallMutation('settings.restoreLogo');
  return (
    <ConfirmDialog
      title={t`Undo the change of ${NAME}?`}
      confirmLabel={t`Undo`}
      pending={restore.isPending}
      error={restore.error}
      onConfirm={() => restore.mutate({ logo: before, before: after }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Typography>{t`The earlier logo applies everywhere immediately. The history keeps both changes.`}</Typography>
      <LogoPair before={after} after={before} />
    </ConfirmDialog>
  );
}
