import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useCallPages } from '#client/backend/use-call-pages.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { Empty } from '#client/ui/empty.tsx';
import { Rows } from '#client/ui/link-rows.tsx';
import { LoadMore } from '#client/ui/load-more.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import { AnnouncementRow } from './announcement-row.tsx';

/** What has been announced, the newest first. */
export function History() {
  const list = useCallPages('announcements.list', { limit: 20 });
  const announcements = list.data?.pages.flatMap((page) => page.announcements);
  return (
    <Box component="section" aria-label="Earlier announcements">
      <Typography variant="h2" sx={{ mb: 1.5 }}>
        Earlier announcements
      </Typography>
      {list.error !== null && <CallErrorAlert error={list.error} onRetry={() => void list.refetch()} />}
      {announcements === undefined && list.error === null && <ListSkeleton rows={2} />}
      {announcements?.length === 0 && (
        <Empty title="Nothing has been announced yet. What you send appears here, with how many people it reached." />
      )}
      {announcements !== undefined && announcements.length > 0 && (
        <Rows label="Earlier announcements">
          {announcements.map((announcement) => (
            <AnnouncementRow key={announcement.id} announcement={announcement} />
          ))}
        </Rows>
      )}
      <LoadMore
        hasMore={list.hasNextPage}
        loading={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
    </Box>
  );
}
