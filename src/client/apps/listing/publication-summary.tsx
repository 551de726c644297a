import Alert from '@mui/material/Alert';
import { plural, t } from '#shared/languages/translate.ts';
import type { PublicationContext } from './publication-state.ts';

/** Summarises at the top of the editor which changes aren't live yet. */
export function PublicationSummary({ app, listing }: PublicationContext) {
  if (app.status === 'draft') {
    return (
      <Alert severity="info" sx={{ mb: 3 }}>
        {t`The listing goes live with your first version.`}
      </Alert>
    );
  }
  const rejected = listing.unpublished.filter(({ status }) => status === 'rejected').length;
  const waiting = listing.unpublished.filter(
    ({ status, submitted }) => status === 'waiting' || submitted !== null,
  ).length;
  if (rejected + waiting === 0) return null;
  return (
    <Alert severity={rejected > 0 ? 'warning' : 'info'} sx={{ mb: 3 }}>
      {rejected > 0 && t`${changesText(rejected)} rejected by store staff. `}
      {waiting > 0 && t`${changesText(waiting)} waiting for approval. We’ll notify you of the decision.`}
    </Alert>
  );
}

function changesText(count: number): string {
  return plural(count, { one: '# change', other: '# changes' });
}
