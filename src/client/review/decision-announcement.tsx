import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useNavigate } from 'react-router';
import { useCallMutation } from '#client/backend/use-call.ts';
import { useAnnounce } from '#client/components/feedback/announcements.tsx';
import { errorText } from '#client/components/feedback/call-error.tsx';
import { appVersionTitle } from '#client/components/version/version-title.ts';
import { paths } from '#client/paths.ts';
import { PendingButton } from '#client/ui/pending-button.tsx';
import { t } from '#shared/languages/translate.ts';
import type { Review } from '#shared/reviews/calls.ts';
import { UNDO_SECONDS } from '#shared/reviews/rules.ts';

interface DecisionAnnouncementProps {
  readonly review: Review;
  readonly decision: 'approved' | 'rejected';
}

/** Says what was decided, with a link to it and a button that undoes it and opens the review again. */
export function DecisionAnnouncement({ review, decision }: DecisionAnnouncementProps) {
  const navigate = useNavigate();
  const undo = useCallMutation('reviews.undo');
  const announce = useAnnounce();
  const title = appVersionTitle(review);
  const href = paths.review(review.version.id);

  // Waits for the call itself: the announcement may be gone by then.
  async function undoDecision() {
    try {
      await undo.mutateAsync({ versionId: review.version.id });
      announce(<Typography variant="body2">{t`Undone. ${title} is in review again.`}</Typography>);
      await navigate(href);
    } catch (error) {
      announce(<Typography variant="body2">{errorText(error)}</Typography>);
    }
  }

  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5 }}>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        <strong>{decision === 'approved' ? t`Approved ${title}.` : t`Rejected ${title}.`}</strong>{' '}
        {decision === 'approved' && isPublishedNext(review) && t`It’s published in ${UNDO_SECONDS} seconds.`}
      </Typography>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Link href={href} variant="body2">
          {t`View`}
        </Link>
        <PendingButton size="small" pending={undo.isPending} onClick={() => void undoDecision()}>
          {t`Undo`}
        </PendingButton>
      </Box>
    </Box>
  );
}

/** Returns true when an approval publishes the version without anybody doing more. */
export function isPublishedNext({ release, app, version }: Review): boolean {
  return release?.publication === 'immediate' && app.status !== 'unpublished' && version.hold === null;
}
