import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import { useForm } from 'react-hook-form';
import { useCallMutation } from '#client/backend/use-call.ts';
import { FormDialog } from '#client/components/feedback/form-dialog.tsx';
import { CodeBlock } from '#client/ui/code-block.tsx';
import { TextFormField } from '#client/ui/form-field.tsx';
import { SecretDialog } from '#client/ui/secret-dialog.tsx';
import { t } from '#shared/languages/translate.ts';
import { newReaderTokenSchema } from '#shared/settings/reader-calls.ts';

/** Creates a reader token, and shows its secret once. */
export function NewReaderTokenDialog({ onClose }: { onClose: () => void }) {
  const create = useCallMutation('readers.create');
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(newReaderTokenSchema),
    defaultValues: { name: '' },
  });
  if (create.data !== undefined) {
    return (
      <SecretDialog title={t`The new reader token`} confirmLabel={t`I’ve copied it`} onClose={onClose}>
        <Alert severity="warning">{t`Copy it now. You won’t see it again.`}</Alert>
        <CodeBlock code={create.data.secret} label={t`Token`} />
      </SecretDialog>
    );
  }
  return (
    <FormDialog
      title={t`Create a reader token`}
      submitLabel={t`Create token`}
      pending={create.isPending}
      error={create.error}
      onSubmit={() => void handleSubmit((token) => create.mutate(token))()}
      onClose={onClose}
    >
      <TextFormField
        label={t`Name`}
        help={t`Who uses it, such as the name of a person or a company.`}
        error={formState.errors.name?.message}
        {...register('name')}
      />
    </FormDialog>
  );
}
