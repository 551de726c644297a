import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { CodeBlock } from '#client/ui/code-block.tsx';
import { SecretDialog } from '#client/ui/secret-dialog.tsx';
import { t } from '#shared/languages/translate.ts';

/** Shows the recovery codes, which can't be shown again. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
      <Typography>
        {t`Save these recovery codes somewhere you can reach without your phone. Each one signs you in once, instead of a code from the app. You won’t see them again.`}
      </Typography>
      <CodeBlock code={codes.join('\n')} label={t`Recovery codes`} />
    </Box>
  );
}

export interface RecoveryCodesDialogProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** Shows new recovery codes. They can't be shown again. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  return (
    <SecretDialog title={t`Your new recovery codes`} confirmLabel={t`I’ve saved them`} onClose={onClose}>
      <RecoveryCodes codes={codes} />
    </SecretDialog>
  );
}
