import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import type { FormEvent, ReactNode } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useCallMutation } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { LeaveGuard } from '#client/components/leave-guard/leave-guard.tsx';
import { paths } from '#client/paths.ts';
import { rich } from '#client/ui/rich-text.tsx';
import { Section } from '#client/ui/section.tsx';
import { t } from '#shared/languages/translate.ts';
import { type StoreSettings, wholeSettingsSchema } from '#shared/settings/settings.ts';

export interface SettingsPartProps {
  readonly settings: StoreSettings;
}

/** The state and submit action of a settings form. */
interface SettingsFrame {
  readonly isDirty: boolean;
  readonly isSaved: boolean;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly save: (event: FormEvent) => Promise<void>;
}

/** Returns a form for one part of the store's settings; saving sends only these. */
export function useSettingsPart(
  settings: StoreSettings,
  names: readonly (keyof StoreSettings)[],
): UseFormReturn<StoreSettings> & { frame: SettingsFrame } {
  const update = useCallMutation('settings.update');
  const form = useForm({
    resolver: zodResolver(wholeSettingsSchema),
    values: settings,
    resetOptions: { keepDirtyValues: true },
  });
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

/** Shows the form of one settings part: its fields, the result of saving, and the button that saves. */
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
          {rich`Saved. Changes apply now. ${(
            <Link href={paths.auditOf({ event: 'settings.updated' })} color="inherit">
              {t`View past changes`}
            </Link>
          )}`}
        </Alert>
      )}
      <Button type="submit" variant="contained" loading={isPending} disabled={!isDirty}>
        {t`Save settings`}
      </Button>
      <LeaveGuard
        active={isDirty}
        title={t`Leave without saving?`}
        confirmLabel={t`Leave without saving`}
        danger
      >
        {t`Your changes will be lost.`}
      </LeaveGuard>
    </form>
  );
}
