import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallQuery } from '#client/backend/use-call.ts';
import { AppIcon } from '#client/components/app/app-icon.tsx';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { StatusChips } from '#client/components/status/status-chip.tsx';
import { versionTitle } from '#client/components/version/version-title.ts';
import { paths } from '#client/paths.ts';
import { Empty } from '#client/ui/empty.tsx';
import { LinkRow, Rows } from '#client/ui/link-rows.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import { Time } from '#client/ui/time.tsx';
import { t } from '#shared/languages/translate.ts';
import { shownStatuses } from '#shared/versions/shown-status.ts';

const SHOWN = 3;

/** Shows admins the versions that have waited longest for review. */
export function QueueSection() {
  const { storage } = useBackend();
  const call = useCallQuery('reviews.queue', { limit: SHOWN });
  const { data } = call;
  return (
    <Box component="section" aria-label={t`Review queue`} sx={{ mb: 4 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2, mb: 1 }}>
        <Typography variant="h2">{t`Review queue`}</Typography>
        <Button href={paths.queue}>{t`View queue`}</Button>
      </Box>
      <CallStatus call={call} skeleton={<ListSkeleton rows={SHOWN} />} />
      {data?.items.length === 0 && <Empty picture="done" title={t`The review queue is empty.`} />}
      {data !== undefined && data.items.length > 0 && (
        <Rows label={t`Review queue`}>
          {data.items.map(({ app, version }) => (
            <LinkRow
              key={version.id}
              href={paths.review(version.id)}
              picture={<AppIcon src={app.iconPath && storage.urlOf(app.iconPath)} platform={app.platform} />}
              title={app.name}
              subtitle={t`Version ${versionTitle(version)} · ${app.ownerName ?? app.applicationId}`}
              status={<StatusChips statuses={shownStatuses(app, version)} />}
              aside={version.queuedAt !== null && <Time iso={version.queuedAt} />}
            />
          ))}
        </Rows>
      )}
    </Box>
  );
}
