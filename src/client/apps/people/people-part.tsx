import PersonAddIcon from '@mui/icons-material/PersonAdd';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallQuery } from '#client/backend/use-call.ts';
import type { AppPartProps, LoadedApp } from '#client/components/app/loaded-app.ts';
import { unconfirmedReason } from '#client/components/credentials/unconfirmed-reason.ts';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { TransferDialog } from '#client/components/member/transfer-dialog.tsx';
import { useSessionUser } from '#client/store/store.ts';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { Rows } from '#client/ui/link-rows.tsx';
import { Section } from '#client/ui/section.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import type { CallResult } from '#shared/calls.ts';
import { holdDenialReason } from '#shared/holds/hold.ts';
import { t } from '#shared/languages/translate.ts';
import { roleDenialReason } from '#shared/members/member.ts';
import { InvitationRow } from './invitation-row.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberRow } from './member-row.tsx';

/** Lists the members and invitations of an app, and transfers it. */
export function PeoplePart({ loaded }: AppPartProps) {
  const input = { appId: loaded.app.id };
  const call = useCallQuery('members.list', input);
  const { data, error } = call;
  if (data === undefined || error !== null)
    return <CallStatus call={call} skeleton={<ListSkeleton rows={3} />} />;
  return <People loaded={loaded} {...data} />;
}

type PeopleProps = CallResult<'members.list'> & { readonly loaded: LoadedApp };

function People({ loaded, members, invitations }: PeopleProps) {
  const { app, role } = loaded;
  const { uid } = useSessionUser();
  const user = useCallQuery('users.me', {}).data?.user;
  const [asking, setAsking] = useState<'invite' | 'transfer' | null>(null);
  const ownerDenialReason = roleDenialReason(role, 'owner');
  const isPublisher = members.some((member) => member.isPublisher && member.uid === uid);
  const close = () => setAsking(null);
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mb: 2 }}>
        <Typography variant="h2" sx={{ flex: 1 }}>
          {t`People`}
        </Typography>
        <ReasonedButton
          variant="outlined"
          startIcon={<PersonAddIcon />}
          reason={ownerDenialReason ?? unconfirmedReason(user?.emailVerified ?? true)}
          onClick={() => setAsking('invite')}
        >
          {t`Invite someone`}
        </ReasonedButton>
      </Box>
      <Box sx={{ mb: 3 }}>
        <Rows label={t`People`}>
          {members.map((member) => (
            <MemberRow key={member.uid} member={member} loaded={loaded} ownUid={uid} />
          ))}
        </Rows>
      </Box>
      {invitations.length > 0 && (
        <Box component="section" aria-label={t`Invitations`} sx={{ mb: 3 }}>
          <Typography variant="h2" sx={{ mb: 2 }}>
            {t`Pending invitations`}
          </Typography>
          <Rows label={t`Invitations`}>
            {invitations.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} appId={app.id} />
            ))}
          </Rows>
        </Box>
      )}
      <Section title={t`Transfer the app`}>
        <Typography variant="body2" sx={{ mb: 2, color: 'text.secondary', maxWidth: 640 }}>
          {t`Make someone else the publisher of this app. Nothing changes until they accept; you stay an owner until they change that.`}
        </Typography>
        <ReasonedButton
          variant="outlined"
          color="error"
          reason={
            ownerDenialReason ??
            unconfirmedReason(user?.emailVerified ?? true) ??
            (isPublisher ? holdDenialReason(app.hold) : t`Only the publisher can transfer this app.`)
          }
          onClick={() => setAsking('transfer')}
        >
          {t`Transfer app`}
        </ReasonedButton>
      </Section>
      {asking === 'invite' && <InviteDialog app={app} onClose={close} />}
      {asking === 'transfer' && <TransferDialog app={app} onClose={close} />}
    </>
  );
}
