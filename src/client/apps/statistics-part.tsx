import DownloadIcon from '@mui/icons-material/Download';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useSearchParams } from 'react-router';
import { useDownload } from '#client/backend/download.ts';
import { useCallQuery } from '#client/backend/use-call.ts';
import type { AppPartProps } from '#client/components/app/loaded-app.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { ChartWithTable } from '#client/components/statistics/chart-with-table.tsx';
import { SeriesTable } from '#client/components/statistics/series-table.tsx';
import { withFilter } from '#client/paths.ts';
import type { BarSeries } from '#client/ui/bar-chart.tsx';
import { dayText } from '#client/ui/chart-scale.ts';
import { CountTable } from '#client/ui/count-table.tsx';
import { Empty } from '#client/ui/empty.tsx';
import { PendingButton } from '#client/ui/pending-button.tsx';
import { Section } from '#client/ui/section.tsx';
import type { CallResult } from '#shared/calls.ts';
import { formatNumber, formatPercentage, t } from '#shared/languages/translate.ts';
import { releaseTitle } from './releases/release-title.ts';
import { bySeries, clientSeries, releaseMarkers } from './statistics-series.ts';

const SPANS = [7, 30, 90, 365] as const;
const USUAL_SPAN = 30;

/** Shows the app's downloads by day, version and client; `?days=` selects the period. */
export function StatisticsPart({ loaded: { app } }: AppPartProps) {
  const [params, setParams] = useSearchParams();
  const days = SPANS.find((span) => String(span) === params.get('days')) ?? USUAL_SPAN;
  const call = useCallQuery('apps.versionDownloads', { appId: app.id, days }, { keepPrevious: true });
  const download = useDownload();
  const { data } = call;
  if (data?.allTime === 0) {
    return (
      <Empty
        picture="chart"
        title={t`No downloads yet. They’re counted by day and version once a version is published.`}
      />
    );
  }
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mb: 3 }}>
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label={t`Period`}
          value={days}
          onChange={(_event, span: number | null) => {
            if (span !== null) setParams(withFilter('days', String(span)), { replace: true });
          }}
        >
          {SPANS.map((span) => (
            <ToggleButton key={span} value={span}>
              {t`${span} days`}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <PendingButton
          size="small"
          startIcon={<DownloadIcon />}
          pending={download.isPending}
          onClick={() => download.mutate(`downloads/${encodeURIComponent(app.id)}/export?days=${days}`)}
        >
          {t`Export CSV`}
        </PendingButton>
      </Box>
      {download.error !== null && <CallErrorAlert error={download.error} />}
      <CallStatus call={call} skeleton={<Skeleton variant="rounded" height={420} />} />
      {data !== undefined && (
        <>
          <OverTime downloads={data} />
          {data.total > 0 && <Adoption downloads={data} />}
          {data.total > 0 && <ByClient downloads={data} />}
          <ByVersion downloads={data} />
        </>
      )}
    </>
  );
}

type Downloads = CallResult<'apps.versionDownloads'>;

function OverTime({ downloads }: { downloads: Downloads }) {
  const { days, total, previousTotal, allTime } = downloads;
  const series = bySeries(downloads);
  const shares = new Map(series.map(({ key, counts }) => [key, sumCounts(counts)]));
  const busiest = days.reduce((best, day) => (day.count > best.count ? day : best), { day: '', count: 0 });
  return (
    <Section title={t`Downloads over time`}>
      <Typography sx={{ mb: total === 0 ? 0 : 2 }}>
        {t`${formatNumber(total)} in the last ${days.length} days, ${formatNumber(previousTotal)} in the ${days.length} days before, ${formatNumber(allTime)} total.`}
      </Typography>
      {total > 0 && (
        <ChartWithTable
          label={t`Daily downloads for ${days.length} days`}
          summary={t`Most downloads: ${formatNumber(busiest.count)} on ${dayText(busiest.day)}. Days are in UTC; dashed lines mark releases.`}
          days={days.map(({ day }) => day)}
          series={series}
          markers={releaseMarkers(downloads)}
        >
          <SeriesTable
            caption={t`Downloads by version`}
            headings={[t`Version`, t`Downloads`, t`Share`]}
            series={series}
            valuesOf={(key) => {
              const count = shares.get(key) ?? 0;
              return [formatNumber(count), shareText(count, total)];
            }}
          />
        </ChartWithTable>
      )}
    </Section>
  );
}

/** Shows how far each version has taken over, as far as downloads can tell. */
function Adoption({ downloads }: { downloads: Downloads }) {
  const { days } = downloads;
  const series = bySeries(downloads);
  const half = Math.floor(days.length / 2);
  const part = (from: number, to: number) => {
    const counts = new Map(series.map((one) => [one.key, sumCounts(one.counts.slice(from, to))]));
    const all = sumCounts([...counts.values()]);
    return (key: string) => (all === 0 ? '–' : shareText(counts.get(key) ?? 0, all));
  };
  const [before, after] = [part(0, half), part(half, days.length)];
  return (
    <Section title={t`Share of downloads by version`}>
      <Typography sx={{ mb: 2 }}>
        {t`How quickly new downloads move to a new version. Quayside counts downloads, not devices.`}
      </Typography>
      <ChartWithTable
        label={t`Share of each day’s downloads for ${days.length} days`}
        summary={t`Each bar is one day’s downloads, divided by version. Days without downloads are empty.`}
        days={days.map(({ day }) => day)}
        series={series}
        markers={releaseMarkers(downloads)}
        isShare
      >
        <SeriesTable
          caption={t`Share of downloads by version`}
          headings={[t`Version`, t`First half`, t`Second half`]}
          series={series}
          valuesOf={(key) => [before(key), after(key)]}
        />
      </ChartWithTable>
    </Section>
  );
}

function ByClient({ downloads }: { downloads: Downloads }) {
  const { days, clients, total } = downloads;
  const totals = new Map<string, number>(clients.map((one) => [one.client, one.total]));
  return (
    <Section title={t`Downloads by client`}>
      <Typography sx={{ mb: 2 }}>
        {t`The programs that downloaded the app, by how they introduce themselves.`}
      </Typography>
      <ChartWithTable
        label={t`Daily downloads by client for ${days.length} days`}
        summary={t`Each bar is one day’s downloads, stacked by client.`}
        days={days.map(({ day }) => day)}
        series={clientSeries(downloads)}
        markers={[]}
      >
        <SeriesTable
          caption={t`Downloads by client`}
          headings={[t`Client`, t`Downloads`, t`Share`]}
          series={clientSeries(downloads)}
          valuesOf={(key) => {
            const count = totals.get(key) ?? 0;
            return [formatNumber(count), shareText(count, total)];
          }}
        />
      </ChartWithTable>
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
    <Section title={t`All versions`}>
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { sm: '1fr 1fr' }, alignItems: 'start' }}>
        <CountTable name={t`Last ${days.length} days`} rows={rowsOf('total')} />
        <CountTable name={t`Since published`} rows={rowsOf('allTime')} />
      </Box>
    </Section>
  );
}

function sumCounts(counts: BarSeries['counts']): number {
  return counts.reduce((total, count) => total + count, 0);
}

function shareText(count: number, total: number): string {
  const share = (count / total) * 100;
  return share > 0 && share < 1 ? `<${formatPercentage(1)}` : formatPercentage(Math.round(share));
}
