import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { Controller, useForm } from 'react-hook-form';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { FormDialog } from '#client/components/feedback/form-dialog.tsx';
import { CheckList } from '#client/ui/check-list.tsx';
import { CodeBlock } from '#client/ui/code-block.tsx';
import { FormField, TextFormField } from '#client/ui/form-field.tsx';
import { SecretDialog } from '#client/ui/secret-dialog.tsx';
import { t } from '#shared/languages/translate.ts';
import { callCommand } from '#shared/tokens/call-command.ts';
import { newTokenSchema } from '#shared/tokens/calls.ts';
import { SCOPES, TOKEN_SCOPES } from '#shared/tokens/scope.ts';

const LIFETIMES = [
  { days: 30, label: t`30 days` },
  { days: 90, label: t`90 days` },
  { days: 365, label: t`1 year` },
  { days: null, label: t`No expiration` },
] as const;

const TEST_CALL = { name: 'apps.list', example: { scope: 'mine' }, needsToken: true };

/** Creates an API token, and shows its secret once. */
export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const create = useCallMutation('tokens.create');
  const apps = useCallQuery('apps.list', { scope: 'mine', limit: 50 });
  const { register, control, handleSubmit, formState } = useForm({
    resolver: zodResolver(newTokenSchema),
    defaultValues: { name: '', scopes: ['read'], appIds: null, expiresInDays: 90 },
  });
  const { errors } = formState;

  if (create.data !== undefined) return <Secret secret={create.data.secret} onClose={onClose} />;
  return (
    <FormDialog
      title={t`Create a token`}
      submitLabel={t`Create token`}
      pending={create.isPending}
      error={create.error}
      onSubmit={() => void handleSubmit((token) => create.mutate(token))()}
      onClose={onClose}
    >
      <TextFormField
        label={t`Name`}
        help={t`What uses it, such as the name of a build server.`}
        error={errors.name?.message}
        {...register('name')}
      />
      <Controller
        control={control}
        name="scopes"
        render={({ field, fieldState }) => (
          <CheckList
            label={t`Scopes`}
            choices={TOKEN_SCOPES.map((scope) => ({ value: scope, label: SCOPES[scope], help: scope }))}
            error={fieldState.error?.message}
            value={field.value}
            onChange={field.onChange}
          />
        )}
      />
      <FormField label={t`Expires`}>
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
              label={t`Limit to these apps (optional)`}
              help={t`Leave all unchecked for access to all your apps, including future ones.`}
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
    </FormDialog>
  );
}

function Secret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { baseUrl } = useBackend().settings;
  return (
    <SecretDialog title={t`Your new token`} confirmLabel={t`I’ve copied it`} onClose={onClose}>
      <Alert severity="warning">{t`Copy it now. You won’t see it again.`}</Alert>
      <CodeBlock code={secret} label={t`Token`} />
      <CodeBlock
        code={`TOKEN=${secret}\n${callCommand(baseUrl, TEST_CALL)}`}
        label={t`Command that tests the token`}
      />
    </SecretDialog>
  );
}
