import Typography from '@mui/material/Typography';
import { useCallMutation } from '#client/backend/use-call.ts';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { t } from '#shared/languages/translate.ts';

interface RevokeDialogProps {
  readonly token: { readonly id: string; readonly name: string };
  readonly call: 'tokens.revoke' | 'readers.revoke';
  /** Says what happens then. */
  readonly consequence: string;
  readonly onClose: () => void;
}

/** Asks before a token is revoked. */
export function RevokeDialog({ token, call, consequence, onClose }: RevokeDialogProps) {
  const revoke = useCallMutation(call);
  return (
    <ConfirmDialog
      title={t`Revoke ${token.name}?`}
      confirmLabel={t`Revoke`}
      danger
      pending={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate({ tokenId: token.id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Typography>{consequence}</Typography>
    </ConfirmDialog>
  );
}
