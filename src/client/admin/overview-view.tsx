import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useCallQuery } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import type { CallResult } from '#shared/calls.ts';
import { describeDuration } from '#shared/duration.ts';
import { CountCards } from './count-cards.tsx';
import { NewPublishers } from './new-publishers.tsx';
import { PublishingRequests } from './publishing-requests.tsx';
import { ReviewQueue } from './review-queue.tsx';

/** How soon the page shows what happens elsewhere, in milliseconds. */
const POLL_MS = 30_000;

type Queue = CallResult<'admin.overview'>['queue'];

/** What the store's people look at first: what waits for them, and how the store does. */
export function OverviewView() {
  const { data, error, refetch } = useCallQuery('admin.overview', {}, { refetchInterval: POLL_MS });
  if (data === undefined) {
    return error === null ? (
      <ListSkeleton />
    ) : (
      <CallErrorAlert error={error} onRetry={() => void refetch()} />
    );
  }
  return (
    <>
      <Typography sx={{ mb: 2, color: 'text.secondary' }}>{queueSentence(data.queue)}</Typography>
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
        <ReviewQueue />
        <NewPublishers people={data.newPublishers} />
      </Box>
    </>
  );
}

/** How many versions wait, for how long, and how long decisions take: measured, not promised. */
function queueSentence(queue: Queue): string {
  return [waitingText(queue), staleText(queue), measuredText(queue)].filter((text) => text !== '').join(' ');
}

function waitingText({ waiting, oldestSeconds }: Queue): string {
  if (waiting === 0 || oldestSeconds === null) return 'No version waits for a decision.';
  const versions = waiting === 1 ? '1 version waits' : `${waiting.toLocaleString('en')} versions wait`;
  return `${versions} for a decision, the oldest for ${describeDuration(oldestSeconds)}.`;
}

function staleText({ stale }: Queue): string {
  if (stale === 0) return '';
  return stale === 1 ? '1 claim has lain for too long.' : `${stale} claims have lain for too long.`;
}

function measuredText({ times: { decisions, medianSeconds, p90Seconds } }: Queue): string {
  if (medianSeconds === null || p90Seconds === null) return '';
  const median = describeDuration(medianSeconds);
  if (decisions === 1) return `The last decision took ${median}.`;
  return `Half of the last ${decisions} decisions took at most ${median}, nine of ten at most ${describeDuration(p90Seconds)}.`;
}
