import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useCallQuery } from '#client/backend/use-call.ts';
import { withFilter } from '#client/paths.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { CountTable } from '#client/ui/count-table.tsx';
import { Section } from '#client/ui/section.tsx';
import type { CallResult } from '#shared/calls.ts';
import type { AppPartProps } from './loaded-app.ts';
import { releaseTitle } from './releases/release-title.ts';

// The charts are large, so they come when the rest of the page stands.
const DownloadsChart = lazy(async () => ({
  default: (await import('#client/ui/downloads-chart.tsx')).DownloadsChart,
}));

const SPANS = [7, 30, 90, 365] as const;
const USUAL_SPAN = 30;
const CHART_HEIGHT = 240;

/** How often the app was downloaded, day by day and version by version; `?days=` chooses the span. */
export function StatisticsPart({ loaded: { app } }: AppPartProps) {
  const [params, setParams] = useSearchParams();
  const days = SPANS.find((span) => String(span) === params.get('days')) ?? USUAL_SPAN;
  const { data, error, refetch } = useCallQuery(
    'apps.versionDownloads',
    { appId: app.id, days },
    { keepPrevious: true },
  );
  return (
    <>
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-label="Span"
        value={days}
        onChange={(_event, span: number | null) => {
          if (span !== null) setParams(withFilter(params, 'days', String(span)), { replace: true });
        }}
        sx={{ mb: 3 }}
      >
        {SPANS.map((span) => (
          <ToggleButton key={span} value={span}>
            {span} days
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {error !== null && <CallErrorAlert error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton variant="rounded" height={CHART_HEIGHT + 80} />}
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
          ? 'Nobody has downloaded this app yet. Days are counted in UTC from its first publication on.'
          : `${total.toLocaleString('en')} in the last ${days.length} days, ${previousTotal.toLocaleString('en')} in the ${days.length} days before, ${allTime.toLocaleString('en')} in all.`}
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
        <CountTable name="Since its publication" rows={rowsOf('allTime')} />
      </Box>
    </Section>
  );
}
