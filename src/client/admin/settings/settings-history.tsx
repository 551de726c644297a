import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ComponentType, useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { useCallPages } from '#client/backend/use-call-pages.ts';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { Empty } from '#client/ui/empty.tsx';
import { isSame } from '#client/ui/is-same.ts';
import { LoadMore } from '#client/ui/load-more.tsx';
import { NewRows } from '#client/ui/new-rows.tsx';
import { Section } from '#client/ui/section.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import { TextDiff } from '#client/ui/text-diff.tsx';
import type { AuditEntry } from '#shared/audit/calls.ts';
import type { EventName } from '#shared/events.ts';
import { messageLanguage, t } from '#shared/languages/translate.ts';
import { SETTINGS, type StoreSettings } from '#shared/settings/settings.ts';
import { CHANGED_AGAIN, HistoryItem, SIDE_LABELS, UNKNOWN_CHANGE } from './history-item.tsx';
import { LegalChange } from './legal-change.tsx';
import { LogoChange } from './logo-change.tsx';
import {
  differencesOf,
  readChange,
  type SettingDifference,
  type SettingsChange,
} from './settings-changes.ts';
import type { SettingsPartProps } from './settings-part.tsx';

/** The events of the history, and what shows a change that isn't one of settings. */
const CHANGES: Partial<Record<EventName, ComponentType<{ entry: AuditEntry }>>> = {
  'settings.logo-changed': LogoChange,
  'settings.legal-texts-changed': LegalChange,
};
const EVENTS = ['settings.updated', ...Object.keys(CHANGES)] as EventName[];

/** Shows the past changes of the settings, newest first, each with a button that undoes it. */
export function HistoryPart({ settings }: SettingsPartProps) {
  const list = useCallPages('audit.list', { events: EVENTS, limit: 20 });
  const entries = list.data?.pages.flatMap((page) => page.entries);
  return (
    <Section title={t`History`}>
      <CallStatus call={list} skeleton={<ListSkeleton />} />
      <NewRows keys={entries?.map(({ id }) => id) ?? []} />
      {entries?.length === 0 && <Empty picture="search" title={t`No one has changed the settings yet.`} />}
      {entries !== undefined && entries.length > 0 && (
        <Box component="ul" aria-label={t`Changes of the settings`} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {entries.map((entry) => {
            const Other = CHANGES[entry.event as EventName];
            if (Other) return <Other key={entry.id} entry={entry} />;
            return <Change key={entry.id} entry={entry} settings={settings} />;
          })}
        </Box>
      )}
      <LoadMore pages={list} />
    </Section>
  );
}

interface ChangeProps {
  readonly entry: AuditEntry;
  readonly settings: StoreSettings;
}

function Change({ entry, settings }: ChangeProps) {
  const [isAsking, setAsking] = useState(false);
  const change = readChange(entry.details);
  const names = new Intl.ListFormat(messageLanguage()).format(
    change.names.map((name) => SETTINGS[name].label),
  );
  return (
    <HistoryItem
      entry={entry}
      title={names}
      denialReason={undoDenialReason(change, settings)}
      onUndo={() => setAsking(true)}
    >
      <Differences differences={differencesOf(change)} />
      {isAsking && (
        <UndoDialog change={change} names={names} settings={settings} onClose={() => setAsking(false)} />
      )}
    </HistoryItem>
  );
}

function undoDenialReason({ names, after }: SettingsChange, settings: StoreSettings): string | null {
  if (names.length === 0) return UNKNOWN_CHANGE;
  return names.every((name) => isSame(after[name], settings[name])) ? null : CHANGED_AGAIN;
}

function Differences({ differences }: { differences: readonly SettingDifference[] }) {
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {differences.map(({ label, before, after }) => (
        <Box key={label}>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {label}
          </Typography>
          <TextDiff before={before} after={after} labels={SIDE_LABELS} />
        </Box>
      ))}
    </Box>
  );
}

interface UndoDialogProps {
  readonly change: SettingsChange;
  /** The changed settings as a list in words. */
  readonly names: string;
  readonly settings: StoreSettings;
  readonly onClose: () => void;
}

function UndoDialog({ change, names, settings, onClose }: UndoDialogProps) {
  const update = useCallMutation('settings.update');
  const only = (from: Partial<StoreSettings>) =>
    Object.fromEntries(change.names.map((name) => [name, from[name]]));
  const undone = { names: change.names, before: change.after, after: change.before };
  return (
    <ConfirmDialog
      title={t`Undo the change of ${names}?`}
      confirmLabel={t`Undo`}
      pending={update.isPending}
      error={update.error}
      onConfirm={() =>
        update.mutate({ settings: only(change.before), before: only(settings) }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <Typography>{t`These values apply to everyone immediately. The history keeps both changes.`}</Typography>
      <Differences differences={differencesOf(undone)} />
    </ConfirmDialog>
  );
}
