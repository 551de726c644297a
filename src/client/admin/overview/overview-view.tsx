import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { SetupCard } from '#client/admin/setup/setup-card.tsx';
import { PublishingRequests, usePublishingRequests } from '#client/admin/users/publishing-requests.tsx';
import { useCallQuery } from '#client/backend/use-call.ts';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { Parts } from '#client/components/feedback/page-part.tsx';
import { InstallCard } from '#client/components/store/install-card.tsx';
import { paths } from '#client/paths.ts';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import type { CallResult } from '#shared/calls.ts';
import { describeDuration } from '#shared/duration.ts';
import { plural, t } from '#shared/languages/translate.ts';
import { AuditProblems } from './audit-problems.tsx';
import { CountCards } from './count-cards.tsx';
import { FeedProblems } from './feed-problems.tsx';
import { MailProblems } from './mail-problems.tsx';
import { NewPublishers } from './new-publishers.tsx';
import { RemovalRequests, useRemovalRequests } from './removal-requests.tsx';
import { ReviewActivity } from './review-activity.tsx';
import { hasStorageProblem, StorageHealth } from './storage-health.tsx';
import { SystemStatus } from './system-status.tsx';

type Queue = CallResult<'admin.overview'>['queue'];

/** Shows store staff everything that needs a decision, and the state of the store. */
export function OverviewView() {
  const call = useCallQuery('admin.overview', {});
  const { data } = call;
  // What is shown above the rest comes with it, or would push it down.
  const setup = useCallQuery('setup.getChecklist', {});
  const requests = usePublishingRequests();
  const removals = useRemovalRequests();
  if (data === undefined || setup.isPending || requests.isPending || removals.isPending)
    return <CallStatus call={call} skeleton={<ListSkeleton />} />;
  return (
    <>
      <Typography sx={{ mb: 2, color: 'text.secondary' }}>
        <QueueText queue={data.queue} />{' '}
        {data.listings.waiting > 0 && (
          <Link href={paths.listings}>{listingsText(data.listings.waiting)}</Link>
        )}
      </Typography>
      <Parts>
        <AuditProblems audit={data.audit} />
        <FeedProblems feed={data.feed} />
        <MailProblems mail={data.mail} />
        <SetupCard />
        {hasStorageProblem(data) && (
          <StorageHealth disk={data.disk} files={data.files} fileProblems={data.fileProblems} />
        )}
        <CountCards overview={data} />
        <PublishingRequests list={requests} />
        <RemovalRequests call={removals} />
        <Parts>
          <ReviewActivity />
          <Box
            sx={{
              display: 'grid',
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
              columnGap: 3,
              alignItems: 'start',
            }}
          >
            <Parts>
              <NewPublishers people={data.newPublishers} />
              <InstallCard />
            </Parts>
          </Box>
          {!hasStorageProblem(data) && (
            <StorageHealth disk={data.disk} files={data.files} fileProblems={data.fileProblems} />
          )}
          <SystemStatus system={data.system} />
        </Parts>
      </Parts>
    </>
  );
}

function listingsText(count: number): string {
  return plural(count, { one: '# listing needs approval', other: '# listings need approval' });
}

/** Shows the queue's length, its age and the usual decision time, with links to what waits. */
function QueueText({ queue }: { queue: Queue }) {
  return (
    <>
      <Link href={paths.queue}>{waitingText(queue)}</Link>{' '}
      {queue.stale > 0 && <Link href={paths.queueOf({ has: 'overdue' })}>{staleText(queue)}</Link>}{' '}
      {measuredText(queue)}
    </>
  );
}

function waitingText({ waiting, oldestSeconds }: Queue): string {
  if (waiting === 0 || oldestSeconds === null) return t`The review queue is empty.`;
  return plural(
    waiting,
    {
      one: '# version waits for review, the oldest for {age}.',
      other: '# versions wait for review, the oldest for {age}.',
    },
    { age: describeDuration(oldestSeconds) },
  );
}

function staleText({ stale }: Queue): string {
  return plural(stale, { one: '# claimed review is overdue.', other: '# claimed reviews are overdue.' });
}

function measuredText({ times: { decisions, medianSeconds, p90Seconds } }: Queue): string {
  if (medianSeconds === null || p90Seconds === null) return '';
  const median = describeDuration(medianSeconds);
  if (decisions === 1) return t`The last decision took ${median}.`;
  return t`Median decision time: ${median} (90th percentile: ${describeDuration(p90Seconds)}).`;
}
