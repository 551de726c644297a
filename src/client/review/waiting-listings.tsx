import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallPages } from '#client/backend/use-call-pages.ts';
import { AppIcon } from '#client/components/app/app-icon.tsx';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { paths } from '#client/paths.ts';
import { Empty } from '#client/ui/empty.tsx';
import { LinkRow, Rows } from '#client/ui/link-rows.tsx';
import { LoadMore } from '#client/ui/load-more.tsx';
import { NewRows } from '#client/ui/new-rows.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import { Time } from '#client/ui/time.tsx';
import { plural, t } from '#shared/languages/translate.ts';

/** Lists the apps whose listing changes wait for approval, longest waiting first. */
export function WaitingListings() {
  const { storage } = useBackend();
  const list = useCallPages('listings.waiting', {});
  const items = list.data?.pages.flatMap((page) => page.items);
  return (
    <Box component="section" aria-labelledby="waiting-listings" sx={{ mb: 4 }}>
      <Typography id="waiting-listings" variant="h2" sx={{ mb: 1 }}>
        {t`Waiting for approval`}
      </Typography>
      <CallStatus call={list} skeleton={<ListSkeleton />} />
      <NewRows keys={items?.map(({ app }) => app.id) ?? []} />
      {items?.length === 0 && (
        <Empty
          picture="done"
          title={t`No listing changes need approval. New names, icons and languages appear here.`}
        />
      )}
      {items !== undefined && items.length > 0 && (
        <Rows label={t`Waiting for approval`}>
          {items.map(({ app, changes, since }) => (
            <LinkRow
              key={app.id}
              href={paths.listingReview(app.id)}
              picture={<AppIcon src={app.iconPath && storage.urlOf(app.iconPath)} platform={app.platform} />}
              title={app.name}
              subtitle={app.ownerName ?? app.applicationId}
              status={plural(changes, { one: '# change', other: '# changes' })}
              aside={<Time iso={since} />}
            />
          ))}
        </Rows>
      )}
      <LoadMore pages={list} />
    </Box>
  );
}
