import ExpandLessIcon from '@mui/icons-material/ExpandLess';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { PendingButton } from '#client/ui/pending-button.tsx';
import { rich } from '#client/ui/rich-text.tsx';
import { Time } from '#client/ui/time.tsx';
import { WEBHOOK_EVENTS, type WebhookEvent, webhookLabel } from '#shared/events.ts';
import { labelInSentence, messageLanguage, t } from '#shared/languages/translate.ts';
import { WEBHOOK_LIMITS, type Webhook } from '#shared/webhooks/calls.ts';
import { Deliveries } from './deliveries.tsx';
import { TestWebhook } from './test-webhook.tsx';

/** Shows one webhook with its address, events and deliveries, and a button to delete it. */
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
            {rich`${eventsText(events)} · added ${<Time iso={createdAt} />}`}
          </Typography>
        </Box>
        <Button
          size="small"
          aria-label={t`Deliveries to ${url}`}
          aria-expanded={isOpen}
          aria-controls={id}
          endIcon={isOpen ? <ExpandLessIcon /> : <ExpandMoreIcon />}
          onClick={() => setOpen(!isOpen)}
        >
          {t`Deliveries`}
        </Button>
        <Button
          size="small"
          color="error"
          aria-label={t`Delete the webhook to ${url}`}
          onClick={() => setAsking(true)}
        >
          {t`Delete`}
        </Button>
      </Box>
      <Failing webhook={webhook} />
      <Box id={id}>
        {isOpen && (
          <>
            <TestWebhook webhook={webhook} />
            <Deliveries webhookId={webhook.id} />
          </>
        )}
      </Box>
      {isAsking && <DeleteDialog webhook={webhook} onClose={() => setAsking(false)} />}
    </Box>
  );
}

/** Shows that a webhook fails or was turned off, with a button to turn it on; nothing while it works. */
function Failing({ webhook: { id, url, failingSince, disabledAt } }: { webhook: Webhook }) {
  const resume = useCallMutation('webhooks.resume');
  if (disabledAt === null && failingSince === null) return null;
  if (disabledAt === null) {
    return (
      <Alert severity="warning" sx={{ mt: 1.5 }}>
        {rich`Every attempt has failed since ${<Time iso={failingSince ?? ''} />}. See its deliveries for the cause.`}
      </Alert>
    );
  }
  return (
    <>
      <Alert
        severity="error"
        sx={{ mt: 1.5 }}
        action={
          <PendingButton
            size="small"
            color="inherit"
            aria-label={t`Turn on the webhook to ${url}`}
            pending={resume.isPending}
            onClick={() => resume.mutate({ webhookId: id })}
          >
            {t`Turn on`}
          </PendingButton>
        }
      >
        {rich`Turned off ${<Time iso={disabledAt} />} because every attempt failed for ${WEBHOOK_LIMITS.failingDays} days. Fix the receiver, then turn it on.`}
      </Alert>
      {resume.error !== null && <CallErrorAlert error={resume.error} />}
    </>
  );
}

function DeleteDialog({ webhook: { id, appId, url }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { refetch: refetchWebhooks } = useCallQuery('webhooks.list', { appId });
  const remove = useCallMutation('webhooks.delete', {
    // The row and its deliveries disappear, because they can't be read any more.
    leave: async () => {
      await refetchWebhooks();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t`Delete this webhook?`}
      confirmLabel={t`Delete webhook`}
      danger
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ webhookId: id })}
      onClose={onClose}
    >
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        {t`No more events are sent to ${url}, including pending retries. Its deliveries and secret are deleted.`}
      </Typography>
    </ConfirmDialog>
  );
}

/** Returns the events of a webhook on one line. */
function eventsText(events: readonly WebhookEvent[]): string {
  if (events.length === WEBHOOK_EVENTS.length) return t`All events`;
  const chosen = WEBHOOK_EVENTS.filter((event) => events.includes(event)).map(webhookLabel);
  // German nouns keep their capitals in the middle of a sentence.
  if (messageLanguage() !== 'en') return chosen.join(', ');
  return [chosen[0], ...chosen.slice(1).map(labelInSentence)].join(', ');
}
