import ExpandLessIcon from '@mui/icons-material/ExpandLess';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { Time } from '#client/ui/time.tsx';
import type { Webhook } from '#shared/webhooks/calls.ts';
import { Deliveries } from './deliveries.tsx';
import { eventsText } from './event-words.ts';

/** One webhook: its address and events, its deliveries on request, and the way to delete it. */
export function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { url, events, createdAt } = webhook;
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  return (
    <Box component="li" sx={{ py: 1.5, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}>
        <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
          <Typography component="code" sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
            {url}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            For {eventsText(events)} · added <Time iso={createdAt} />
          </Typography>
        </Box>
        <Button
          size="small"
          aria-label={`Deliveries to ${url}`}
          aria-expanded={isOpen}
          aria-controls={id}
          endIcon={isOpen ? <ExpandLessIcon /> : <ExpandMoreIcon />}
          onClick={() => setOpen(!isOpen)}
        >
          Deliveries
        </Button>
        <Button
          size="small"
          color="error"
          aria-label={`Delete the webhook to ${url}`}
          onClick={() => setAsking(true)}
        >
          Delete
        </Button>
      </Box>
      <Box id={id}>{isOpen && <Deliveries webhookId={webhook.id} />}</Box>
      {isAsking && <DeleteDialog webhook={webhook} onClose={() => setAsking(false)} />}
    </Box>
  );
}

function DeleteDialog({ webhook: { id, url }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const remove = useCallMutation('webhooks.delete', { invalidates: ['webhooks.list'] });
  return (
    <ConfirmDialog
      title="Delete this webhook?"
      confirmLabel="Delete webhook"
      danger
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ webhookId: id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        Nothing more is sent to {url}, also nothing that waits for another attempt. Its deliveries and its
        secret are gone.
      </Typography>
    </ConfirmDialog>
  );
}
