import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { Controller, useForm } from 'react-hook-form';
import { useCallMutation } from '#client/backend/use-call.ts';
import { FormDialog } from '#client/components/feedback/form-dialog.tsx';
import { CheckList } from '#client/ui/check-list.tsx';
import { CodeBlock } from '#client/ui/code-block.tsx';
import { TextFormField } from '#client/ui/form-field.tsx';
import { SecretDialog } from '#client/ui/secret-dialog.tsx';
import { WEBHOOK_EVENTS, webhookLabel } from '#shared/events.ts';
import { newWebhookSchema } from '#shared/webhooks/calls.ts';

const CHOICES = WEBHOOK_EVENTS.map((event) => ({ value: event, label: webhookLabel(event), help: event }));

export interface NewWebhookDialogProps {
  readonly appId: string;
  readonly onClose: () => void;
}

/** Adds a webhook, and shows its secret once. */
export function NewWebhookDialog({ appId, onClose }: NewWebhookDialogProps) {
  const create = useCallMutation('webhooks.create');
  const { register, control, handleSubmit, formState } = useForm({
    resolver: zodResolver(newWebhookSchema),
    defaultValues: { appId, url: '', events: [...WEBHOOK_EVENTS] },
  });

  if (create.data !== undefined) return <Secret secret={create.data.secret} onClose={onClose} />;
  return (
    <FormDialog
      title="Add a webhook"
      submitLabel="Add webhook"
      pending={create.isPending}
      error={create.error}
      onSubmit={() => void handleSubmit((webhook) => create.mutate(webhook))()}
      onClose={onClose}
    >
      <TextFormField
        label="URL"
        type="url"
        placeholder="https://"
        help="A public https URL that responds to a POST with a status from 200 to 299."
        error={formState.errors.url?.message}
        {...register('url')}
      />
      <Controller
        control={control}
        name="events"
        render={({ field, fieldState }) => (
          <CheckList
            label="Version events"
            choices={CHOICES}
            error={fieldState.error?.message}
            value={field.value ?? []}
            onChange={field.onChange}
          />
        )}
      />
    </FormDialog>
  );
}

function Secret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <SecretDialog title="Your webhook’s secret" confirmLabel="I’ve copied it" onClose={onClose}>
      <Alert severity="warning">Copy it now. You won’t see it again.</Alert>
      <CodeBlock code={secret} label="Secret" />
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Every request carries the headers <code>webhook-id</code>, <code>webhook-timestamp</code> and{' '}
        <code>webhook-signature</code>: HMAC-SHA256 over ID, timestamp and body, joined by dots, as defined by
        Standard Webhooks. Reject requests that aren’t signed with this secret.
      </Typography>
    </SecretDialog>
  );
}
