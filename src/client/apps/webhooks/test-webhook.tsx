import SendIcon from '@mui/icons-material/Send';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import { useCallMutation } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { PendingButton } from '#client/ui/pending-button.tsx';
import { t } from '#shared/languages/translate.ts';
import type { Webhook, WebhookDelivery } from '#shared/webhooks/calls.ts';

/** Sends a test event to a webhook, and shows the response. */
export function TestWebhook({ webhook: { id, url } }: { webhook: Webhook }) {
  const { mutate, isPending, data, error } = useCallMutation('webhooks.sendTest');
  return (
    <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'start', mt: 1.5 }}>
      <PendingButton
        size="small"
        variant="outlined"
        startIcon={<SendIcon aria-hidden />}
        aria-label={t`Send a test event to ${url}`}
        pending={isPending}
        onClick={() => mutate({ webhookId: id })}
      >
        {t`Send a test event`}
      </PendingButton>
      <Box aria-live="polite" sx={{ width: '100%', '&:empty': { display: 'none' } }}>
        {error !== null && <CallErrorAlert error={error} />}
        {error === null && !isPending && data !== undefined && <TestResult delivery={data.delivery} />}
      </Box>
    </Box>
  );
}

function TestResult({
  delivery: { status, responseStatus, response, durationMs },
}: {
  delivery: WebhookDelivery;
}) {
  const outcome =
    responseStatus === null
      ? t`No response after ${durationMs ?? 0} ms`
      : t`Status ${responseStatus} in ${durationMs ?? 0} ms`;
  return (
    <Alert severity={status === 'delivered' ? 'success' : 'error'}>
      <AlertTitle>
        {status === 'delivered' ? t`The test event was delivered` : t`The test event wasn’t delivered`}
      </AlertTitle>
      {outcome}
      {response !== null && response !== '' && (
        <Box component="code" sx={{ display: 'block', mt: 1, overflowWrap: 'anywhere' }}>
          {response}
        </Box>
      )}
    </Alert>
  );
}
