import { zodResolver } from '@hookform/resolvers/zod';
import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Controller, useFieldArray, useForm } from 'react-hook-form';
import { z } from 'zod';
import { DeleteItemButton, ListProblem } from '#client/ui/field-list.tsx';
import { TextFormField } from '#client/ui/form-field.tsx';
import { t } from '#shared/languages/translate.ts';
import { COMMAND_SCOPES, trustedPublisherInputSchema } from '#shared/trusted-publishers/calls.ts';
import { claimsSourceSchema, MAX_REQUIRED_CLAIMS } from '#shared/trusted-publishers/source.ts';
import { ScopesField } from './scopes-field.tsx';
import { SourceDialog, type SourceFormProps } from './source-dialog.tsx';

const schema = z.object({ source: claimsSourceSchema, scopes: trustedPublisherInputSchema.shape.scopes });

/** Asks for the claims that tokens of another issuer need. */
export function ClaimsForm({ trusted, onSave, ...dialog }: SourceFormProps) {
  const { register, control, handleSubmit, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: initialValues(trusted),
  });
  const { fields, append, remove } = useFieldArray({ control, name: 'source.claims' });
  const errors = formState.errors.source?.claims;
  return (
    <SourceDialog
      {...dialog}
      trusted={trusted}
      onSubmit={() => void handleSubmit(({ source, scopes }) => onSave(source, scopes))()}
    >
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t`A token needs every one of these claims with exactly this value. Choose claims that nobody else can get, such as the ID of your project.`}
      </Typography>
      <Box
        component="ul"
        aria-label={t`Required claims`}
        sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5 }}
      >
        {fields.map((field, at) => (
          <Box component="li" key={field.id} sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
            <TextFormField
              label={t`Claim name`}
              error={errors?.[at]?.name?.message}
              autoComplete="off"
              {...register(`source.claims.${at}.name`)}
            />
            <TextFormField
              label={t`Value`}
              error={errors?.[at]?.value?.message}
              autoComplete="off"
              {...register(`source.claims.${at}.value`)}
            />
            <DeleteItemButton label={t`Delete claim ${at + 1}`} onClick={() => remove(at)} />
          </Box>
        ))}
      </Box>
      <ListProblem error={errors} />
      {fields.length < MAX_REQUIRED_CLAIMS && (
        <Button
          startIcon={<AddIcon />}
          onClick={() => append({ name: '', value: '' })}
          sx={{ justifySelf: 'start' }}
        >
          {t`Add claim`}
        </Button>
      )}
      <Controller
        control={control}
        name="scopes"
        render={({ field, fieldState }) => (
          <ScopesField value={field.value} error={fieldState.error?.message} onChange={field.onChange} />
        )}
      />
    </SourceDialog>
  );
}

function initialValues(trusted: SourceFormProps['trusted']): z.input<typeof schema> {
  const source = trusted?.source;
  return {
    source: source?.kind === 'other' ? source : { kind: 'other', claims: [{ name: 'sub', value: '' }] },
    scopes: trusted?.scopes ?? [...COMMAND_SCOPES],
  };
}
