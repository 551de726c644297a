import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useState } from 'react';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallQuery } from '#client/backend/use-call.ts';
import { AppIcon } from '#client/components/app/app-icon.tsx';
import { CallStatusPage } from '#client/components/feedback/call-status.tsx';
import { PartBoundary } from '#client/components/feedback/page-part.tsx';
import { differenceKey, ListingDifferences } from '#client/components/listing/listing-differences.tsx';
import { paths } from '#client/paths.ts';
import { SCREENS } from '#client/screens.ts';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { Empty } from '#client/ui/empty.tsx';
import { Page } from '#client/ui/page.tsx';
import { rich } from '#client/ui/rich-text.tsx';
import { Section } from '#client/ui/section.tsx';
import { Time } from '#client/ui/time.tsx';
import type { CallResult } from '#shared/calls.ts';
import { plural, t, translated } from '#shared/languages/translate.ts';
import { findNameless, namelessSentence } from '#shared/listings/publication.ts';
import type { ListingDifference } from '#shared/listings/review-calls.ts';
import { removedAppDenialReason } from '#shared/reviews/rules.ts';
import { ListingDecisionDialog } from './listing-decision-dialog.tsx';
import { ReviewLookalikes } from './review-lookalikes.tsx';

const BREADCRUMBS = [
  { label: SCREENS.admin.title, href: paths.admin },
  { label: t`Listing changes`, href: paths.listings },
];
const NOTHING_CHOSEN = t`Select at least one change.`;

/** Shows the listing changes of one app that wait for approval beside the live values, with buttons to decide. */
export function ListingReviewPage({ appId }: { appId: string }) {
  const call = useCallQuery('listings.getReview', { appId });
  if (call.data === undefined)
    return <CallStatusPage title={t`Listing review`} breadcrumbs={BREADCRUMBS} call={call} />;
  return <LoadedListingReview review={call.data} onReload={() => void call.refetch()} />;
}

interface Decision {
  readonly kind: 'approve' | 'reject';
  /** The changes as they were when the dialog was opened. */
  readonly changes: readonly ListingDifference[];
}

interface ListingReviewPageProps {
  readonly review: CallResult<'listings.getReview'>;
  readonly onReload: () => void;
}

function LoadedListingReview({ review, onReload }: ListingReviewPageProps) {
  const { storage } = useBackend();
  const { app, differences, since, liveLanguages, waitingVersionId } = review;
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [decision, setDecision] = useState<Decision | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const changes = differences.filter((one) => !left.has(differenceKey(one)));
  const nameless = findNameless(changes, new Set(liveLanguages));
  const emptyReason = changes.length === 0 ? NOTHING_CHOSEN : null;
  const publisher = app.ownerName ?? app.applicationId;
  const removedReason = removedAppDenialReason(app.status, 'listing');

  const toggle = (key: string) =>
    setLeft((before) => {
      const next = new Set(before);
      if (!next.delete(key)) next.add(key);
      return next;
    });

  return (
    <Page
      title={t`Listing of ${app.name}`}
      picture={
        <AppIcon src={app.iconPath && storage.urlOf(app.iconPath)} platform={app.platform} size={56} />
      }
      status={
        <>{since === null ? publisher : rich`${publisher}, first change saved ${<Time iso={since} />}`}</>
      }
      breadcrumbs={BREADCRUMBS}
    >
      {notice !== null && (
        <Alert severity="warning" onClose={() => setNotice(null)} sx={{ mb: 2 }}>
          {translated(notice)}
        </Alert>
      )}
      {waitingVersionId !== null && differences.length > 0 && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {rich`A version of this app is also waiting for review. ${(
            <Link href={paths.review(waitingVersionId)} color="inherit">
              {t`Review both together`}
            </Link>
          )}`}
        </Alert>
      )}
      {differences.length === 0 ? (
        <Empty picture="done" title={t`No listing changes need approval.`} />
      ) : (
        <>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mb: 3 }}>
            <ReasonedButton
              variant="contained"
              color="success"
              reason={
                (review.denialReason && translated(review.denialReason)) ??
                removedReason ??
                emptyReason ??
                (nameless ? namelessSentence(nameless) : null)
              }
              onClick={() => setDecision({ kind: 'approve', changes })}
            >
              {plural(changes.length, { one: 'Approve # change', other: 'Approve # changes' })}
            </ReasonedButton>
            <ReasonedButton
              variant="outlined"
              color="error"
              reason={emptyReason}
              onClick={() => setDecision({ kind: 'reject', changes })}
            >
              {plural(changes.length, { one: 'Reject # change', other: 'Reject # changes' })}
            </ReasonedButton>
          </Box>
          <PartBoundary>
            <ReviewLookalikes
              app={app}
              lookalikes={review.lookalikes}
              reason={review.denialReason && translated(review.denialReason)}
            />
            <Section title={t`Changes`}>
              <ListingDifferences differences={differences} choice={{ left, toggle }} />
            </Section>
          </PartBoundary>
        </>
      )}
      {decision !== null && (
        <ListingDecisionDialog
          app={app}
          {...decision}
          onClose={() => setDecision(null)}
          onOutdated={(message) => {
            setDecision(null);
            setNotice(message);
            onReload();
          }}
        />
      )}
    </Page>
  );
}
