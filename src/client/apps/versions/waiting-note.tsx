import Typography from '@mui/material/Typography';
import { useCallQuery } from '#client/backend/use-call.ts';
import { rich } from '#client/ui/rich-text.tsx';
import { Time } from '#client/ui/time.tsx';
import { waitingSentence } from '#shared/reviews/waiting-sentence.ts';
import { VERSION_STATUSES } from '#shared/statuses/version-status.ts';
import type { VersionSummary } from '#shared/versions/version.ts';

/** As high as the note usually is, before it's loaded. */
const NOTE = { mb: 2, color: 'text.secondary', maxWidth: 720, minHeight: { xs: '2lh', sm: '1lh' } } as const;

/** Shows the usual waiting time of a version that waits for a decision; nothing for others. */
export function WaitingNote({ version }: { version: VersionSummary }) {
  const waits = VERSION_STATUSES[version.status].isAwaitingReview ?? false;
  const { data } = useCallQuery('reviews.waitingTimes', {}, { enabled: waits });
  if (!waits) return null;
  if (data === undefined) return <Typography variant="body2" sx={NOTE} />;
  const { queuedAt, submittedAt } = version;
  const keptPlace = queuedAt !== null && submittedAt !== null && queuedAt < submittedAt;
  return (
    <Typography variant="body2" sx={NOTE}>
      {waitingSentence(data)}
      {keptPlace && <>{rich` It kept its place in the queue, waiting since ${<Time iso={queuedAt} />}.`}</>}
    </Typography>
  );
}
