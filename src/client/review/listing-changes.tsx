import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallPages } from '#client/backend/use-call-pages.ts';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { Empty } from '#client/ui/empty.tsx';
import { LoadMore } from '#client/ui/load-more.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import { t } from '#shared/languages/translate.ts';
import type { LiveListingChange } from '#shared/listings/review-calls.ts';
import { RecentListingChange } from './recent-listing-change.tsx';
import { RevertDialog } from './revert-dialog.tsx';
import { WaitingListings } from './waiting-listings.tsx';

/** Changes per page; each shows both sides. */
const PAGE_SIZE = 20;

/** Shows listing changes that wait for a decision, and those that went live without one. */
export function ListingChanges() {
  return (
    <>
      <WaitingListings />
      <RecentListingChanges />
    </>
  );
}

/** Lists listing changes that went live without approval, newest first, with buttons to revert them. */
function RecentListingChanges() {
  const list = useCallPages('listings.recentChanges', { limit: PAGE_SIZE });
  const [reverting, setReverting] = useState<LiveListingChange | null>(null);
  const changes = list.data?.pages.flatMap((page) => page.changes);
  return (
    <Box component="section" aria-labelledby="recent-listing-changes" sx={{ mb: 4 }}>
      <Typography id="recent-listing-changes" variant="h2" sx={{ mb: 0.5 }}>
        {t`Recent listing changes`}
      </Typography>
      <Typography variant="body2" sx={{ mb: 2, color: 'text.secondary' }}>
        {t`Text and images that went live without approval.`}
      </Typography>
      <CallStatus call={list} skeleton={<ListSkeleton />} />
      {changes?.length === 0 && (
        <Empty
          picture="done"
          title={t`No recent listing changes. Changes that go live without approval appear here.`}
        />
      )}
      {changes !== undefined && changes.length > 0 && (
        <Paper sx={{ px: { xs: 2, sm: 3 }, py: 1 }}>
          <Box
            component="ul"
            aria-label={t`Recent listing changes`}
            sx={{
              m: 0,
              p: 0,
              listStyle: 'none',
              '& > li + li': { borderTop: 1, borderColor: 'divider' },
            }}
          >
            {changes.map((change) => (
              <RecentListingChange key={change.id} change={change} onRevert={() => setReverting(change)} />
            ))}
          </Box>
        </Paper>
      )}
      <LoadMore pages={list} />
      {reverting !== null && <RevertDialog change={reverting} onClose={() => setReverting(null)} />}
    </Box>
  );
}
