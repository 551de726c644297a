import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { isSame } from '#client/ui/is-same.ts';
import { localeName } from '#client/ui/locale-name.ts';
import { TextDiff } from '#client/ui/text-diff.tsx';
import type { AuditEntry } from '#shared/audit/calls.ts';
import type { CallResult } from '#shared/calls.ts';
import { t } from '#shared/languages/translate.ts';
import { LEGAL_KINDS, LEGAL_LABELS, type LegalKind } from '#shared/settings/legal.ts';
import type { LegalTexts } from '#shared/settings/legal-calls.ts';
import { CHANGED_AGAIN, HistoryItem, SIDE_LABELS, UNKNOWN_CHANGE } from './history-item.tsx';

/** The legal texts on both sides of a change. */
interface LegalSides {
  readonly before: LegalTexts;
  readonly after: LegalTexts;
}

const NAME = t`Legal texts`;

/** Shows a past change of the legal texts. */
export function LegalChange({ entry }: { entry: AuditEntry }) {
  const [isAsking, setAsking] = useState(false);
  const { data: current } = useCallQuery('settings.getLegalTexts', {});
  const sides = readSides(entry.details);
  return (
    <HistoryItem
      entry={entry}
      title={NAME}
      denialReason={undoDenialReason(sides, current)}
      onUndo={() => setAsking(true)}
    >
      {sides && <Differences {...sides} />}
      {sides && current && isAsking && (
        <UndoDialog sides={sides} revision={current.revision} onClose={() => setAsking(false)} />
      )}
    </HistoryItem>
  );
}

/** Returns null for an entry that was erased. */
function readSides({ before, after }: Record<string, unknown>): LegalSides | null {
  const isKnown = before !== undefined && after !== undefined;
  return isKnown ? ({ before, after } as LegalSides) : null;
}

function undoDenialReason(
  sides: LegalSides | null,
  current: CallResult<'settings.getLegalTexts'> | undefined,
): string | null {
  if (!sides) return UNKNOWN_CHANGE;
  if (current === undefined) return null;
  const { revision: _, ...texts } = current;
  return isSame(texts, sides.after) ? null : CHANGED_AGAIN;
}

function Differences({ before, after }: LegalSides) {
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {differencesOf({ before, after }).map(({ label, ...texts }) => (
        <Box key={label}>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {label}
          </Typography>
          <TextDiff {...texts} labels={SIDE_LABELS} />
        </Box>
      ))}
    </Box>
  );
}

function differencesOf({ before, after }: LegalSides) {
  const languages = new Set([...before.languages, ...after.languages].map(({ language }) => language));
  const version = { label: t`Terms version`, before: before.termsVersion, after: after.termsVersion };
  const texts = LEGAL_KINDS.flatMap((kind) =>
    [...languages].map((language) => ({
      label: t`${LEGAL_LABELS[kind]} in ${localeName(language)}`,
      before: textOf(before, kind, language),
      after: textOf(after, kind, language),
    })),
  );
  return [version, ...texts].filter((side) => side.before !== side.after);
}

function textOf({ languages }: LegalTexts, kind: LegalKind, language: string): string {
  return languages.find((texts) => texts.language === language)?.[kind] ?? '';
}

interface UndoDialogProps {
  readonly sides: LegalSides;
  readonly revision: number;
  readonly onClose: () => void;
}

function UndoDialog({ sides: { before, after }, revision, onClose }: UndoDialogProps) {
  const save = useCallMutation('settings.setLegalTexts');
  return (
    <ConfirmDialog
      title={t`Undo the change of ${NAME}?`}
      confirmLabel={t`Undo`}
      pending={save.isPending}
      error={save.error}
      onConfirm={() => save.mutate({ texts: before, before: revision }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Typography>{t`The earlier texts apply everywhere immediately. The history keeps both changes.`}</Typography>
      {/* A region that scrolls must be reachable by keyboard. */}
      <Box component="section" aria-label={NAME} tabIndex={0} sx={{ maxHeight: '40vh', overflowY: 'auto' }}>
        <Differences before={after} after={before} />
      </Box>
    </ConfirmDialog>
  );
}
