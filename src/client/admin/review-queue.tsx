import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallPages } from '#client/backend/use-call-pages.ts';
import { paths } from '#client/paths.ts';
import { useSessionUser } from '#client/store/store.ts';
import { AppIcon } from '#client/ui/app-icon.tsx';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { Empty } from '#client/ui/empty.tsx';
import { LinkRow, Rows } from '#client/ui/link-rows.tsx';
import { LoadMore } from '#client/ui/load-more.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import { Stands } from '#client/ui/stands.tsx';
import { versionTitle } from '#client/ui/version-title.ts';
import { describeDuration } from '#shared/duration.ts';

/** What waits for a decision, in the order of its place. */
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
      {queue.error !== null && <CallErrorAlert error={queue.error} onRetry={() => void queue.refetch()} />}
      {items === undefined && queue.error === null && <ListSkeleton />}
      {items?.length === 0 && (
        <Empty title="No version waits for review. When a publisher submits one, it appears here." />
      )}
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
                <Stands
                  status={version.status}
                  sentence={holderText({ isOwn: version.reviewerUid === uid, reviewerName, isStale })}
                />
              }
              aside={`for ${describeDuration(waitingSeconds)}`}
            />
          ))}
        </Rows>
      )}
      <LoadMore
        hasMore={queue.hasNextPage}
        loading={queue.isFetchingNextPage}
        onMore={() => void queue.fetchNextPage()}
      />
    </Box>
  );
}

interface Holder {
  readonly isOwn: boolean;
  readonly reviewerName: string | null;
  readonly isStale: boolean;
}

function holderText({ isOwn, reviewerName, isStale }: Holder): string {
  if (reviewerName === null) return 'Nobody reviews it yet.';
  const late = isStale ? ' It has lain for too long.' : '';
  return isOwn ? `You review it.${late}` : `${reviewerName} reviews it.${late}`;
}
