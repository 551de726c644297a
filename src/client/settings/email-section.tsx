import CheckCircleIcon from '@mui/icons-material/CheckCircle';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useIdentityMutation } from '#client/backend/use-identity.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { FactList } from '#client/ui/fact-list.tsx';
import { Section } from '#client/ui/section.tsx';

export interface EmailSectionProps {
  readonly email: string;
  readonly isVerified: boolean;
}

/** The address that the person signs in with, and whether it is confirmed. */
export function EmailSection({ email, isVerified }: EmailSectionProps) {
  const send = useIdentityMutation('send-verification-email');
  return (
    <Section title="Email">
      <FactList
        facts={[
          { label: 'Address', value: email },
          { label: 'State', value: isVerified ? <Confirmed /> : 'Not confirmed' },
        ]}
      />
      {!isVerified && (
        <Box sx={{ mt: 2, display: 'grid', gap: 1.5, justifyItems: 'start' }}>
          {send.isSuccess ? (
            <Alert severity="success">
              The mail is on its way. Open its link on any device; it works for one day.
            </Alert>
          ) : (
            <Button variant="outlined" loading={send.isPending} onClick={() => send.mutate({ email })}>
              Send the confirmation mail again
            </Button>
          )}
          {send.error !== null && <CallErrorAlert error={send.error} />}
        </Box>
      )}
    </Section>
  );
}

function Confirmed() {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5 }}>
      <CheckCircleIcon color="success" fontSize="small" aria-hidden /> Confirmed
    </Box>
  );
}
