import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import { useForm } from 'react-hook-form';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallMutation } from '#client/backend/use-call.ts';
import { FormDialog } from '#client/components/feedback/form-dialog.tsx';
import { CodeBlock } from '#client/ui/code-block.tsx';
import { SecretDialog } from '#client/ui/secret-dialog.tsx';
import { t } from '#shared/languages/translate.ts';
import { TOKEN_SCOPES } from '#shared/token-scope.ts';
import { callCommand } from '#shared/tokens/call-command.ts';
import { newTokenSchema } from '#shared/tokens/calls.ts';
import { TokenFields } from './token-fields.tsx';

const TEST_CALL = { name: 'apps.list', example: { scope: 'mine' }, needsToken: true };

/** Creates an API token, and shows its secret once. */
export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const create = useCallMutation('tokens.create');
  const form = useForm({
    resolver: zodResolver(newTokenSchema),
    defaultValues: { name: '', scopes: ['read'], appIds: null, expiresInDays: 90 },
  });

  if (create.data !== undefined) return <Secret secret={create.data.secret} onClose={onClose} />;
  return (
    <FormDialog
      title={t`Create a token`}
      submitLabel={t`Create token`}
      pending={create.isPending}
      error={create.error}
      onSubmit={() => void form.handleSubmit((token) => create.mutate(token))()}
      onClose={onClose}
    >
      <TokenFields form={form} scopes={TOKEN_SCOPES} />
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
