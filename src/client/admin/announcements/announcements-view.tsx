import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useCallPages } from '#client/backend/use-call-pages.ts';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { Empty } from '#client/ui/empty.tsx';
import { Rows } from '#client/ui/link-rows.tsx';
import { LoadMore } from '#client/ui/load-more.tsx';
import { NewRows } from '#client/ui/new-rows.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import { t } from '#shared/languages/translate.ts';
import { AnnouncementRow } from './announcement-row.tsx';
import { Composer } from './composer.tsx';

/** Shows a form for a new announcement, and the past ones. */
export function AnnouncementsView() {
  return (
    <>
      <Composer />
      <History />
    </>
  );
}

/** Lists past announcements, newest first. */
function History() {
  const list = useCallPages('announcements.list', { limit: 20 });
  const announcements = list.data?.pages.flatMap((page) => page.announcements);
  return (
    <Box component="section" aria-label={t`Past announcements`}>
      <Typography variant="h2" sx={{ mb: 1.5 }}>
        {t`Past announcements`}
      </Typography>
      <CallStatus call={list} skeleton={<ListSkeleton rows={2} />} />
      <NewRows keys={announcements?.map(({ id }) => id) ?? []} />
      {announcements?.length === 0 && (
        <Empty
          picture="talk"
          title={t`No announcements yet. What you send appears here, with how many people it reached.`}
        />
      )}
      {announcements !== undefined && announcements.length > 0 && (
        <Rows label={t`Past announcements`}>
          {announcements.map((announcement) => (
            <AnnouncementRow key={announcement.id} announcement={announcement} />
          ))}
        </Rows>
      )}
      <LoadMore pages={list} />
    </Box>
  );
}
