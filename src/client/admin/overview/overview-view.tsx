import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { type ReactNode, Suspense } from 'react';
import { SetupCard } from '#client/admin/setup/setup-card.tsx';
import { PublishingRequests } from '#client/admin/users/publishing-requests.tsx';
import { useCallQuery } from '#client/backend/use-call.ts';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { InstallCard } from '#client/components/store/install-card.tsx';
import { paths } from '#client/paths.ts';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import type { CallResult } from '#shared/calls.ts';
import { describeDuration } from '#shared/duration.ts';
import { CountCards } from './count-cards.tsx';
import { FeedProblems } from './feed-problems.tsx';
import { MailProblems } from './mail-problems.tsx';
import { NewPublishers } from './new-publishers.tsx';
import { hasStorageProblem, StorageHealth } from './storage-health.tsx';

/**
 * Interval of refetching free space, unsent emails and feed problems, which change without an event, in milliseconds.
 */
const POLL_MS = 60_000;

type Queue = CallResult<'admin.overview'>['queue'];

/** Shows store staff everything that needs a decision, and the state of the store. */
export function OverviewView({ reviewQueue }: { reviewQueue: ReactNode }) {
  const call = useCallQuery('admin.overview', {}, { refetchInterval: POLL_MS });
  const { data } = call;
  if (data === undefined) return <CallStatus call={call} skeleton={<ListSkeleton />} />;
  return (
    <>
      <Typography sx={{ mb: 2, color: 'text.secondary' }}>
        {queueSentence(data.queue)}{' '}
        {data.listings.waiting > 0 && (
          <Link href={paths.listings}>{listingsText(data.listings.waiting)}</Link>
        )}
      </Typography>
      <FeedProblems feed={data.feed} />
      <MailProblems mail={data.mail} />
      <SetupCard />
      {hasStorageProblem(data) && <StorageHealth disk={data.disk} files={data.files} />}
      <CountCards overview={data} />
      <PublishingRequests />
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 340px)' },
          columnGap: 3,
          alignItems: 'start',
        }}
      >
        <Suspense fallback={<ListSkeleton />}>{reviewQueue}</Suspense>
        <Box sx={{ minWidth: 0 }}>
          <NewPublishers people={data.newPublishers} />
          <InstallCard />
        </Box>
      </Box>
      {!hasStorageProblem(data) && <StorageHealth disk={data.disk} files={data.files} />}
    </>
  );
}

function listingsText(count: number): string {
  return count === 1 ? '1 listing needs approval' : `${count.toLocaleString('en')} listings need approval`;
}

/** Returns a sentence about the queue: its length, its age and the usual decision time. */
function queueSentence(queue: Queue): string {
  return [waitingText(queue), staleText(queue), measuredText(queue)].filter((text) => text !== '').join(' ');
}

function waitingText({ waiting, oldestSeconds }: Queue): string {
  if (waiting === 0 || oldestSeconds === null) return 'The review queue is empty.';
  const versions = waiting === 1 ? '1 version waits' : `${waiting.toLocaleString('en')} versions wait`;
  return `${versions} for review, the oldest for ${describeDuration(oldestSeconds)}.`;
}

function staleText({ stale }: Queue): string {
  if (stale === 0) return '';
  return stale === 1 ? '1 claimed review is overdue.' : `${stale} claimed reviews are overdue.`;
}

function measuredText({ times: { decisions, medianSeconds, p90Seconds } }: Queue): string {
  if (medianSeconds === null || p90Seconds === null) return '';
  const median = describeDuration(medianSeconds);
  if (decisions === 1) return `The last decision took ${median}.`;
  return `Median decision time: ${median} (90th percentile: ${describeDuration(p90Seconds)}).`;
}
