import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useId } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { CheckList } from '#client/ui/check-list.tsx';
import { CodeBlock } from '#client/ui/code-block.tsx';
import { FormField, TextFormField } from '#client/ui/form-field.tsx';
import { newTokenSchema } from '#shared/tokens/calls.ts';

import { callRequest, curlText } from './examples.ts';

const SCOPES = [
  { value: 'apps:read', label: 'Read apps and versions', help: 'apps:read' },
  { value: 'apps:write', label: 'Create and change apps and versions, upload packages', help: 'apps:write' },
] as const;

const LIFETIMES = [
  { days: 30, label: '30 days' },
  { days: 90, label: '90 days' },
  { days: 365, label: 'One year' },
  { days: null, label: 'Until I revoke it' },
] as const;

/** Creates an API token, and shows its secret once. */
export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const create = useCallMutation('tokens.create', { invalidates: ['tokens.list'] });
  const apps = useCallQuery('apps.list', { scope: 'mine', limit: 50 });
  const { register, control, handleSubmit, formState } = useForm({
    resolver: zodResolver(newTokenSchema),
    defaultValues: { name: '', scopes: ['apps:read'], appIds: null, expiresInDays: 90 },
  });
  const { errors } = formState;

  if (create.data !== undefined) return <Secret secret={create.data.secret} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="sm">
      <form noValidate onSubmit={(event) => void handleSubmit((token) => create.mutate(token))(event)}>
        <DialogTitle id={id}>Create a token</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2.5 }}>
          <TextFormField
            label="Name"
            help="What uses it, such as the name of a build server."
            error={errors.name?.message}
            {...register('name')}
          />
          <Controller
            control={control}
            name="scopes"
            render={({ field, fieldState }) => (
              <CheckList
                label="It may"
                choices={SCOPES}
                error={fieldState.error?.message}
                value={field.value}
                onChange={field.onChange}
              />
            )}
          />
          <FormField label="Expires">
            {(field) => (
              <NativeSelect
                {...register('expiresInDays', { setValueAs: (days) => (days === '' ? null : Number(days)) })}
                input={<OutlinedInput size="small" />}
                slotProps={{ input: { id: field.id } }}
              >
                {LIFETIMES.map(({ days, label }) => (
                  <option key={label} value={days ?? ''}>
                    {label}
                  </option>
                ))}
              </NativeSelect>
            )}
          </FormField>
          {apps.data !== undefined && apps.data.apps.length > 0 && (
            <Controller
              control={control}
              name="appIds"
              render={({ field, fieldState }) => (
                <CheckList
                  label="Only for these apps (optional)"
                  help="None checked: all your apps, also those to come."
                  choices={apps.data.apps.map((app) => ({
                    value: app.id,
                    label: app.name,
                    help: app.applicationId,
                  }))}
                  error={fieldState.error?.message}
                  value={field.value ?? []}
                  onChange={(ids) => field.onChange(ids.length === 0 ? null : ids)}
                />
              )}
            />
          )}
          {create.error !== null && <CallErrorAlert error={create.error} />}
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button onClick={onClose} disabled={create.isPending}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" loading={create.isPending}>
            Create token
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function Secret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const id = useId();
  const { baseUrl } = useBackend().settings;
  return (
    <Dialog open aria-labelledby={id} fullWidth maxWidth="sm">
      <DialogTitle id={id}>Your new token</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
        <Alert severity="warning">Copy it now: it is not shown again.</Alert>
        <CodeBlock code={secret} label="Token" />
        <CodeBlock
          code={`TOKEN=${secret}\n${curlText(callRequest(baseUrl, 'apps.list'))}`}
          label="Command that tries the token"
        />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button variant="contained" onClick={onClose}>
          I have copied it
        </Button>
      </DialogActions>
    </Dialog>
  );
}
