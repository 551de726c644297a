import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useState } from 'react';
import { useCallQuery } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { Section } from '#client/ui/section.tsx';
import type { CallResult } from '#shared/calls.ts';
import { DownloadsTable } from './downloads-table.tsx';

// The charts are large, so they come when the rest of the page stands.
const DownloadsChart = lazy(async () => ({
  default: (await import('#client/ui/downloads-chart.tsx')).DownloadsChart,
}));

/** How many days the section looks back. */
const DAYS = 30;
const CHART_HEIGHT = 240;

/** Downloads of the person's apps, day by day: as a chart, or as a table with the same numbers. */
export function DownloadsSection() {
  const { data, error, refetch } = useCallQuery('apps.downloads', { days: DAYS });
  const [isTable, setTable] = useState(false);
  return (
    <Section title="Downloads">
      {error !== null && <CallErrorAlert error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton variant="rounded" height={CHART_HEIGHT + 80} />}
      {data !== undefined && (
        <>
          <Typography sx={{ mb: data.total === 0 ? 0 : 2 }}>{summary(data)}</Typography>
          {data.total > 0 && (
            <>
              {isTable ? (
                <DownloadsTable downloads={data} />
              ) : (
                <Suspense fallback={<Skeleton variant="rounded" height={CHART_HEIGHT} />}>
                  <DownloadsChart days={data.days} />
                </Suspense>
              )}
              <Button size="small" sx={{ mt: 1 }} onClick={() => setTable(!isTable)}>
                {isTable ? 'Show as a chart' : 'Show as a table'}
              </Button>
            </>
          )}
        </>
      )}
    </Section>
  );
}

function summary({ total, previousTotal }: CallResult<'apps.downloads'>): string {
  if (total === 0 && previousTotal === 0) return `Nobody has downloaded your apps in the last ${DAYS} days.`;
  const now = `${total.toLocaleString('en')} in the last ${DAYS} days`;
  return `${now}, ${previousTotal.toLocaleString('en')} in the ${DAYS} days before.`;
}
