import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useCallQuery } from '#client/backend/use-call.ts';
import { useIdentityMutation } from '#client/backend/use-identity.ts';
import { useSendsEmail } from '#client/backend/use-sends-email.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { focusHandover } from '#client/components/feedback/focus-handover.ts';
import { PendingButton } from '#client/ui/pending-button.tsx';
import { t } from '#shared/languages/translate.ts';

/** Asks the user to confirm their address, with a button to send the email again; nothing once it is confirmed. */
export function ConfirmEmailBanner() {
  const user = useCallQuery('users.me', {}).data?.user;
  const sendsEmail = useSendsEmail();
  const send = useIdentityMutation('send-verification-email');
  if (user === undefined || user.emailVerified) return null;
  const { email } = user;
  if (!sendsEmail) {
    return (
      <Box component="section" aria-label={t`Confirm your email`} sx={{ mb: 2, overflowWrap: 'anywhere' }}>
        <Alert severity="warning">
          {t`Ask an admin of the store to confirm ${email}, because this store sends no email. Until then you can’t invite people, write messages, or add API tokens, passkeys or two-factor authentication.`}
        </Alert>
      </Box>
    );
  }
  return (
    <Box
      component="section"
      aria-label={t`Confirm your email`}
      sx={{ display: 'grid', gap: 1.5, mb: 2, overflowWrap: 'anywhere' }}
    >
      {send.isSuccess ? (
        <Alert severity="success">
          {t`We sent another email to ${email}. Open its link on any device; it works for one day.`}
        </Alert>
      ) : (
        <Alert severity="warning" slotProps={{ message: { sx: { flex: 1 } } }}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
            <Box sx={{ flex: '1 1 260px' }}>
              {t`Confirm ${email}: open the link in the email we sent you. Until then you can’t add API tokens, passkeys or two-factor authentication.`}
            </Box>
            <PendingButton
              ref={focusHandover}
              color="inherit"
              size="small"
              variant="outlined"
              pending={send.isPending}
              onClick={() => send.mutate({ email })}
            >
              {t`Send again`}
            </PendingButton>
          </Box>
        </Alert>
      )}
      {send.error !== null && <CallErrorAlert error={send.error} />}
    </Box>
  );
}
