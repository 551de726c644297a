import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import type { FormEvent, ReactNode } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useCallMutation } from '#client/backend/use-call.ts';
import { paths } from '#client/paths.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { Section } from '#client/ui/section.tsx';
import { type StoreSettings, wholeSettingsSchema } from '#shared/settings/settings.ts';
import { UnsavedGuard } from './unsaved-guard.tsx';

export interface SettingsPartProps {
  readonly settings: StoreSettings;
}

/** What the form's frame shows: how far saving is, and how to save. */
interface SettingsFrame {
  readonly isDirty: boolean;
  readonly isSaved: boolean;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly save: (event: FormEvent) => Promise<void>;
}

/** A form over some of the store's settings; saving sends these alone, so that other parts stay as they are. */
export function useSettingsPart(
  settings: StoreSettings,
  names: readonly (keyof StoreSettings)[],
): UseFormReturn<StoreSettings> & { frame: SettingsFrame } {
  const update = useCallMutation('settings.update', { invalidates: ['settings.get', 'audit.list'] });
  const form = useForm({ resolver: zodResolver(wholeSettingsSchema), defaultValues: settings });
  const { isDirty } = form.formState;
  const save = form.handleSubmit((next) =>
    update.mutate(
      { settings: Object.fromEntries(names.map((name) => [name, next[name]])) },
      { onSuccess: ({ settings: saved }) => form.reset(saved) },
    ),
  );
  return {
    ...form,
    frame: {
      isDirty,
      isSaved: update.isSuccess && !isDirty,
      isPending: update.isPending,
      error: update.error,
      save,
    },
  };
}

interface SettingsPartFormProps {
  readonly title: string;
  readonly frame: SettingsFrame;
  readonly children: ReactNode;
}

/** The frame of every part of the settings: its fields, what became of them, and the button that saves. */
export function SettingsPartForm({ title, frame, children }: SettingsPartFormProps) {
  const { isDirty, isSaved, isPending, error, save } = frame;
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <Section title={title}>
        <Box sx={{ display: 'grid', gap: 2.5, maxWidth: 640 }}>{children}</Box>
      </Section>
      {error !== null && (
        <Box sx={{ mb: 2 }}>
          <CallErrorAlert error={error} />
        </Box>
      )}
      {isSaved && (
        <Alert severity="success" sx={{ mb: 2 }}>
          Saved. The settings hold from now on.{' '}
          <Link href={paths.auditOf({ event: 'settings.updated' })} color="inherit">
            See earlier changes
          </Link>
        </Alert>
      )}
      <Button type="submit" variant="contained" loading={isPending} disabled={!isDirty}>
        Save settings
      </Button>
      <UnsavedGuard isUnsaved={isDirty} />
    </form>
  );
}
