import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallPages } from '#client/backend/use-call-pages.ts';
import { AppIcon } from '#client/components/app/app-icon.tsx';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { StatusLine } from '#client/components/status/status-line.tsx';
import { versionTitle } from '#client/components/version/version-title.ts';
import { paths } from '#client/paths.ts';
import { useSessionUser } from '#client/store/store.ts';
import { Empty } from '#client/ui/empty.tsx';
import { LinkRow, Rows } from '#client/ui/link-rows.tsx';
import { LoadMore } from '#client/ui/load-more.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import { describeDuration } from '#shared/duration.ts';
import { VERSION_STATUSES } from '#shared/versions/status.ts';

/** Lists the versions that wait for a decision, in queue order. */
export function ReviewQueue() {
  const { storage } = useBackend();
  const { uid } = useSessionUser();
  const queue = useCallPages('reviews.queue', {});
  const items = queue.data?.pages.flatMap((page) => page.items);
  return (
    <Box component="section" aria-labelledby="review-queue" sx={{ mb: 4, minWidth: 0 }}>
      <Typography id="review-queue" variant="h2" sx={{ mb: 1 }}>
        Review queue
      </Typography>
      <CallStatus call={queue} skeleton={<ListSkeleton />} />
      {items?.length === 0 && <Empty title="The review queue is empty. Submitted versions appear here." />}
      {items !== undefined && items.length > 0 && (
        <Rows label="Review queue">
          {items.map(({ app, version, waitingSeconds, reviewerName, isStale }) => (
            <LinkRow
              key={version.id}
              href={paths.review(version.id)}
              picture={
                <AppIcon src={version.iconPath && storage.urlOf(version.iconPath)} platform={app.platform} />
              }
              title={app.name}
              subtitle={`Version ${versionTitle(version)} · ${app.ownerName ?? app.applicationId}`}
              status={
                <StatusLine
                  status={VERSION_STATUSES[version.status]}
                  sentence={holderText({ isOwn: version.reviewerUid === uid, reviewerName, isStale })}
                />
              }
              aside={`for ${describeDuration(waitingSeconds)}`}
            />
          ))}
        </Rows>
      )}
      <LoadMore pages={queue} />
    </Box>
  );
}

interface Holder {
  readonly isOwn: boolean;
  readonly reviewerName: string | null;
  readonly isStale: boolean;
}

function holderText({ isOwn, reviewerName, isStale }: Holder): string {
  if (reviewerName === null) return 'Unassigned';
  const late = isStale ? ' Review overdue.' : '';
  return isOwn ? `Assigned to you.${late}` : `Assigned to ${reviewerName}.${late}`;
}
