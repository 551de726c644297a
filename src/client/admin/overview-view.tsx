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
function queueSentence({ waiting, oldestSeconds, times }: CallResult<'admin.overview'>['queue']): string {
  const now =
    waiting === 0 || oldestSeconds === null
      ? 'No version waits for a decision.'
      : `${waiting === 1 ? '1 version waits' : `${waiting.toLocaleString('en')} versions wait`} for a decision, the oldest for ${describeDuration(oldestSeconds)}.`;
  if (times.medianSeconds === null || times.p90Seconds === null) return now;
  const measured =
    times.decisions === 1 ? 'The last decision' : `Half of the last ${times.decisions} decisions`;
  return times.decisions === 1
    ? `${now} ${measured} took ${describeDuration(times.medianSeconds)}.`
    : `${now} ${measured} took at most ${describeDuration(times.medianSeconds)}, nine of ten at most ${describeDuration(times.p90Seconds)}.`;
}
