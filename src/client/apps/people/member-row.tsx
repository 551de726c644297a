import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { LoadedApp } from '#client/components/app/loaded-app.ts';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { rich } from '#client/ui/rich-text.tsx';
import { Time } from '#client/ui/time.tsx';
import { t } from '#shared/languages/translate.ts';
import type { Member } from '#shared/members/calls.ts';
import { roleDenialReason } from '#shared/members/member.ts';
import { MemberRoleDialog } from './member-role-dialog.tsx';
import { MEMBER_ROLE_LABELS } from './member-role-labels.ts';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';

interface MemberRowProps {
  readonly member: Member;
  readonly loaded: LoadedApp;
  /** The uid of the signed-in user. */
  readonly ownUid: string;
}

const STAYS = t`Transfer the app before changing this role.`;

/** Shows one member with their role. Owners can change it, and everyone but the publisher can leave. */
export function MemberRow({ member, loaded: { app, role }, ownUid }: MemberRowProps) {
  const [asking, setAsking] = useState<'role' | 'remove' | null>(null);
  const isSelf = member.uid === ownUid;
  const name = member.name ?? member.email;
  const ownerDenialReason = roleDenialReason(role, 'owner');
  const publisherDenialReason = member.isPublisher ? STAYS : null;
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
          {isSelf ? t`${name} (you)` : name}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {rich`${member.email} · since ${<Time iso={member.since} />}`}
        </Typography>
      </Box>
      <Chip
        size="small"
        label={member.isPublisher ? t`Publisher and owner` : MEMBER_ROLE_LABELS[member.role]}
      />
      <Box sx={{ display: 'flex', gap: 1 }}>
        <ReasonedButton
          size="small"
          reason={ownerDenialReason ?? publisherDenialReason}
          onClick={() => setAsking('role')}
        >
          {t`Change role`}
        </ReasonedButton>
        <ReasonedButton
          size="small"
          color="error"
          reason={publisherDenialReason ?? (isSelf ? null : ownerDenialReason)}
          onClick={() => setAsking('remove')}
        >
          {isSelf ? t`Leave` : t`Remove`}
        </ReasonedButton>
      </Box>
      {asking === 'role' && <MemberRoleDialog member={member} appId={app.id} onClose={close} />}
      {asking === 'remove' && (
        <RemoveMemberDialog member={member} app={app} isSelf={isSelf} onClose={close} />
      )}
    </Box>
  );
}
