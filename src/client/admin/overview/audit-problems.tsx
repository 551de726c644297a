import AlertTitle from '@mui/material/AlertTitle';
import { paths } from '#client/paths.ts';
import type { CallResult } from '#shared/calls.ts';
import { t } from '#shared/languages/translate.ts';
import { LinkAlert } from './link-alert.tsx';

/** Warns that the audit log was altered; shows nothing while it is intact. */
export function AuditProblems({ audit }: { audit: CallResult<'admin.overview'>['audit'] }) {
  if (audit.problemCount === 0) return null;
  return (
    <LinkAlert severity="error" label={t`Open the audit log`} href={paths.audit}>
      <AlertTitle>{t`The audit log was altered`}</AlertTitle>
      {t`Keep a copy of the database, and find out who had access to it.`}
    </LinkAlert>
  );
}
