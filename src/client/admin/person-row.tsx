import BlockIcon from '@mui/icons-material/Block';
import VerifiedIcon from '@mui/icons-material/Verified';
import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { paths } from '#client/paths.ts';
import { useSessionUser } from '#client/store/store.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { CopyId } from '#client/ui/copy.tsx';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { Time } from '#client/ui/time.tsx';
import type { ListedUser } from '#shared/users/calls.ts';
import { PEOPLE_CHANGED } from './people-changed.ts';
import { RoleDialog } from './role-dialog.tsx';
import { ROLE_WORDS } from './role-words.ts';
import { SuspendDialog } from './suspend-dialog.tsx';

/** Why somebody does not decide about themselves; the last admin is protected, too. */
function whyNotSelf(what: string, { isLastAdmin }: ListedUser): string {
  return `Nobody ${what}. ${isLastAdmin ? 'This is the last admin: make somebody else an admin first.' : 'Ask another admin.'}`;
}

/** One person in the list, with what an admin can do about them. */
export function PersonRow({ person }: { person: ListedUser }) {
  const isSelf = useSessionUser().uid === person.uid;
  const [asking, setAsking] = useState<'role' | 'suspension' | null>(null);
  const name = person.displayName ?? person.email;
  const isSuspended = person.suspendedAt !== null;
  const close = () => setAsking(null);
  return (
    <Box
      component="li"
      sx={{
        px: 2,
        py: 1.5,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 2,
        rowGap: 1,
      }}
    >
      <Avatar
        {...(person.photoURL !== null && { src: person.photoURL })}
        alt=""
        sx={{ bgcolor: 'primary.main' }}
      >
        {name.charAt(0).toUpperCase()}
      </Avatar>
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {person.email}
        </Typography>
        <Typography variant="body2" component="div" sx={{ color: 'text.secondary' }}>
          <CopyId value={person.uid} label={`id of ${name}`} />
        </Typography>
      </Box>
      <Box sx={{ flex: '1 1 200px', minWidth: 0, display: 'grid', justifyItems: 'start', gap: 0.5 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
          <Chip size="small" label={ROLE_WORDS[person.role].name} />
          {person.isVerified && (
            <Chip size="small" color="success" variant="outlined" icon={<VerifiedIcon />} label="Verified" />
          )}
          {isSuspended && <Chip size="small" color="error" icon={<BlockIcon />} label="Suspended" />}
        </Box>
        <Typography variant="body2" component="div" sx={{ color: 'text.secondary' }}>
          {person.developerName !== null && `${person.developerName} · `}
          {person.apps.length === 1 ? '1 app' : `${person.apps.length} apps`} · joined{' '}
          <Time iso={person.createdAt} /> ·{' '}
          <Link href={paths.auditOf({ about: person.uid })} aria-label={`History of ${name}`}>
            History
          </Link>
        </Typography>
        {person.suspensionReason !== null && (
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            “{person.suspensionReason}”
          </Typography>
        )}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <ReasonedButton
          size="small"
          aria-label={`Change role of ${name}`}
          reason={isSelf ? whyNotSelf('changes their own role', person) : null}
          onClick={() => setAsking('role')}
        >
          Change role
        </ReasonedButton>
        <VerifiedButton person={person} name={name} />
        <ReasonedButton
          size="small"
          color={isSuspended ? 'primary' : 'error'}
          aria-label={isSuspended ? `Lift suspension of ${name}` : `Suspend ${name}`}
          reason={isSelf ? whyNotSelf('suspends themselves', person) : null}
          onClick={() => setAsking('suspension')}
        >
          {isSuspended ? 'Lift suspension' : 'Suspend'}
        </ReasonedButton>
      </Box>
      {asking === 'role' && <RoleDialog person={person} name={name} onClose={close} />}
      {asking === 'suspension' && (
        <SuspendDialog person={person} name={name} suspend={!isSuspended} onClose={close} />
      )}
    </Box>
  );
}

/** Gives or takes the badge that says the store knows who this is. */
function VerifiedButton({ person, name }: { person: ListedUser; name: string }) {
  const change = useCallMutation('users.setVerified', { invalidates: PEOPLE_CHANGED });
  const label = person.isVerified ? 'Remove badge' : 'Verify';
  return (
    <>
      <Button
        size="small"
        aria-label={`${label}: ${name}`}
        loading={change.isPending}
        onClick={() => change.mutate({ uid: person.uid, verified: !person.isVerified })}
      >
        {label}
      </Button>
      {change.error !== null && <CallErrorAlert error={change.error} />}
    </>
  );
}
