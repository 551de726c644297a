import Alert from '@mui/material/Alert';
import { CodeBlock } from '#client/ui/code-block.tsx';
import { SecretDialog } from '#client/ui/secret-dialog.tsx';
import { t } from '#shared/languages/translate.ts';

interface LinkDialogProps {
  readonly title: string;
  /** What the link does, and for how long. */
  readonly warning: string;
  readonly link: string;
  readonly onClose: () => void;
}

/** Shows a link once that somebody passes on. */
export function LinkDialog({ title, warning, link, onClose }: LinkDialogProps) {
  return (
    <SecretDialog title={title} confirmLabel={t`I’ve copied it`} onClose={onClose}>
      <Alert severity="warning">{warning}</Alert>
      <CodeBlock code={link} label={t`Link`} />
    </SecretDialog>
  );
}
