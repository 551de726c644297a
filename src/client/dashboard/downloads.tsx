import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useCallQuery } from '#client/backend/use-call.ts';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { ChartWithTable } from '#client/components/statistics/chart-with-table.tsx';
import { SeriesTable } from '#client/components/statistics/series-table.tsx';
import type { BarSeries } from '#client/ui/bar-chart.tsx';
import { SERIES_COLORS } from '#client/ui/chart-colors.ts';
import type { CallResult } from '#shared/calls.ts';
import { formatNumber, t } from '#shared/languages/translate.ts';

/** Number of days shown. */
const DAYS = 30;

type DownloadsResult = CallResult<'apps.downloads'>;

/** Shows the daily downloads of the user's apps, as a chart or as a table. */
export function Downloads() {
  const call = useCallQuery('apps.downloads', { days: DAYS });
  const { data } = call;
  return (
    <>
      <CallStatus call={call} skeleton={<Skeleton variant="rounded" height={320} />} />
      {data !== undefined && (
        <>
          <Typography sx={{ mb: data.total === 0 ? 0 : 2 }}>{summarySentence(data)}</Typography>
          {data.total > 0 && <DownloadsChart downloads={data} />}
        </>
      )}
    </>
  );
}

function DownloadsChart({ downloads }: { downloads: DownloadsResult }) {
  const series = byApp(downloads);
  const totals = new Map(
    series.map(({ key, counts }) => [key, counts.reduce((total, count) => total + count, 0)]),
  );
  return (
    <ChartWithTable
      label={t`Daily downloads for ${DAYS} days`}
      summary={t`Each bar is one day in UTC, divided by app.`}
      days={downloads.days.map(({ day }) => day)}
      series={series}
    >
      <SeriesTable
        caption={t`Downloads by app`}
        headings={[t`App`, t`Downloads`]}
        series={series}
        valuesOf={(key) => [formatNumber(totals.get(key) ?? 0)]}
      />
    </ChartWithTable>
  );
}

/** Returns the downloads of the most downloaded apps, the first of them last; before them those of all others. */
function byApp({ days, apps }: DownloadsResult): BarSeries[] {
  const known = apps.slice(0, SERIES_COLORS.length).map(
    ({ appId, name, counts }, index): BarSeries => ({
      key: appId,
      label: name,
      color: SERIES_COLORS[index] ?? 'gray',
      counts,
    }),
  );
  if (apps.length <= known.length) return known.toReversed();
  const others = days.map(({ count }, index) =>
    known.reduce((rest, { counts }) => rest - (counts[index] ?? 0), count),
  );
  return [{ key: 'others', label: t`Other apps`, color: 'gray', counts: others }, ...known.toReversed()];
}

function summarySentence({ total, previousTotal }: DownloadsResult): string {
  if (total === 0 && previousTotal === 0) return t`No downloads in the last ${DAYS} days.`;
  return t`${formatNumber(total)} in the last ${DAYS} days, ${formatNumber(previousTotal)} in the ${DAYS} days before.`;
}
