import CheckCircleIcon from '@mui/icons-material/CheckCircle';
import Box from '@mui/material/Box';
import { useIdentityMutation } from '#client/backend/use-identity.ts';
import { ConfirmEmailAlert } from '#client/components/credentials/confirm-email-alert.tsx';
import { DescriptionList } from '#client/ui/description-list.tsx';
import { Section } from '#client/ui/section.tsx';

export interface EmailSectionProps {
  readonly email: string;
  readonly isConfirmed: boolean;
}

/** Shows the user's sign-in address, and whether it is confirmed. */
export function EmailSection({ email, isConfirmed }: EmailSectionProps) {
  const send = useIdentityMutation('send-verification-email');
  return (
    <Section title="Email">
      {!isConfirmed && (
        <ConfirmEmailAlert
          email={email}
          isPending={send.isPending}
          isSent={send.isSuccess}
          error={send.error}
          onSend={() => send.mutate({ email })}
        />
      )}
      <DescriptionList
        items={[
          { label: 'Email', value: email },
          { label: 'Status', value: isConfirmed ? <Confirmed /> : 'Not confirmed' },
        ]}
      />
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
