import BlockIcon from '@mui/icons-material/Block';
import VerifiedIcon from '@mui/icons-material/Verified';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { ROLE_LABELS } from '#client/components/user/role-labels.ts';
import { paths } from '#client/paths.ts';
import { useSessionUser } from '#client/store/store.ts';
import { CopyId } from '#client/ui/copy.tsx';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { Time } from '#client/ui/time.tsx';
import type { ListedUser } from '#shared/users/calls.ts';
import { PersonListItem } from './person-list-item.tsx';
import { QuotasDialog } from './quotas-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { SuspendDialog } from './suspend-dialog.tsx';

/** Returns the reason why admins can't change themselves, which also protects the last admin. */
function selfDenialReason(what: string, { isLastAdmin }: ListedUser): string {
  return `You can’t ${what}. ${isLastAdmin ? 'You’re the last admin: make someone else an admin first.' : 'Ask another admin.'}`;
}

/** Shows one user in the list, with the actions of an admin. */
export function PersonRow({ person }: { person: ListedUser }) {
  const isSelf = useSessionUser().uid === person.uid;
  const [asking, setAsking] = useState<'role' | 'quotas' | 'suspension' | null>(null);
  const name = person.displayName ?? person.email;
  const isSuspended = person.suspendedAt !== null;
  const close = () => setAsking(null);
  return (
    <PersonListItem
      name={name}
      photoURL={person.photoURL}
      about={
        <>
          <div>{person.email}</div>
          <CopyId value={person.uid} label={`user ID of ${name}`} />
        </>
      }
    >
      <Box sx={{ flex: '1 1 200px', minWidth: 0, display: 'grid', justifyItems: 'start', gap: 0.5 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
          <Chip size="small" label={ROLE_LABELS[person.role].name} />
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
          reason={isSelf ? selfDenialReason('change your own role', person) : null}
          onClick={() => setAsking('role')}
        >
          Change role
        </ReasonedButton>
        <VerifiedButton person={person} name={name} />
        {person.role !== 'user' && (
          <Button size="small" aria-label={`Quotas for ${name}`} onClick={() => setAsking('quotas')}>
            Quotas
          </Button>
        )}
        <ReasonedButton
          size="small"
          color={isSuspended ? 'primary' : 'error'}
          aria-label={isSuspended ? `Lift suspension of ${name}` : `Suspend ${name}`}
          reason={isSelf ? selfDenialReason('suspend yourself', person) : null}
          onClick={() => setAsking('suspension')}
        >
          {isSuspended ? 'Lift suspension' : 'Suspend'}
        </ReasonedButton>
      </Box>
      {asking === 'role' && <RoleDialog person={person} name={name} onClose={close} />}
      {asking === 'quotas' && <QuotasDialog person={person} name={name} onClose={close} />}
      {asking === 'suspension' && (
        <SuspendDialog person={person} name={name} suspend={!isSuspended} onClose={close} />
      )}
    </PersonListItem>
  );
}

/** Sets or removes the verified badge. */
function VerifiedButton({ person, name }: { person: ListedUser; name: string }) {
  const change = useCallMutation('users.setVerified');
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
