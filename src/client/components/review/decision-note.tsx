import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import { t } from '#shared/languages/translate.ts';
import { REJECTION_REASONS } from '#shared/reviews/reasons.ts';
import type { Version } from '#shared/versions/version.ts';

type DecidedVersion = Pick<Version, 'status' | 'decisionNote' | 'rejectionReasons'>;

/** Shows the reasons of a rejection or the reviewer's note; nothing without one. */
export function DecisionNote({ version }: { version: DecidedVersion }) {
  const { decisionNote, rejectionReasons } = version;
  if (decisionNote === null || decisionNote === '') return null;
  const rejected = version.status === 'rejected';
  return (
    <Alert severity={rejected ? 'error' : 'info'} sx={{ mb: 3, overflowWrap: 'anywhere' }}>
      <AlertTitle>{rejected ? t`Why the reviewer rejected it` : t`A note from the reviewer`}</AlertTitle>
      {rejectionReasons.length > 0 && (
        <Box component="ul" aria-label={t`Reasons`} sx={{ mt: 0, mb: 1, pl: 2.5 }}>
          {rejectionReasons.map((reason) => (
            <li key={reason}>{REJECTION_REASONS[reason].sentence}</li>
          ))}
        </Box>
      )}
      <Box sx={{ whiteSpace: 'pre-wrap' }}>{decisionNote}</Box>
    </Alert>
  );
}
