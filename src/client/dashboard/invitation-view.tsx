import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { paths } from '#client/paths.ts';
import { useSessionUser } from '#client/store/store.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { Empty } from '#client/ui/empty.tsx';
import { FactList } from '#client/ui/fact-list.tsx';
import { Page } from '#client/ui/page.tsx';
import { Section } from '#client/ui/section.tsx';
import { FormSkeleton } from '#client/ui/skeletons.tsx';
import { Time } from '#client/ui/time.tsx';
import type { CallResult } from '#shared/calls.ts';
import { CallError } from '#shared/errors.ts';
import type { InvitationRole } from '#shared/members/member.ts';

const OFFERS: Record<InvitationRole, string> = {
  viewer: 'You would see its versions, reviews and figures.',
  maintainer: 'You would upload, submit and release its versions and edit its listing.',
  owner: 'You would do everything with it, including inviting others.',
  publisher: 'The app would carry your name, and you would decide who works on it.',
};

/** What the link of an invitation leads to: what is offered, by whom, and the choice. */
export function InvitationView({ token }: { token: string }) {
  const { data, error, refetch } = useCallQuery('members.getInvitation', { token });
  const isGone = error instanceof CallError && error.code === 'not-found';
  return (
    <Page title="Invitation" breadcrumbs={[{ label: 'Dashboard', href: paths.dashboard }]}>
      {data === undefined && error === null && <FormSkeleton />}
      {isGone && (
        <Empty
          title="This invitation does not work any more: it was accepted, declined, taken back, or is older than 14 days. Ask whoever sent it for a new one."
          action={
            <Button variant="contained" href={paths.apps}>
              Go to My Apps
            </Button>
          }
        />
      )}
      {error !== null && !isGone && <CallErrorAlert error={error} onRetry={() => void refetch()} />}
      {data !== undefined && <Offer token={token} {...data} />}
    </Page>
  );
}

type OfferProps = CallResult<'members.getInvitation'> & { readonly token: string };

function Offer({ token, invitation, whyNot }: OfferProps) {
  const { email } = useSessionUser();
  const navigate = useNavigate();
  const [isDeclining, setDeclining] = useState(false);
  const accept = useCallMutation('members.accept', {
    invalidates: ['apps.list', 'apps.get', 'members.list'],
  });
  const decline = useCallMutation('members.decline');
  const { appId, appName, role, invitedByName, expiresAt } = invitation;
  const isTransfer = role === 'publisher';
  const isOther = email.toLowerCase() !== invitation.email;
  const inviter = invitedByName ?? 'Somebody';
  return (
    <Section title={isTransfer ? `Take over ${appName}` : `Work on ${appName}`}>
      <Typography sx={{ mb: 2, maxWidth: 640, overflowWrap: 'anywhere' }}>
        {isTransfer
          ? `${inviter} wants to hand the app ${appName} over to you. `
          : `${inviter} invites you to work on the app ${appName} as ${role}. `}
        {OFFERS[role]}
      </Typography>
      <FactList
        facts={[
          { label: 'For', value: invitation.email },
          { label: 'The link ends', value: <Time iso={expiresAt} /> },
        ]}
      />
      {whyNot !== null && (
        <Alert severity="warning" sx={{ mt: 2, overflowWrap: 'anywhere' }}>
          {whyNot}
        </Alert>
      )}
      {accept.error !== null && (
        <Box sx={{ mt: 2 }}>
          <CallErrorAlert error={accept.error} />
        </Box>
      )}
      <Box sx={{ mt: 3, display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <ReasonedButton
          variant="contained"
          reason={whyNot}
          loading={accept.isPending}
          onClick={() => accept.mutate({ token }, { onSuccess: () => void navigate(paths.app(appId)) })}
        >
          {isTransfer ? 'Take the app over' : 'Accept'}
        </ReasonedButton>
        <ReasonedButton
          variant="outlined"
          reason={isOther ? 'Only who was invited can decline.' : null}
          onClick={() => setDeclining(true)}
        >
          Decline
        </ReasonedButton>
      </Box>
      {isDeclining && (
        <ConfirmDialog
          title={`Decline the invitation to ${appName}?`}
          confirmLabel="Decline"
          danger
          pending={decline.isPending}
          error={decline.error}
          onConfirm={() => decline.mutate({ token }, { onSuccess: () => void navigate(paths.dashboard) })}
          onClose={() => setDeclining(false)}
        >
          <span>The link stops working. {inviter} can invite you again.</span>
        </ConfirmDialog>
      )}
    </Section>
  );
}
