import CheckCircleIcon from '@mui/icons-material/CheckCircle';
import ErrorIcon from '@mui/icons-material/Error';
import HourglassEmptyIcon from '@mui/icons-material/HourglassEmpty';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { CodeBlock } from '#client/ui/code-block.tsx';
import { CopyId } from '#client/ui/copy.tsx';
import { PendingButton } from '#client/ui/pending-button.tsx';
import { rich } from '#client/ui/rich-text.tsx';
import { Time } from '#client/ui/time.tsx';
import { ToneChip } from '#client/ui/tone-chip.tsx';
import { TEST_EVENT, webhookLabel } from '#shared/events.ts';
import { plural, t } from '#shared/languages/translate.ts';
import type { WebhookDelivery } from '#shared/webhooks/calls.ts';

const STYLES = {
  pending: { label: t`Pending`, icon: HourglassEmptyIcon, tone: 'warning' },
  delivered: { label: t`Delivered`, icon: CheckCircleIcon, tone: 'success' },
  failed: { label: t`Failed`, icon: ErrorIcon, tone: 'error' },
} as const satisfies Record<WebhookDelivery['status'], unknown>;

interface DeliveryRowProps {
  readonly delivery: WebhookDelivery;
}

/** Shows one delivery: its event, attempts and response, with a button to resend it unless it was a test. */
export function DeliveryRow({ delivery }: DeliveryRowProps) {
  const { event, status, createdAt, nextAttemptAt } = delivery;
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const replay = useCallMutation('webhooks.replay');
  return (
    <Box component="li" sx={{ py: 1, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5 }}>
        <Box component="span" aria-live="polite">
          <ToneChip {...STYLES[status]} />
        </Box>
        <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
          <Typography variant="body2" sx={{ fontWeight: 600 }}>
            {webhookLabel(event)}
          </Typography>
          <Typography variant="body2" component="div" sx={{ color: 'text.secondary' }}>
            <Time iso={createdAt} /> ·{' '}
            {nextAttemptAt !== null && delivery.attempts > 0
              ? rich`${outcomeText(delivery)}, next attempt ${<Time iso={nextAttemptAt} />}`
              : outcomeText(delivery)}
          </Typography>
        </Box>
        <Box sx={{ display: 'flex', gap: 0.5 }}>
          <Button size="small" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
            {isOpen ? t`Hide details` : t`Details`}
          </Button>
          {event !== TEST_EVENT && (
            <PendingButton
              size="small"
              pending={replay.isPending}
              onClick={() => replay.mutate({ deliveryId: delivery.id })}
            >
              {t`Send again`}
            </PendingButton>
          )}
        </Box>
      </Box>
      {replay.error !== null && <CallErrorAlert error={replay.error} />}
      <Box id={id}>{isOpen && <Details delivery={delivery} />}</Box>
    </Box>
  );
}

function outcomeText({ attempts, responseStatus, durationMs }: WebhookDelivery): string {
  if (attempts === 0) return t`not tried yet`;
  const tried = plural(attempts, { one: '# attempt', other: '# attempts' });
  const response = responseStatus === null ? t`no response` : t`status ${responseStatus}`;
  return durationMs === null ? `${tried}, ${response}` : t`${tried}, ${response} in ${durationMs} ms`;
}

function Details({ delivery: { eventId, payload, response } }: DeliveryRowProps) {
  return (
    <Box sx={{ display: 'grid', gap: 1.5, mt: 1, minWidth: 0 }}>
      <Typography variant="body2" component="div">
        {rich`Event ${<CopyId value={eventId} label={t`event ID`} />}`}
      </Typography>
      <CodeBlock code={indentJson(payload)} label={t`Request body`} />
      {response !== null && response !== '' && <CodeBlock code={response} label={t`Last response`} />}
    </Box>
  );
}

/** Returns indented JSON. */
function indentJson(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2);
}
