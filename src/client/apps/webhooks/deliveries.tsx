import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useCallPages } from '#client/backend/use-call-pages.ts';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { LoadMore } from '#client/ui/load-more.tsx';
import { NewRows } from '#client/ui/new-rows.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import { t } from '#shared/languages/translate.ts';
import { DeliveryRow } from './delivery-row.tsx';

/** Lists the deliveries of a webhook and their results, newest first. */
export function Deliveries({ webhookId }: { webhookId: string }) {
  const list = useCallPages('webhooks.deliveries', { webhookId, limit: 10 });
  const deliveries = list.data?.pages.flatMap((page) => page.deliveries);
  return (
    <Box sx={{ mt: 1.5 }}>
      <CallStatus call={list} skeleton={<ListSkeleton rows={2} />} />
      <NewRows keys={deliveries?.map(({ id }) => id) ?? []} />
      {deliveries?.length === 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t`No deliveries yet. They appear here after a test or the next version event.`}
        </Typography>
      )}
      {deliveries !== undefined && deliveries.length > 0 && (
        <Box component="ul" aria-label={t`Deliveries`} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} />
          ))}
        </Box>
      )}
      <LoadMore pages={list} />
    </Box>
  );
}
