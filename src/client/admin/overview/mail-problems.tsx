import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import { Time } from '#client/ui/time.tsx';
import type { CallResult } from '#shared/calls.ts';

/** Shows that emails can't be sent, with the mail server's error; nothing while they can. */
export function MailProblems({ mail }: { mail: CallResult<'admin.overview'>['mail'] }) {
  const { waiting, waitingSince, failed, lastError } = mail;
  if (waiting === 0 && failed === 0) return null;
  return (
    <Alert severity={waiting > 0 ? 'error' : 'warning'} sx={{ mb: 3 }}>
      <AlertTitle>
        {waiting > 0 ? `${emails(waiting)} can’t be sent yet` : 'Emails weren’t delivered'}
      </AlertTitle>
      {waitingSince !== null && (
        <>
          The oldest was queued <Time iso={waitingSince} />. They’re retried for up to a day. Check the mail
          server and SMTP_URL.{' '}
        </>
      )}
      {failed > 0 && `${emails(failed)} couldn’t be delivered in the last 7 days. `}
      {lastError !== null && (
        <Box sx={{ mt: 1 }}>
          Last error:
          <Box component="code" sx={{ display: 'block', overflowWrap: 'anywhere' }}>
            {lastError}
          </Box>
        </Box>
      )}
    </Alert>
  );
}

function emails(count: number): string {
  return count === 1 ? '1 email' : `${count.toLocaleString('en')} emails`;
}
