import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { Controller, useForm } from 'react-hook-form';
import { useCallMutation } from '#client/backend/use-call.ts';
import { FormDialog } from '#client/components/feedback/form-dialog.tsx';
import { CheckList } from '#client/ui/check-list.tsx';
import { CodeBlock } from '#client/ui/code-block.tsx';
import { TextFormField } from '#client/ui/form-field.tsx';
import { rich } from '#client/ui/rich-text.tsx';
import { SecretDialog } from '#client/ui/secret-dialog.tsx';
import { WEBHOOK_EVENTS, webhookLabel } from '#shared/events.ts';
import { t } from '#shared/languages/translate.ts';
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
      title={t`Add a webhook`}
      submitLabel={t`Add webhook`}
      pending={create.isPending}
      error={create.error}
      onSubmit={() => void handleSubmit((webhook) => create.mutate(webhook))()}
      onClose={onClose}
    >
      <TextFormField
        label={t`URL`}
        type="url"
        placeholder="https://"
        help={t`A public https URL that responds to a POST with a status from 200 to 299.`}
        error={formState.errors.url?.message}
        {...register('url')}
      />
      <Controller
        control={control}
        name="events"
        render={({ field, fieldState }) => (
          <CheckList
            label={t`Version events`}
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

function header(name: string) {
  return <code>{`webhook-${name}`}</code>;
}

function Secret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <SecretDialog title={t`Your webhook’s secret`} confirmLabel={t`I’ve copied it`} onClose={onClose}>
      <Alert severity="warning">{t`Copy it now. You won’t see it again.`}</Alert>
      <CodeBlock code={secret} label={t`Secret`} />
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {rich`Every request carries the headers ${header('id')}, ${header('timestamp')} and ${header('signature')}: HMAC-SHA256 over ID, timestamp and body, joined by dots, as defined by Standard Webhooks. Reject requests that aren’t signed with this secret, and ignore an ID that you have had before: an event can arrive twice.`}
      </Typography>
    </SecretDialog>
  );
}
