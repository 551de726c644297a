import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { FormDialog } from '#client/components/feedback/form-dialog.tsx';
import { PublisherFields, type PublisherValues } from '#client/components/user/publisher-fields.tsx';
import { t } from '#shared/languages/translate.ts';
import { publisherSchema } from '#shared/users/calls.ts';

interface PublisherDialogProps {
  readonly pending: boolean;
  readonly error: Error | null;
  readonly onSubmit: (publisher: PublisherValues) => void;
  readonly onClose: () => void;
}

/** Asks someone who only browsed so far for the name to publish under, before they ask to publish. */
export function PublisherDialog({ pending, error, onSubmit, onClose }: PublisherDialogProps) {
  const { control, handleSubmit } = useForm<PublisherValues>({
    resolver: zodResolver(publisherSchema),
    defaultValues: { developerName: '', developerType: 'individual' },
  });
  return (
    <FormDialog
      title={t`Ask to publish`}
      submitLabel={t`Ask to publish`}
      pending={pending}
      error={error}
      onSubmit={() => void handleSubmit(onSubmit)()}
      onClose={onClose}
    >
      <PublisherFields control={control} />
    </FormDialog>
  );
}
