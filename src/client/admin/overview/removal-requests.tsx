import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useCallQuery } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { paths } from '#client/paths.ts';
import { LinkRow, Rows } from '#client/ui/link-rows.tsx';
import { rich } from '#client/ui/rich-text.tsx';
import { Time } from '#client/ui/time.tsx';
import type { CallResult } from '#shared/calls.ts';
import { plural, t } from '#shared/languages/translate.ts';

type Requests = CallResult<'admin.removalRequests'>;

/** Loads the pending requests to remove apps and to delete accounts. */
export function useRemovalRequests() {
  return useCallQuery('admin.removalRequests', {});
}

/** Lists who asked to leave, and when; nothing when nobody did. */
export function RemovalRequests({ call }: { call: ReturnType<typeof useRemovalRequests> }) {
  if (call.error !== null) {
    return (
      <Box sx={{ mb: 3 }}>
        <CallErrorAlert error={call.error} onRetry={call.refetch} />
      </Box>
    );
  }
  const { apps = [], accounts = [] } = call.data ?? {};
  if (apps.length === 0 && accounts.length === 0) return null;
  return (
    <Box component="section" aria-labelledby="removal-requests" sx={{ mb: 4 }}>
      <Typography id="removal-requests" variant="h2" sx={{ mb: 1 }}>
        {t`Removal requests`}
      </Typography>
      <Rows label={t`Removal requests`}>
        {apps.map(({ appId, name, publisherName, requestedAt, removeAt, waitsFor }) => (
          <LinkRow
            key={appId}
            href={paths.adminApp(appId)}
            title={name}
            subtitle={
              <>{rich`${publisherName ?? t`No name`} asked for its removal ${<Time iso={requestedAt} />}`}</>
            }
            aside={<Due iso={removeAt} waitsFor={waitsFor} />}
          />
        ))}
        {accounts.map(({ uid, name, email, apps: count, requestedAt, deleteAt, waitsFor }) => (
          <LinkRow
            key={uid}
            href={paths.adminPerson(uid)}
            title={name ?? email}
            subtitle={
              <>{rich`asked for the deletion of the account ${<Time iso={requestedAt} />}, with ${plural(count, { one: '# app', other: '# apps' })}`}</>
            }
            aside={<Due iso={deleteAt} waitsFor={waitsFor} />}
          />
        ))}
      </Rows>
    </Box>
  );
}

interface DueProps {
  readonly iso: string;
  readonly waitsFor: Requests['apps'][number]['waitsFor'];
}

function Due({ iso, waitsFor }: DueProps) {
  if (waitsFor === 'hold') return t`Waits for a hold`;
  if (waitsFor === 'last-admin') return t`Is the last admin`;
  return <Time iso={iso} />;
}
