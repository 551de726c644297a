import ComputerIcon from '@mui/icons-material/Computer';
import SmartphoneIcon from '@mui/icons-material/Smartphone';
import TabletIcon from '@mui/icons-material/Tablet';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { PendingButton } from '#client/ui/pending-button.tsx';
import { rich } from '#client/ui/rich-text.tsx';
import { Section } from '#client/ui/section.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import { Time } from '#client/ui/time.tsx';
import { MAX_SESSIONS, type Session } from '#shared/account/session-calls.ts';
import { plural, t } from '#shared/languages/translate.ts';

const ICONS = { desktop: ComputerIcon, mobile: SmartphoneIcon, tablet: TabletIcon, other: ComputerIcon };

/** Lists the user's sessions with device and last use, with buttons to end one or all others. */
export function SessionsSection() {
  const call = useCallQuery('sessions.list', {});
  const { data } = call;
  const revoke = useCallMutation('sessions.revoke');
  const [isAsking, setAsking] = useState(false);
  const others = data?.sessions.filter(({ current }) => !current) ?? [];
  return (
    <Section title={t`Sessions`}>
      <CallStatus call={call} skeleton={<ListSkeleton rows={2} />} />
      {revoke.error !== null && <CallErrorAlert error={revoke.error} />}
      {data !== undefined && (
        <Box component="ul" aria-label={t`Sessions`} sx={{ m: 0, mb: 2, p: 0, listStyle: 'none' }}>
          {data.sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              isEnding={revoke.isPending && revoke.variables.sessionId === session.id}
              onEnd={() => revoke.mutate({ sessionId: session.id })}
            />
          ))}
        </Box>
      )}
      {data?.sessions.length === MAX_SESSIONS && (
        <Typography variant="body2" sx={{ mb: 2, color: 'text.secondary' }}>
          {t`You have ${MAX_SESSIONS} sessions, the maximum. Signing in again ends the least recently used one.`}
        </Typography>
      )}
      {others.length > 0 && (
        <Button variant="outlined" color="error" onClick={() => setAsking(true)}>
          {t`End all other sessions`}
        </Button>
      )}
      {isAsking && <EndOthersDialog count={others.length} onClose={() => setAsking(false)} />}
    </Section>
  );
}

interface SessionRowProps {
  readonly session: Session;
  readonly isEnding: boolean;
  readonly onEnd: () => void;
}

function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  const { device, kind, current, address, createdAt, lastUsedAt } = session;
  const Icon = ICONS[kind];
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 2,
        rowGap: 0.5,
        py: 1.5,
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Icon aria-hidden sx={{ color: 'text.secondary' }} />
      <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Typography sx={{ fontWeight: 600 }}>{device}</Typography>
          {current && <Chip size="small" color="primary" variant="outlined" label={t`This session`} />}
        </Box>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {address === null
            ? rich`Last used ${<Time iso={lastUsedAt} />} · signed in ${<Time iso={createdAt} />}`
            : rich`Last used ${<Time iso={lastUsedAt} />} · signed in ${<Time iso={createdAt} />} from ${address}`}
        </Typography>
      </Box>
      {!current && (
        <PendingButton
          color="error"
          aria-label={t`End the session on ${device}`}
          pending={isEnding}
          onClick={onEnd}
        >
          {t`End`}
        </PendingButton>
      )}
    </Box>
  );
}

function EndOthersDialog({ count, onClose }: { count: number; onClose: () => void }) {
  const end = useCallMutation('sessions.revokeOthers');
  return (
    <ConfirmDialog
      title={t`End all other sessions?`}
      confirmLabel={t`End other sessions`}
      danger
      pending={end.isPending}
      error={end.error}
      onConfirm={() => end.mutate({}, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Typography>
        {plural(count, {
          one: '# other device will have to sign in again. You stay signed in here.',
          other: '# other devices will have to sign in again. You stay signed in here.',
        })}
      </Typography>
    </ConfirmDialog>
  );
}
