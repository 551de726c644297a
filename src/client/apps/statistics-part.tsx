import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useCallQuery } from '#client/backend/use-call.ts';
import type { AppPartProps } from '#client/components/app/loaded-app.ts';
import { lazyChunk } from '#client/components/chunk/lazy-chunk.tsx';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { withFilter } from '#client/paths.ts';
import { CountTable } from '#client/ui/count-table.tsx';
import { Section } from '#client/ui/section.tsx';
import type { CallResult } from '#shared/calls.ts';
import { releaseTitle } from './releases/release-title.ts';

// The charts are large, so they load after the rest of the page.
const DownloadsChart = lazyChunk(
  'downloads-chart',
  async () => (await import('#client/components/statistics/downloads-chart.tsx')).DownloadsChart,
);

const SPANS = [7, 30, 90, 365] as const;
const USUAL_SPAN = 30;
const CHART_HEIGHT = 240;

/** Shows the app's downloads by day and version; `?days=` selects the period. */
export function StatisticsPart({ loaded: { app } }: AppPartProps) {
  const [params, setParams] = useSearchParams();
  const days = SPANS.find((span) => String(span) === params.get('days')) ?? USUAL_SPAN;
  const call = useCallQuery('apps.versionDownloads', { appId: app.id, days }, { keepPrevious: true });
  const { data } = call;
  return (
    <>
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-label="Period"
        value={days}
        onChange={(_event, span: number | null) => {
          if (span !== null) setParams(withFilter('days', String(span)), { replace: true });
        }}
        sx={{ mb: 3 }}
      >
        {SPANS.map((span) => (
          <ToggleButton key={span} value={span}>
            {span} days
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <CallStatus call={call} skeleton={<Skeleton variant="rounded" height={CHART_HEIGHT + 80} />} />
      {data !== undefined && (
        <>
          <OverTime downloads={data} />
          {data.versions.length > 0 && <ByVersion downloads={data} />}
        </>
      )}
    </>
  );
}

type Downloads = CallResult<'apps.versionDownloads'>;

function OverTime({ downloads }: { downloads: Downloads }) {
  const { days, total, previousTotal, allTime } = downloads;
  const [isTable, setTable] = useState(false);
  return (
    <Section title="Downloads over time">
      <Typography sx={{ mb: total === 0 ? 0 : 2 }}>
        {allTime === 0
          ? 'No downloads yet. Days are counted in UTC, from first publication.'
          : `${total.toLocaleString('en')} in the last ${days.length} days, ${previousTotal.toLocaleString('en')} in the ${days.length} days before, ${allTime.toLocaleString('en')} total.`}
      </Typography>
      {total > 0 && (
        <>
          {isTable ? (
            <CountTable
              name="Day (UTC)"
              rows={days
                .filter(({ count }) => count > 0)
                .toReversed()
                .map(({ day, count }) => ({ key: day, label: day, count }))}
            />
          ) : (
            <Suspense fallback={<Skeleton variant="rounded" height={CHART_HEIGHT} />}>
              <DownloadsChart days={days} />
            </Suspense>
          )}
          <Button size="small" sx={{ mt: 1 }} onClick={() => setTable(!isTable)}>
            {isTable ? 'Show as a chart' : 'Show as a table'}
          </Button>
        </>
      )}
    </Section>
  );
}

function ByVersion({ downloads: { days, versions } }: { downloads: Downloads }) {
  const rowsOf = (column: 'total' | 'allTime') =>
    versions.map((version) => ({
      key: version.versionId,
      label: releaseTitle(version),
      count: version[column],
    }));
  return (
    <Section title="By version">
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { sm: '1fr 1fr' }, alignItems: 'start' }}>
        <CountTable name={`Last ${days.length} days`} rows={rowsOf('total')} />
        <CountTable name="Since published" rows={rowsOf('allTime')} />
      </Box>
    </Section>
  );
}
