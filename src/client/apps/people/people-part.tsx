import PersonAddIcon from '@mui/icons-material/PersonAdd';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallQuery } from '#client/backend/use-call.ts';
import { useSessionUser } from '#client/store/store.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { Section } from '#client/ui/section.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import type { CallResult } from '#shared/calls.ts';
import { whyNotRole } from '#shared/members/member.ts';
import type { AppPartProps, LoadedApp } from '../loaded-app.ts';
import { InvitationRow } from './invitation-row.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberRow } from './member-row.tsx';
import { TransferDialog } from './transfer-dialog.tsx';

/** Who works on the app, who is invited to, and how it is handed over. */
export function PeoplePart({ loaded }: AppPartProps) {
  const input = { appId: loaded.app.id };
  const { data, error, refetch } = useCallQuery('members.list', input);
  if (error !== null) return <CallErrorAlert error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <ListSkeleton rows={3} />;
  return <People loaded={loaded} {...data} />;
}

type PeopleProps = CallResult<'members.list'> & { readonly loaded: LoadedApp };

function People({ loaded, members, invitations }: PeopleProps) {
  const { app, role } = loaded;
  const { uid } = useSessionUser();
  const [asking, setAsking] = useState<'invite' | 'transfer' | null>(null);
  const whyNotOwner = whyNotRole(role, 'owner');
  const isPublisher = members.some((member) => member.isPublisher && member.uid === uid);
  const close = () => setAsking(null);
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mb: 2 }}>
        <Typography variant="h2" sx={{ flex: 1 }}>
          People of this app
        </Typography>
        <ReasonedButton
          variant="outlined"
          startIcon={<PersonAddIcon />}
          reason={whyNotOwner}
          onClick={() => setAsking('invite')}
        >
          Invite somebody
        </ReasonedButton>
      </Box>
      <Paper
        component="ul"
        aria-label="People"
        sx={{
          m: 0,
          mb: 3,
          p: 0,
          listStyle: 'none',
          '& > li + li': { borderTop: 1, borderColor: 'divider' },
        }}
      >
        {members.map((member) => (
          <MemberRow key={member.uid} member={member} loaded={loaded} readerUid={uid} />
        ))}
      </Paper>
      {invitations.length > 0 && (
        <Box component="section" aria-label="Invitations" sx={{ mb: 3 }}>
          <Typography variant="h2" sx={{ mb: 2 }}>
            Invitations not accepted yet
          </Typography>
          <Paper
            component="ul"
            aria-label="Invitations"
            sx={{
              m: 0,
              p: 0,
              listStyle: 'none',
              '& > li + li': { borderTop: 1, borderColor: 'divider' },
            }}
          >
            {invitations.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} appId={app.id} />
            ))}
          </Paper>
        </Box>
      )}
      <Section title="Hand the app over">
        <Typography variant="body2" sx={{ mb: 2, color: 'text.secondary', maxWidth: 640 }}>
          Somebody else becomes the publisher of this app, with their name on it. Nothing changes before they
          accept; you stay an owner then, until they say otherwise.
        </Typography>
        <ReasonedButton
          variant="outlined"
          color="error"
          reason={
            whyNotOwner ?? (isPublisher ? null : 'Only the present publisher of this app may hand it over.')
          }
          onClick={() => setAsking('transfer')}
        >
          Hand the app over
        </ReasonedButton>
      </Section>
      {asking === 'invite' && <InviteDialog app={app} onClose={close} />}
      {asking === 'transfer' && <TransferDialog app={app} onClose={close} />}
    </>
  );
}
