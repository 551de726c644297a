import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import { Controller, useForm } from 'react-hook-form';
import { z } from 'zod';
import { TextFormField } from '#client/ui/form-field.tsx';
import { t } from '#shared/languages/translate.ts';
import { COMMAND_SCOPES, trustedPublisherInputSchema } from '#shared/trusted-publishers/calls.ts';
import { repositorySourceSchema, type TrustedRepository } from '#shared/trusted-publishers/source.ts';
import { ScopesField } from './scopes-field.tsx';
import { SourceDialog, type SourceFormProps } from './source-dialog.tsx';

const schema = z.object({ source: repositorySourceSchema, scopes: trustedPublisherInputSchema.shape.scopes });

type Kind = TrustedRepository['kind'];

const HELP: Readonly<Record<Kind, { ids: string; workflow: string }>> = {
  github: {
    ids: t`repository_id and repository_owner_id of the repository’s API. Leave both empty to keep those of the first job.`,
    workflow: '.github/workflows/publish.yml',
  },
  gitlab: {
    ids: t`The IDs of the project and its group or user. Leave both empty to keep those of the first job.`,
    workflow: '.gitlab-ci.yml',
  },
};

const nullWhenEmpty = { setValueAs: (text: string | null) => (text === '' ? null : text) };

/** Asks for the repository whose jobs may publish. */
export function RepositoryForm({
  kind,
  trusted,
  onSave,
  ...dialog
}: SourceFormProps & { readonly kind: Kind }) {
  const { register, control, handleSubmit, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: initialValues(kind, trusted),
  });
  const errors = formState.errors.source;
  return (
    <SourceDialog
      {...dialog}
      trusted={trusted}
      onSubmit={() => void handleSubmit(({ source, scopes }) => onSave(source, scopes))()}
    >
      <TextFormField
        label={kind === 'github' ? t`Repository` : t`Project`}
        placeholder="octo-org/app"
        help={t`The owner and the name.`}
        error={errors?.repository?.message}
        {...register('source.repository')}
      />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } }}>
        <TextFormField
          label={kind === 'github' ? t`Repository ID` : t`Project ID`}
          optional
          help={HELP[kind].ids}
          error={errors?.repositoryId?.message}
          inputProps={{ inputMode: 'numeric' }}
          {...register('source.repositoryId', nullWhenEmpty)}
        />
        <TextFormField
          label={kind === 'github' ? t`Owner ID` : t`Namespace ID`}
          optional
          error={errors?.ownerId?.message}
          inputProps={{ inputMode: 'numeric' }}
          {...register('source.ownerId', nullWhenEmpty)}
        />
      </Box>
      <TextFormField
        label={kind === 'github' ? t`Workflow file` : t`CI configuration file`}
        placeholder={HELP[kind].workflow}
        help={t`Its path in the repository, such as ${HELP[kind].workflow}.`}
        error={errors?.workflow?.message}
        {...register('source.workflow')}
      />
      <TextFormField
        label={t`Environment`}
        optional
        help={t`Only jobs of this environment may publish. Limit who can use it in the repository’s settings.`}
        error={errors?.environment?.message}
        {...register('source.environment', nullWhenEmpty)}
      />
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

function initialValues(kind: Kind, trusted: SourceFormProps['trusted']): z.input<typeof schema> {
  const scopes = trusted?.scopes ?? [...COMMAND_SCOPES];
  if (trusted !== null && trusted.source.kind === kind) return { source: trusted.source, scopes };
  const source = {
    kind,
    repository: '',
    repositoryId: null,
    ownerId: null,
    workflow: HELP[kind].workflow,
    environment: null,
  };
  return { source, scopes };
}
