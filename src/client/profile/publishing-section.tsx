import Button from '@mui/material/Button';
import { useCallMutation } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { PublishingStanding } from '#client/ui/publishing-standing.tsx';
import { Section } from '#client/ui/section.tsx';
import type { StoreSettings } from '#shared/settings/settings.ts';
import type { User } from '#shared/users/calls.ts';
import { useSavedUser } from './use-saved-user.ts';

export interface PublishingSectionProps {
  readonly user: User;
  readonly policy: StoreSettings['publishing'];
}

/** Where the person stands with publishing, and asking for it. */
export function PublishingSection({ user, policy }: PublishingSectionProps) {
  const ask = useCallMutation('users.askToPublish');
  const keep = useSavedUser();
  const { state } = user.publishing;
  const mayAsk = policy !== 'closed' && (state === 'none' || state === 'refused');
  return (
    <Section title="Publishing">
      <PublishingStanding publishing={user.publishing} policy={policy} />
      {mayAsk && (
        <Button
          variant="outlined"
          sx={{ mt: 2 }}
          loading={ask.isPending}
          onClick={() => ask.mutate({}, { onSuccess: (result) => keep(result.user) })}
        >
          {state === 'refused' ? 'Ask again' : 'Ask to publish'}
        </Button>
      )}
      {ask.error !== null && <CallErrorAlert error={ask.error} />}
    </Section>
  );
}
