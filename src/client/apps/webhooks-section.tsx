import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallQuery } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { Section } from '#client/ui/section.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import { NewWebhookDialog } from './webhooks/new-webhook-dialog.tsx';
import { WebhookRow } from './webhooks/webhook-row.tsx';

/** The webhooks of an app: where its events are sent, and how that went. Only owners of the app may read them. */
export function WebhooksSection({ appId }: { appId: string }) {
  const { data, error, refetch } = useCallQuery('webhooks.list', { appId });
  const [isAdding, setAdding] = useState(false);
  return (
    <Section title="Webhooks">
      <Typography variant="body2" sx={{ mb: 2, color: 'text.secondary', maxWidth: 640 }}>
        The store posts what happens to this app’s versions to addresses of yours, signed, and tries again for
        two days where one does not answer.
      </Typography>
      {error !== null && <CallErrorAlert error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <ListSkeleton rows={1} />}
      {data !== undefined && data.webhooks.length > 0 && (
        <Box component="ul" aria-label="Webhooks" sx={{ m: 0, mb: 2, p: 0, listStyle: 'none' }}>
          {data.webhooks.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} />
          ))}
        </Box>
      )}
      <Button variant="outlined" startIcon={<AddIcon />} onClick={() => setAdding(true)}>
        Add a webhook
      </Button>
      {isAdding && <NewWebhookDialog appId={appId} onClose={() => setAdding(false)} />}
    </Section>
  );
}
