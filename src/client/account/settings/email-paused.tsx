import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { useCallMutation } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { PendingButton } from '#client/ui/pending-button.tsx';
import { rich } from '#client/ui/rich-text.tsx';
import { Time } from '#client/ui/time.tsx';
import { t } from '#shared/languages/translate.ts';

export interface EmailPausedProps {
  readonly paused: { readonly since: string; readonly reason: string };
}

/** Explains why emails are paused, with a button to resume them. */
export function EmailPaused({ paused }: EmailPausedProps) {
  const resume = useCallMutation('notifications.resumeEmail');
  return (
    <>
      <Alert
        severity="warning"
        sx={{ mb: 3 }}
        action={
          <PendingButton
            color="inherit"
            size="small"
            pending={resume.isPending}
            onClick={() => resume.mutate({})}
          >
            {t`Resume emails`}
          </PendingButton>
        }
      >
        <AlertTitle>{t`Emails to you are paused`}</AlertTitle>
        {rich`Your mail server rejected one ${<Time iso={paused.since} />}: ${paused.reason}`}
      </Alert>
      {resume.error !== null && <CallErrorAlert error={resume.error} />}
    </>
  );
}
