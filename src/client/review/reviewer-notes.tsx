import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallQuery } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { CopyText } from '#client/ui/copy.tsx';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { Section } from '#client/ui/section.tsx';
import { t } from '#shared/languages/translate.ts';
import type { Review } from '#shared/reviews/calls.ts';
import { ownAppDenialReason } from '#shared/reviews/rules.ts';
import { VERSION_STATUSES } from '#shared/statuses/version-status.ts';

/** Shows what the publisher wrote for the reviewer, and their test credentials; nothing without either. */
export function ReviewerNotes({ review }: { review: Review }) {
  const { version, reviewerNotes, testCredentials } = review;
  if (reviewerNotes === '' && testCredentials === 'none') return null;
  const isOpen = VERSION_STATUSES[version.status].isAwaitingReview === true;
  return (
    <Section title={t`Notes for the reviewer`}>
      {reviewerNotes !== '' && (
        <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{reviewerNotes}</Typography>
      )}
      {testCredentials !== 'none' && (
        <Box sx={{ mt: reviewerNotes === '' ? 0 : 2 }}>
          {testCredentials === 'given' && isOpen ? (
            <TestCredentials review={review} />
          ) : (
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {isOpen
                ? t`The test credentials were erased after the earlier decision. If you need them, ask the publisher to withdraw this version and submit it with them again.`
                : t`The test credentials are erased after the decision.`}
            </Typography>
          )}
        </Box>
      )}
    </Section>
  );
}

/** Shows the test credentials once they are asked for, so that they aren't seen over a shoulder. */
function TestCredentials({ review: { version, own } }: { review: Review }) {
  const [isShown, setShown] = useState(false);
  const { data, error, refetch } = useCallQuery(
    'reviews.getTestCredentials',
    { versionId: version.id },
    { enabled: isShown },
  );
  if (!isShown) {
    return (
      <ReasonedButton
        variant="outlined"
        size="small"
        reason={ownAppDenialReason(own, 'approve')}
        onClick={() => setShown(true)}
      >
        {t`Show test credentials`}
      </ReasonedButton>
    );
  }
  if (error !== null) return <CallErrorAlert error={error} onRetry={refetch} />;
  if (data === undefined) return <CircularProgress size={24} aria-label={t`Loading`} />;
  const { credentials } = data;
  if (credentials === null) {
    return (
      <Typography variant="body2">
        {t`The test credentials can’t be read any more. If you need them, ask the publisher to withdraw this version and submit it with them again.`}
      </Typography>
    );
  }
  return (
    <Box sx={{ maxWidth: 480 }}>
      <CopyText label={t`User name`} value={credentials.userName} />
      <CopyText label={t`Password`} value={credentials.password} />
      {credentials.instructions !== '' && (
        <Typography variant="body2" sx={{ mb: 2, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {credentials.instructions}
        </Typography>
      )}
      <Button size="small" onClick={() => setShown(false)}>
        {t`Hide test credentials`}
      </Button>
    </Box>
  );
}
