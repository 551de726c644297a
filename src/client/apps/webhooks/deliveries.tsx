import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useCallPages } from '#client/backend/use-call-pages.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { LoadMore } from '#client/ui/load-more.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import { DeliveryRow } from './delivery-row.tsx';

/** How often the list is read while something is under way, and while nothing is, in milliseconds. */
const POLL_MS = 2_000;
const QUIET_POLL_MS = 10_000;

/** What was sent to a webhook and how that went, the newest first. */
export function Deliveries({ webhookId }: { webhookId: string }) {
  const list = useCallPages(
    'webhooks.deliveries',
    { webhookId, limit: 10 },
    {
      refetchInterval: (pages) =>
        pages.some(({ deliveries }) => deliveries.some(({ status }) => status === 'pending'))
          ? POLL_MS
          : QUIET_POLL_MS,
    },
  );
  const deliveries = list.data?.pages.flatMap((page) => page.deliveries);
  return (
    <Box sx={{ mt: 1.5 }}>
      {list.error !== null && <CallErrorAlert error={list.error} onRetry={() => void list.refetch()} />}
      {deliveries === undefined && list.error === null && <ListSkeleton rows={2} />}
      {deliveries?.length === 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Nothing has been sent yet. The next event of a version appears here.
        </Typography>
      )}
      {deliveries !== undefined && deliveries.length > 0 && (
        <Box component="ul" aria-label="Deliveries" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} />
          ))}
        </Box>
      )}
      <LoadMore
        hasMore={list.hasNextPage}
        loading={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
    </Box>
  );
}
