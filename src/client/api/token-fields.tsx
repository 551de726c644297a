import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { Controller, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { CheckList } from '#client/ui/check-list.tsx';
import { FormField, TextFormField } from '#client/ui/form-field.tsx';
import { t } from '#shared/languages/translate.ts';
import { SCOPES, type TokenScope } from '#shared/token-scope.ts';
import type { newTokenSchema } from '#shared/tokens/calls.ts';
import { TokenApps } from './token-apps.tsx';

const LIFETIMES = [
  { days: 30, label: t`30 days` },
  { days: 90, label: t`90 days` },
  { days: 365, label: t`1 year` },
  { days: null, label: t`No expiration` },
] as const;

interface TokenFieldsProps {
  readonly form: UseFormReturn<z.input<typeof newTokenSchema>, unknown, z.output<typeof newTokenSchema>>;
  /** The scopes to choose from. */
  readonly scopes: readonly TokenScope[];
}

/** Shows the fields of a new token: name, scopes, expiry and apps. */
export function TokenFields({ form: { register, control, formState }, scopes }: TokenFieldsProps) {
  return (
    <>
      <TextFormField
        label={t`Name`}
        help={t`What uses it, such as the name of a build server.`}
        error={formState.errors.name?.message}
        {...register('name')}
      />
      <Controller
        control={control}
        name="scopes"
        render={({ field, fieldState }) => (
          <CheckList
            label={t`Scopes`}
            choices={scopes.map((scope) => ({ value: scope, label: SCOPES[scope], help: scope }))}
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
      <Controller
        control={control}
        name="appIds"
        render={({ field, fieldState }) => (
          <TokenApps
            error={fieldState.error?.message}
            value={field.value ?? null}
            onChange={field.onChange}
          />
        )}
      />
    </>
  );
}
