import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useCallQuery } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { WaitingAges } from '#client/components/review/waiting-ages.tsx';
import { paths } from '#client/paths.ts';
import type { CallResult } from '#shared/calls.ts';
import { formatNumber, t } from '#shared/languages/translate.ts';
import type { QueueFilterInput } from './queue-address.ts';

interface View {
  readonly label: string;
  readonly filter: Readonly<Record<string, string>>;
  readonly count: keyof Omit<CallResult<'reviews.queueSummary'>, 'ages'>;
}

/** The parts of the queue that reviewers open most; their addresses can be bookmarked like any other filter. */
const VIEWS: readonly View[] = [
  { label: t`All`, filter: {}, count: 'all' },
  { label: t`Mine`, filter: { reviewer: 'me' }, count: 'mine' },
  { label: t`Unassigned`, filter: { reviewer: 'nobody' }, count: 'unassigned' },
  { label: t`Overdue`, filter: { has: 'overdue' }, count: 'overdue' },
  { label: t`Sensitive`, filter: { has: 'permissions' }, count: 'sensitive' },
];

/** Shows the views of the queue with their counts, its filters, and how long its versions have waited. */
export function QueueSummary({ filter, children }: { filter: QueueFilterInput; children: ReactNode }) {
  const { data, error, refetch } = useCallQuery('reviews.queueSummary', {});
  const { sort: _, ...shown } = filter;
  const isShown = (view: View) =>
    JSON.stringify(Object.entries(view.filter)) === JSON.stringify(Object.entries(shown));
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) auto' },
        columnGap: 4,
        rowGap: 2,
        alignItems: 'end',
        mb: 2,
      }}
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Box component="nav" aria-label={t`Views`} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {VIEWS.map((view) => (
            <Button
              key={view.label}
              size="small"
              variant={isShown(view) ? 'contained' : 'outlined'}
              href={paths.queueOf(view.filter)}
              {...(isShown(view) && { 'aria-current': 'page' as const })}
              sx={{ borderRadius: 8, gap: 0.75 }}
            >
              {view.label}
              {data !== undefined && (
                <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums', fontWeight: 400 }}>
                  {formatNumber(data[view.count])}
                </Box>
              )}
            </Button>
          ))}
        </Box>
        {children}
      </Box>
      {error !== null && <CallErrorAlert error={error} onRetry={refetch} />}
      <WaitingAges ages={data?.ages} />
    </Box>
  );
}
