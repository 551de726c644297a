import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';

export interface ConfirmEmailAlertProps {
  readonly email: string;
  readonly isPending: boolean;
  readonly isSent: boolean;
  /** The error of the last attempt to send the email; null without one. */
  readonly error: Error | null;
  readonly onSend: () => void;
}

/** Explains what needs a confirmed address, with a button to resend the confirmation email. */
export function ConfirmEmailAlert({ email, isPending, isSent, error, onSend }: ConfirmEmailAlertProps) {
  return (
    <Box sx={{ display: 'grid', gap: 1.5, mb: 2, overflowWrap: 'anywhere' }}>
      {isSent ? (
        <Alert severity="success">
          We sent another email to {email}. Open its link on any device; it works for one day.
        </Alert>
      ) : (
        <Alert severity="warning">
          Confirm {email} to add API tokens, passkeys and two-factor authentication. Open the link in the
          email we sent you.
          <Box sx={{ mt: 1 }}>
            <Button color="inherit" size="small" variant="outlined" loading={isPending} onClick={onSend}>
              Send again
            </Button>
          </Box>
        </Alert>
      )}
      {error !== null && <CallErrorAlert error={error} />}
    </Box>
  );
}

/** Returns the reason why no credential can be added before the address is confirmed; null when one can. */
export function unconfirmedReason(isConfirmed: boolean): string | null {
  return isConfirmed ? null : 'Confirm your email address first.';
}
