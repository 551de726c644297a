import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import { paths } from '#client/paths.ts';
import type { CallResult } from '#shared/calls.ts';
import { t } from '#shared/languages/translate.ts';

/** Warns that the audit log was altered; shows nothing while it is intact. */
export function AuditProblems({ audit }: { audit: CallResult<'admin.overview'>['audit'] }) {
  if (audit.problemCount === 0) return null;
  return (
    <Alert
      severity="error"
      sx={{ mb: 3 }}
      action={<Button color="inherit" size="small" href={paths.audit}>{t`Open the audit log`}</Button>}
    >
      <AlertTitle>{t`The audit log was altered`}</AlertTitle>
      {t`Keep a copy of the database, and find out who had access to it.`}
    </Alert>
  );
}
