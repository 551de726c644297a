import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import type { Version } from '#shared/versions/version.ts';

/** What the reviewer wrote with the decision: the reason of a rejection, or a note; nothing without one. */
export function DecisionNote({ version }: { version: Pick<Version, 'status' | 'decisionNote'> }) {
  if (version.decisionNote === null || version.decisionNote === '') return null;
  const rejected = version.status === 'rejected';
  return (
    <Alert
      severity={rejected ? 'error' : 'info'}
      sx={{ mb: 3, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
    >
      <AlertTitle>{rejected ? 'Why the reviewer rejected it' : 'A note from the reviewer'}</AlertTitle>
      {version.decisionNote}
    </Alert>
  );
}
