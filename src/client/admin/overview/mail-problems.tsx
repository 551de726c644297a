import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import { paths } from '#client/paths.ts';
import { rich } from '#client/ui/rich-text.tsx';
import { Time } from '#client/ui/time.tsx';
import type { CallResult } from '#shared/calls.ts';
import { plural, t } from '#shared/languages/translate.ts';
import { LinkAlert } from './link-alert.tsx';

/** Shows that emails can't be sent, with the mail server's error, or that there is none; nothing while they can. */
export function MailProblems({ mail }: { mail: CallResult<'admin.overview'>['mail'] }) {
  const { waiting, waitingSince, failed, lastError, isKept } = mail;
  if (isKept) return <KeptInFiles />;
  if (waiting === 0 && failed === 0) return null;
  return (
    <Alert severity={waiting > 0 ? 'error' : 'warning'} sx={{ mb: 3 }}>
      <AlertTitle>
        {waiting > 0 ? t`${emails(waiting)} can’t be sent yet` : t`Emails weren’t delivered`}
      </AlertTitle>
      {waitingSince !== null && (
        <>
          {rich`The oldest was queued ${<Time iso={waitingSince} />}. They’re retried for up to a day. Check the mail server and the email settings. `}
        </>
      )}
      {failed > 0 && t`${emails(failed)} couldn’t be delivered in the last 7 days. `}
      {lastError !== null && (
        <Box sx={{ mt: 1 }}>
          {rich`Last error:${(
            <Box component="code" sx={{ display: 'block', overflowWrap: 'anywhere' }}>
              {lastError}
            </Box>
          )}`}
        </Box>
      )}
    </Alert>
  );
}

function KeptInFiles() {
  return (
    <LinkAlert severity="info" label={t`Set up email`} href={paths.adminSettingsPart('email')}>
      {rich`${<AlertTitle>{t`This store sends no email`}</AlertTitle>}Under User Management you confirm addresses, and create links for invitations and new passwords.`}
    </LinkAlert>
  );
}

function emails(count: number): string {
  return plural(count, { one: '# email', other: '# emails' });
}
