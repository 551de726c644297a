import Alert from '@mui/material/Alert';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallQuery } from '#client/backend/use-call.ts';
import { rich } from '#client/ui/rich-text.tsx';
import { Time } from '#client/ui/time.tsx';
import { plural, t } from '#shared/languages/translate.ts';

/** Shows how far the audit log is signed and when it was verified, and warns when it was altered. */
export function ChainState() {
  const { storage } = useBackend();
  const { data } = useCallQuery('audit.getChain', {});
  // Keeps its line free, so that the filters don't move.
  if (data === undefined)
    return (
      <Typography variant="body2" sx={{ mb: 2 }}>
        {'\u00a0'}
      </Typography>
    );
  const { size, checkpoint, verification } = data;
  const rows = plural(size, { one: '# chained row', other: '# chained rows' });
  return (
    <>
      {verification !== null && verification.problemCount > 0 && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {t`The audit log was altered. Keep a copy of the database, and see “The audit log” in the operating manual.`}{' '}
          {verification.problems.join(' ')}
        </Alert>
      )}
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 2 }}>
        {rows}
        {' · '}
        {checkpoint === null
          ? t`no checkpoint yet; one is signed every day`
          : rich`${<Link href={storage.urlOf(checkpoint.path)}>{t`checkpoint of ${checkpoint.size}`}</Link>} signed ${<Time iso={checkpoint.signedAt} />}`}
        {' · '}
        {verification === null
          ? t`not verified yet`
          : rich`verified ${<Time iso={verification.verifiedAt} />}`}
      </Typography>
    </>
  );
}
