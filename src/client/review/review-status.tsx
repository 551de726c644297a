import Alert from '@mui/material/Alert';
import { PolicyReasons } from '#client/components/review/policy-reasons.tsx';
import { DescriptionList } from '#client/ui/description-list.tsx';
import { rich } from '#client/ui/rich-text.tsx';
import { Section } from '#client/ui/section.tsx';
import { Time } from '#client/ui/time.tsx';
import { useMinute } from '#client/ui/use-minute.ts';
import { describeDuration, secondsSince } from '#shared/duration.ts';
import { t } from '#shared/languages/translate.ts';
import type { Review } from '#shared/reviews/calls.ts';
import { VERSION_STATUSES } from '#shared/statuses/version-status.ts';
import { PublicationText } from './review-publication.tsx';

/** Shows the status of a review: its age, reviewer, policy decision, and the effect of an approval. */
export function ReviewStatus({ review }: { review: Review }) {
  const { version, reviewerName, isStale, release } = review;
  const isOpen = VERSION_STATUSES[version.status].isAwaitingReview;
  const reviewer = reviewerName ?? (isOpen ? t`Unassigned` : t`No reviewer`);
  return (
    <Section title={t`Review`}>
      {isStale && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {t`${reviewerName ?? t`The reviewer`} has gone too long without a decision. Unclaim the review so someone else can take it.`}
        </Alert>
      )}
      <DescriptionList
        items={[
          ...(isOpen
            ? [{ label: t`Waiting`, value: <Wait version={version} /> }]
            : version.decidedAt === null
              ? []
              : [{ label: t`Decided`, value: <Time iso={version.decidedAt} /> }]),
          {
            label: isOpen ? t`Reviewer` : t`Decided by`,
            value:
              isOpen && version.claimedAt !== null
                ? rich`${reviewer}, since ${<Time iso={version.claimedAt} />}`
                : reviewer,
          },
          ...(release === null
            ? []
            : [{ label: t`Once approved`, value: <PublicationText release={release} app={review.app} /> }]),
          ...(version.policyDecision === null
            ? []
            : [{ label: t`Automatic review`, value: <PolicyText decision={version.policyDecision} /> }]),
        ]}
      />
    </Section>
  );
}

/** Says how long a version waits, by the same time as its status, and how long its app does when it kept its place. */
function Wait({ version: { submittedAt, queuedAt } }: Pick<Review, 'version'>) {
  const now = useMinute();
  if (submittedAt === null) return null;
  const wait = describeDuration(secondsSince(submittedAt, now));
  return queuedAt !== null && queuedAt < submittedAt
    ? rich`For ${wait}; it kept its place in the queue, from ${<Time iso={queuedAt} />}`
    : t`For ${wait}`;
}

type PolicyDecision = NonNullable<Review['version']['policyDecision']>;

/** Shows the policy's decision about the submission with its reasons. */
function PolicyText({ decision: { decision, reasons } }: { decision: PolicyDecision }) {
  return (
    <>
      {decision === 'approved'
        ? t`Updates without sensitive changes: approved automatically, because`
        : t`Updates without sensitive changes: needs manual review, because`}
      <PolicyReasons reasons={reasons} />
    </>
  );
}
