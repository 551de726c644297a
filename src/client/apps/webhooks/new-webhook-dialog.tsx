import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useCallMutation } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { CheckList } from '#client/ui/check-list.tsx';
import { CodeBlock } from '#client/ui/code-block.tsx';
import { TextFormField } from '#client/ui/form-field.tsx';
import { newWebhookSchema, WEBHOOK_EVENTS } from '#shared/webhooks/calls.ts';
import { EVENT_WORDS } from './event-words.ts';

const CHOICES = WEBHOOK_EVENTS.map((event) => ({ value: event, label: EVENT_WORDS[event], help: event }));

export interface NewWebhookDialogProps {
  readonly appId: string;
  readonly onClose: () => void;
}

/** Adds a webhook, and shows its secret once. */
export function NewWebhookDialog({ appId, onClose }: NewWebhookDialogProps) {
  const id = useId();
  const create = useCallMutation('webhooks.create', { invalidates: ['webhooks.list'] });
  const { register, control, handleSubmit, formState } = useForm({
    resolver: zodResolver(newWebhookSchema),
    defaultValues: { appId, url: '', events: [...WEBHOOK_EVENTS] },
  });

  if (create.data !== undefined) return <Secret secret={create.data.secret} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="sm">
      <form noValidate onSubmit={(event) => void handleSubmit((webhook) => create.mutate(webhook))(event)}>
        <DialogTitle id={id}>Add a webhook</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2.5 }}>
          <TextFormField
            label="Address"
            type="url"
            placeholder="https://"
            help="A public https address that answers a POST with a status from 200 to 299."
            error={formState.errors.url?.message}
            {...register('url')}
          />
          <Controller
            control={control}
            name="events"
            render={({ field, fieldState }) => (
              <CheckList
                label="Events of versions"
                choices={CHOICES}
                error={fieldState.error?.message}
                value={field.value ?? []}
                onChange={field.onChange}
              />
            )}
          />
          {create.error !== null && <CallErrorAlert error={create.error} />}
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button onClick={onClose} disabled={create.isPending}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" loading={create.isPending}>
            Add webhook
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function Secret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const id = useId();
  return (
    <Dialog open aria-labelledby={id} fullWidth maxWidth="sm">
      <DialogTitle id={id}>The secret of your webhook</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
        <Alert severity="warning">Copy it now: it is not shown again.</Alert>
        <CodeBlock code={secret} label="Secret" />
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Every post carries the headers <code>webhook-id</code>, <code>webhook-timestamp</code> and{' '}
          <code>webhook-signature</code>: HMAC-SHA256 over id, timestamp and body, joined by dots, as the
          Standard Webhooks specification has it. Refuse what this secret has not signed.
        </Typography>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button variant="contained" onClick={onClose}>
          I have copied it
        </Button>
      </DialogActions>
    </Dialog>
  );
}
