import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallQuery } from '#client/backend/use-call.ts';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { Empty } from '#client/ui/empty.tsx';
import { Section } from '#client/ui/section.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import { t } from '#shared/languages/translate.ts';
import { WEBHOOK_LIMITS } from '#shared/webhooks/calls.ts';
import { NewWebhookDialog } from './new-webhook-dialog.tsx';
import { WebhookRow } from './webhook-row.tsx';

/** Shows the webhooks of an app to its owners. */
export function WebhooksSection({ appId }: { appId: string }) {
  const call = useCallQuery('webhooks.list', { appId });
  const { data } = call;
  const [isAdding, setAdding] = useState(false);
  const add = (
    <Button variant="outlined" startIcon={<AddIcon />} onClick={() => setAdding(true)}>
      {t`Add a webhook`}
    </Button>
  );
  return (
    <Section title={t`Webhooks`}>
      <Typography variant="body2" sx={{ mb: 2, color: 'text.secondary', maxWidth: 640 }}>
        {t`Get signed POST requests when this app’s versions change. Failed deliveries are retried for two days. A webhook that fails for ${WEBHOOK_LIMITS.failingDays} days is turned off.`}
      </Typography>
      <CallStatus call={call} skeleton={<ListSkeleton rows={1} />} />
      {data !== undefined && data.webhooks.length > 0 && (
        <Box component="ul" aria-label={t`Webhooks`} sx={{ m: 0, mb: 2, p: 0, listStyle: 'none' }}>
          {data.webhooks.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} />
          ))}
        </Box>
      )}
      {data?.webhooks.length === 0 ? (
        <Empty
          picture="plug"
          title={t`No webhooks yet. Your own systems can react to new versions.`}
          action={add}
        />
      ) : (
        add
      )}
      {isAdding && <NewWebhookDialog appId={appId} onClose={() => setAdding(false)} />}
    </Section>
  );
}
