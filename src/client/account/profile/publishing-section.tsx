import Box from '@mui/material/Box';
import { useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { useSendsEmail } from '#client/backend/use-sends-email.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { PublishingStatus } from '#client/components/user/publishing-status.tsx';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { Section } from '#client/ui/section.tsx';
import type { CallInput } from '#shared/calls.ts';
import { t } from '#shared/languages/translate.ts';
import type { StoreSettings } from '#shared/settings/settings.ts';
import type { User } from '#shared/users/calls.ts';
import { PublisherDialog } from './publisher-dialog.tsx';
import { useSavedUser } from './use-saved-user.ts';

export interface PublishingSectionProps {
  readonly user: User;
  readonly policy: StoreSettings['publishing'];
}

const UNCONFIRMED = t`Confirm your email address first: follow the link in the email we sent you.`;
const UNCONFIRMED_WITHOUT_EMAIL = t`Ask an admin of the store to confirm your email first.`;

/** Shows the user's publishing status, with a button to request publishing. */
export function PublishingSection({ user, policy }: PublishingSectionProps) {
  const ask = useCallMutation('users.askToPublish');
  const keep = useSavedUser();
  const [isNaming, setNaming] = useState(false);
  const isNamed = user.developerName !== null;
  const sendsEmail = useSendsEmail();
  const { state } = user.publishing;
  const send = (publisher: CallInput<'users.askToPublish'>) =>
    ask.mutate(publisher, {
      onSuccess: (result) => {
        setNaming(false);
        keep(result.user);
      },
    });
  const mayAsk = policy !== 'closed' && (state === 'none' || state === 'declined');
  return (
    <Section title={t`Publishing`}>
      <PublishingStatus user={user} policy={policy} />
      {mayAsk && (
        <Box sx={{ mt: 2 }}>
          <ReasonedButton
            variant="outlined"
            pending={ask.isPending}
            reason={user.emailVerified ? null : sendsEmail ? UNCONFIRMED : UNCONFIRMED_WITHOUT_EMAIL}
            onClick={() => (isNamed ? send({}) : setNaming(true))}
          >
            {state === 'declined' ? t`Ask again` : t`Ask to publish`}
          </ReasonedButton>
        </Box>
      )}
      {ask.error !== null && isNamed && <CallErrorAlert error={ask.error} />}
      {isNaming && (
        <PublisherDialog
          pending={ask.isPending}
          error={ask.error}
          onSubmit={send}
          onClose={() => setNaming(false)}
        />
      )}
    </Section>
  );
}
