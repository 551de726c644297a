import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { Suspense, useState } from 'react';
import { useCallQuery } from '#client/backend/use-call.ts';
import { lazyChunk } from '#client/components/chunk/lazy-chunk.tsx';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { Section } from '#client/ui/section.tsx';
import type { CallResult } from '#shared/calls.ts';
import { formatNumber, t } from '#shared/languages/translate.ts';
import { DownloadsTable } from './downloads-table.tsx';

// The charts are large, so they load after the rest of the page.
const DownloadsChart = lazyChunk(
  'downloads-chart',
  async () => (await import('#client/components/statistics/downloads-chart.tsx')).DownloadsChart,
);

/** Number of days shown. */
const DAYS = 30;
const CHART_HEIGHT = 240;

/** Shows the daily downloads of the user's apps, as a chart or as a table. */
export function DownloadsSection() {
  const call = useCallQuery('apps.downloads', { days: DAYS });
  const { data } = call;
  const [isTable, setTable] = useState(false);
  return (
    <Section title={t`Downloads`}>
      <CallStatus call={call} skeleton={<Skeleton variant="rounded" height={CHART_HEIGHT + 80} />} />
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
                {isTable ? t`Show as a chart` : t`Show as a table`}
              </Button>
            </>
          )}
        </>
      )}
    </Section>
  );
}

function summary({ total, previousTotal }: CallResult<'apps.downloads'>): string {
  if (total === 0 && previousTotal === 0) return t`No downloads in the last ${DAYS} days.`;
  const now = `${formatNumber(total)} in the last ${DAYS} days`;
  return t`${now}, ${formatNumber(previousTotal)} in the ${DAYS} days before.`;
}
