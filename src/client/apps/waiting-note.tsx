import Typography from '@mui/material/Typography';
import { useCallQuery } from '#client/backend/use-call.ts';
import { Time } from '#client/ui/time.tsx';
import { waitingSentence } from '#shared/reviews/waiting-sentence.ts';
import type { Version } from '#shared/versions/version.ts';

/** How long a version that waits for a decision may still wait, as measured; nothing for any other. */
export function WaitingNote({ version }: { version: Version }) {
  const waits = version.status === 'submitted' || version.status === 'in_review';
  const { data } = useCallQuery('reviews.waitingTimes', {}, { enabled: waits });
  if (!waits || data === undefined) return null;
  const { queuedAt, submittedAt } = version;
  const keptPlace = queuedAt !== null && submittedAt !== null && queuedAt < submittedAt;
  return (
    <Typography variant="body2" sx={{ mb: 2, color: 'text.secondary', maxWidth: 720 }}>
      {waitingSentence(data)}
      {keptPlace && (
        <>
          {' '}
          It kept the place of your earlier submission: its turn counts from <Time iso={queuedAt} />.
        </>
      )}
    </Typography>
  );
}
