import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { Time } from '#client/ui/time.tsx';
import type { Member } from '#shared/members/calls.ts';
import { whyNotRole } from '#shared/members/member.ts';
import type { LoadedApp } from '../loaded-app.ts';
import { MemberRoleDialog } from './member-role-dialog.tsx';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';
import { ROLE_WORDS } from './role-words.ts';

interface MemberRowProps {
  readonly member: Member;
  readonly loaded: LoadedApp;
  /** Who reads the page. */
  readonly readerUid: string;
}

const STAYS = 'The publisher is an owner always. Hand the app over first.';

/** One person of an app, with their role; owners change it, everybody but the publisher may leave. */
export function MemberRow({ member, loaded: { app, role }, readerUid }: MemberRowProps) {
  const [asking, setAsking] = useState<'role' | 'remove' | null>(null);
  const isReader = member.uid === readerUid;
  const name = member.name ?? member.email;
  const whyNotOwner = whyNotRole(role, 'owner');
  const whyFixed = member.isPublisher ? STAYS : null;
  const close = () => setAsking(null);
  return (
    <Box
      component="li"
      aria-label={name}
      sx={{ px: 2, py: 1.5, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}
    >
      <Avatar aria-hidden sx={{ width: 40, height: 40 }}>
        {name.charAt(0).toUpperCase()}
      </Avatar>
      <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {name}
          {isReader && ' (you)'}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {member.email} · since <Time iso={member.since} />
        </Typography>
      </Box>
      <Chip size="small" label={member.isPublisher ? 'Publisher and owner' : ROLE_WORDS[member.role]} />
      <Box sx={{ display: 'flex', gap: 1 }}>
        <ReasonedButton size="small" reason={whyNotOwner ?? whyFixed} onClick={() => setAsking('role')}>
          Change role
        </ReasonedButton>
        <ReasonedButton
          size="small"
          color="error"
          reason={whyFixed ?? (isReader ? null : whyNotOwner)}
          onClick={() => setAsking('remove')}
        >
          {isReader ? 'Leave' : 'Remove'}
        </ReasonedButton>
      </Box>
      {asking === 'role' && <MemberRoleDialog member={member} appId={app.id} onClose={close} />}
      {asking === 'remove' && (
        <RemoveMemberDialog member={member} app={app} isReader={isReader} onClose={close} />
      )}
    </Box>
  );
}
