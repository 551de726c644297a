import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import type { FormEvent, ReactNode } from 'react';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { PendingButton } from '#client/ui/pending-button.tsx';
import { t } from '#shared/languages/translate.ts';

interface ProfileFormProps {
  /** The call that saves. */
  readonly update: { readonly error: Error | null; readonly isSuccess: boolean; readonly isPending: boolean };
  readonly isDirty: boolean;
  readonly submitLabel: string;
  readonly onSubmit: (event: FormEvent) => Promise<void>;
  readonly children: ReactNode;
}

/** Shows the frame of the profile's forms: the fields, what became of them, and the button that saves. */
export function ProfileForm({ update, isDirty, submitLabel, onSubmit, children }: ProfileFormProps) {
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => void onSubmit(event)}
      sx={{ display: 'grid', gap: 2.5, maxWidth: 560 }}
    >
      {children}
      {update.error !== null && <CallErrorAlert error={update.error} />}
      {update.isSuccess && !isDirty && <Alert severity="success">{t`Saved.`}</Alert>}
      <Box>
        <PendingButton type="submit" variant="contained" pending={update.isPending} isInactive={!isDirty}>
          {submitLabel}
        </PendingButton>
      </Box>
    </Box>
  );
}
