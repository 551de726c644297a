import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { FactList } from '#client/ui/fact-list.tsx';
import { Section } from '#client/ui/section.tsx';
import { Time } from '#client/ui/time.tsx';
import { describeDuration } from '#shared/duration.ts';
import type { Review } from '#shared/reviews/calls.ts';
import { PublicationText } from './review-publication.tsx';

/** How the review stands: how long it waits, who has it, what the policy said, and what an approval leads to. */
export function ReviewStanding({ review }: { review: Review }) {
  const { version, waitingSeconds, reviewerName, isStale, release } = review;
  const isOpen = version.status === 'submitted' || version.status === 'in_review';
  return (
    <Section title="Review">
      {isStale && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {reviewerName ?? 'Somebody'} has had it for too long without deciding. Give it back to the queue, so
          that somebody else can take it.
        </Alert>
      )}
      <FactList
        facts={[
          ...(isOpen
            ? [{ label: 'Waiting', value: `For ${describeDuration(waitingSeconds)}` }]
            : version.decidedAt === null
              ? []
              : [{ label: 'Decided', value: <Time iso={version.decidedAt} /> }]),
          {
            label: isOpen ? 'Reviewer' : 'Decided by',
            value: (
              <>
                {reviewerName ?? (isOpen ? 'Nobody yet' : 'The store’s policy, or nobody')}
                {isOpen && version.claimedAt !== null && (
                  <>
                    , since <Time iso={version.claimedAt} />
                  </>
                )}
              </>
            ),
          },
          ...(release === null
            ? []
            : [{ label: 'Once approved', value: <PublicationText release={release} app={review.app} /> }]),
          ...(version.policyDecision === null
            ? []
            : [{ label: 'Policy', value: <PolicyText decision={version.policyDecision} /> }]),
        ]}
      />
    </Section>
  );
}

type Decision = NonNullable<Review['version']['policyDecision']>;

/** Which policy looked at the submission, what it decided, and why. */
function PolicyText({ decision: { decision, why } }: { decision: Decision }) {
  return (
    <>
      Updates without sensitive changes:{' '}
      {decision === 'approved' ? 'approved without a person, because' : 'a person decides, because'}
      <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
        {why.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </Box>
    </>
  );
}
