import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import { type FormEvent, type ReactNode, useEffect } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { NextStep } from '#client/admin/setup/next-step.tsx';
import { useCallMutation } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { paths } from '#client/paths.ts';
import { isGroup, isSame } from '#client/ui/is-same.ts';
import { LOW_WINDOW } from '#client/ui/low-window.ts';
import { PendingButton } from '#client/ui/pending-button.tsx';
import { rich } from '#client/ui/rich-text.tsx';
import { Section } from '#client/ui/section.tsx';
import { messageLanguage, t } from '#shared/languages/translate.ts';
import { SETTINGS, type StoreSettings, wholeSettingsSchema } from '#shared/settings/settings.ts';
import { UnsavedGuard } from './unsaved-guard.tsx';

export interface SettingsPartProps {
  readonly settings: StoreSettings;
}

/** The state and submit action of a settings form. */
interface SettingsFrame {
  readonly isDirty: boolean;
  readonly isSaved: boolean;
  readonly isPending: boolean;
  readonly error: Error | null;
  /** The labels of the settings that someone else changed since the first edit. */
  readonly changedByOthers: readonly string[];
  /** Drops the edits. */
  readonly discard: () => void;
  /** Keeps the edits, although someone else changed the same settings. */
  readonly keep: () => void;
  readonly save: (event: FormEvent) => Promise<void>;
}

/**
 * Returns a form for one part of the store's settings; saving sends only these. Nothing is saved over a change that
 * the admin has not seen.
 */
export function useSettingsPart(
  settings: StoreSettings,
  names: readonly (keyof StoreSettings)[],
): UseFormReturn<StoreSettings> & { frame: SettingsFrame } {
  const update = useCallMutation('settings.update');
  const form = useForm({ resolver: zodResolver(wholeSettingsSchema), defaultValues: settings });
  const { reset } = form;
  const { isDirty, defaultValues } = form.formState;
  // Changes by others don't reach a form that is being edited; it says that there are some.
  const seen = defaultValues as StoreSettings;
  useEffect(() => {
    if (!isDirty) reset(settings);
  }, [isDirty, settings, reset]);
  const part = (from: StoreSettings) => Object.fromEntries(names.map((name) => [name, from[name]]));
  const save = form.handleSubmit((next) =>
    update.mutate(
      { settings: part(next), before: part(seen) },
      { onSuccess: ({ settings: saved }) => form.reset(saved) },
    ),
  );
  const keep = () => {
    const edited = form.getValues();
    update.reset();
    reset(settings);
    for (const name of names.filter((each) => !isSame(edited[each], seen[each]))) {
      form.setValue(name, mergeEdits(edited[name], seen[name], settings[name]), { shouldDirty: true });
    }
  };
  return {
    ...form,
    frame: {
      isDirty,
      isSaved: update.isSuccess && !isDirty,
      isPending: update.isPending,
      error: update.error,
      changedByOthers:
        isDirty && !update.isPending
          ? names.filter((name) => !isSame(seen[name], settings[name])).map((name) => SETTINGS[name].label)
          : [],
      discard: () => {
        update.reset();
        reset(settings);
      },
      keep,
      save,
    },
  };
}

/** Returns the current value with the edits of an earlier one, those of a group of settings each by itself. */
function mergeEdits<Value>(edited: Value, seen: Value, current: Value): Value {
  if (isSame(edited, seen)) return current;
  if (!isGroup(edited) || !isGroup(seen) || !isGroup(current)) return edited;
  const keys = Object.keys(edited) as (keyof Value)[];
  return Object.fromEntries(
    keys.map((key) => [key, mergeEdits(edited[key], seen[key], current[key])]),
  ) as Value;
}

/** Says which settings someone else changed while the admin was editing, and asks which values to keep. */
function ConflictAlert({ frame: { changedByOthers, discard, keep } }: { frame: SettingsFrame }) {
  const names = new Intl.ListFormat(messageLanguage()).format(changedByOthers);
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      <AlertTitle>{t`Someone else changed these settings meanwhile: ${names}`}</AlertTitle>
      {t`Your own changes are still in the form and not saved.`}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
        <Button color="inherit" variant="outlined" size="small" onClick={discard}>
          {t`Discard mine`}
        </Button>
        <Button color="inherit" size="small" onClick={keep}>
          {t`Keep mine`}
        </Button>
      </Box>
    </Alert>
  );
}

/** What has the focus is scrolled above the bar that saves. */
const FIELDS = {
  display: 'grid',
  gap: 2.5,
  maxWidth: 640,
  '& :is(input, textarea, button, [role="combobox"])': { scrollMarginBottom: '112px' },
} as const;

/** Stays at the bottom of the window with the button that saves, and what came of it. */
const SAVE_BAR = {
  position: 'sticky',
  bottom: 0,
  zIndex: 2,
  maxHeight: '60vh',
  overflowY: 'auto',
  px: 2,
  py: 1.5,
  border: 1,
  borderColor: 'divider',
  [LOW_WINDOW]: { position: 'static', maxHeight: 'none' },
} as const;

interface SettingsPartFormProps {
  readonly title: string;
  readonly frame: SettingsFrame;
  readonly children: ReactNode;
}

/** Shows the form of one settings part: its fields, the result of saving, and the button that saves. */
export function SettingsPartForm({ title, frame, children }: SettingsPartFormProps) {
  const { isDirty, isSaved, isPending, error, changedByOthers, save } = frame;
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <Section title={title}>
        <Box sx={FIELDS}>{children}</Box>
      </Section>
      <Paper elevation={6} sx={SAVE_BAR}>
        {changedByOthers.length > 0 && <ConflictAlert frame={frame} />}
        {error !== null && changedByOthers.length === 0 && (
          <Box sx={{ mb: 2 }}>
            <CallErrorAlert error={error} />
          </Box>
        )}
        {isSaved && (
          <Alert severity="success" sx={{ mb: 2 }}>
            {rich`Saved. Changes apply now. ${(
              <Link href={paths.adminSettingsPart('history')} color="inherit">
                {t`View past changes`}
              </Link>
            )}`}{' '}
            <NextStep />
          </Alert>
        )}
        <PendingButton type="submit" variant="contained" pending={isPending} isInactive={!isDirty}>
          {t`Save settings`}
        </PendingButton>
      </Paper>
      <UnsavedGuard active={isDirty} />
    </form>
  );
}
