import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallQuery } from '#client/backend/use-call.ts';
import { paths } from '#client/paths.ts';
import { AppIcon } from '#client/ui/app-icon.tsx';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { Empty } from '#client/ui/empty.tsx';
import { LinkRow, Rows } from '#client/ui/link-rows.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import { StatusChip } from '#client/ui/status.tsx';
import { versionTitle } from '#client/ui/version-title.ts';
import { describeDuration } from '#shared/duration.ts';

const SHOWN = 3;

/** For admins: what has waited longest for a review. */
export function QueueSection() {
  const { storage } = useBackend();
  const { data, error, refetch } = useCallQuery('reviews.queue', { limit: SHOWN });
  return (
    <Box component="section" aria-label="Review queue" sx={{ mb: 4 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2, mb: 1 }}>
        <Typography variant="h2">Review queue</Typography>
        <Button href={paths.admin}>Whole queue</Button>
      </Box>
      {error !== null && <CallErrorAlert error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <ListSkeleton rows={SHOWN} />}
      {data?.items.length === 0 && <Empty title="No version waits for review." />}
      {data !== undefined && data.items.length > 0 && (
        <Rows label="Review queue">
          {data.items.map(({ app, version, waitingSeconds }) => (
            <LinkRow
              key={version.id}
              href={paths.review(version.id)}
              picture={
                <AppIcon src={version.iconPath && storage.urlOf(version.iconPath)} platform={app.platform} />
              }
              title={app.name}
              subtitle={`Version ${versionTitle(version)} · ${app.ownerName ?? app.applicationId}`}
              status={<StatusChip status={version.status} />}
              aside={`for ${describeDuration(waitingSeconds)}`}
            />
          ))}
        </Rows>
      )}
    </Box>
  );
}
