import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { LEAVE, useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { paths } from '#client/paths.ts';
import { SCREENS } from '#client/screens.ts';
import { useSessionUser } from '#client/store/store.ts';
import { DescriptionList } from '#client/ui/description-list.tsx';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { Empty } from '#client/ui/empty.tsx';
import { Page } from '#client/ui/page.tsx';
import { Section } from '#client/ui/section.tsx';
import { FormSkeleton } from '#client/ui/skeletons.tsx';
import { Time } from '#client/ui/time.tsx';
import type { CallResult } from '#shared/calls.ts';
import { CallError } from '#shared/errors.ts';
import { writeSentence } from '#shared/languages/sentence.ts';
import { t } from '#shared/languages/translate.ts';
import type { InvitationRole } from '#shared/members/member.ts';

const OFFERS: Record<InvitationRole, string> = {
  viewer: t`You’ll be able to view its versions, reviews and statistics.`,
  maintainer: t`You’ll be able to upload, submit and release its versions and edit its listing.`,
  owner: t`You’ll be able to do everything with it, including inviting people.`,
  publisher: t`The app will carry your name, and you’ll decide who works on it.`,
};

const ROLE_NAMES: Record<InvitationRole, string> = {
  viewer: t`viewer`,
  maintainer: t`maintainer`,
  owner: t`owner`,
  publisher: t`publisher`,
};

/** Shows the invitation of a link, with buttons to accept or decline it. */
export function InvitationView({ token }: { token: string }) {
  const { data, error, refetch } = useCallQuery('members.getInvitation', { token });
  const isGone = error instanceof CallError && error.code === 'not-found';
  return (
    <Page title={t`Invitation`} breadcrumbs={[{ label: SCREENS.dashboard.title, href: paths.dashboard }]}>
      {data === undefined && error === null && <FormSkeleton />}
      {isGone && (
        <Empty
          picture="people"
          title={t`This invitation is no longer valid. It was accepted, declined or revoked, or is older than 14 days. Ask the sender for a new one.`}
          action={
            <Button variant="contained" href={paths.apps}>
              {t`Go to My Apps`}
            </Button>
          }
        />
      )}
      {error !== null && !isGone && <CallErrorAlert error={error} onRetry={refetch} />}
      {data !== undefined && <Offer token={token} {...data} />}
    </Page>
  );
}

type OfferProps = CallResult<'members.getInvitation'> & { readonly token: string };

function Offer({ token, invitation, denialReason, sentence }: OfferProps) {
  const reason = denialReason === null ? null : writeSentence(sentence, denialReason);
  const { email } = useSessionUser();
  const navigate = useNavigate();
  const [isDeclining, setDeclining] = useState(false);
  const { appId, appName, role, invitedByName, expiresAt } = invitation;
  const accept = useCallMutation('members.accept', { leave: async () => navigate(paths.app(appId), LEAVE) });
  const decline = useCallMutation('members.decline', { leave: async () => navigate(paths.dashboard, LEAVE) });
  const isTransfer = role === 'publisher';
  const isOther = email.toLowerCase() !== invitation.email;
  const inviter = invitedByName ?? t`Someone`;
  return (
    <Section title={isTransfer ? t`Become the publisher of ${appName}` : t`Work on ${appName}`}>
      <Typography sx={{ mb: 2, maxWidth: 640, overflowWrap: 'anywhere' }}>
        {isTransfer
          ? t`${inviter} wants to transfer the app ${appName} to you.`
          : t`${inviter} invited you to work on the app ${appName} as ${ROLE_NAMES[role]}.`}{' '}
        {OFFERS[role]}
      </Typography>
      <DescriptionList
        items={[
          { label: t`For`, value: invitation.email },
          { label: t`Link expires`, value: <Time iso={expiresAt} /> },
        ]}
      />
      {reason !== null && (
        <Alert severity="warning" sx={{ mt: 2, overflowWrap: 'anywhere' }}>
          {reason}
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
          reason={reason}
          pending={accept.isPending}
          onClick={() => accept.mutate({ token })}
        >
          {isTransfer ? t`Accept transfer` : t`Accept`}
        </ReasonedButton>
        <ReasonedButton
          variant="outlined"
          reason={isOther ? t`Only the invited person can decline.` : null}
          onClick={() => setDeclining(true)}
        >
          {t`Decline`}
        </ReasonedButton>
      </Box>
      {isDeclining && (
        <ConfirmDialog
          title={t`Decline the invitation to ${appName}?`}
          confirmLabel={t`Decline`}
          danger
          pending={decline.isPending}
          error={decline.error}
          onConfirm={() => decline.mutate({ token })}
          onClose={() => setDeclining(false)}
        >
          <span>{t`The link stops working. ${inviter} can invite you again.`}</span>
        </ConfirmDialog>
      )}
    </Section>
  );
}
