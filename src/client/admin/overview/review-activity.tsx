import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useCallQuery } from '#client/backend/use-call.ts';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { WaitingAges } from '#client/components/review/waiting-ages.tsx';
import { ChartWithTable } from '#client/components/statistics/chart-with-table.tsx';
import { SeriesTable } from '#client/components/statistics/series-table.tsx';
import { paths } from '#client/paths.ts';
import type { BarSeries } from '#client/ui/bar-chart.tsx';
import { Empty } from '#client/ui/empty.tsx';
import { Section } from '#client/ui/section.tsx';
import type { CallResult } from '#shared/calls.ts';
import { formatNumber, t } from '#shared/languages/translate.ts';

const HEIGHT = 260;

type Days = CallResult<'reviews.activity'>['days'];

interface DecisionKind extends Omit<BarSeries, 'counts'> {
  readonly countOf: (day: Days[number]) => number;
}

const KINDS: readonly DecisionKind[] = [
  { key: 'submissions', label: t`Submitted`, color: 'blue', countOf: (day) => day.submitted },
  { key: 'approvals', label: t`Approved`, color: 'teal', countOf: (day) => day.approved },
  { key: 'rejections', label: t`Rejected`, color: 'orange', countOf: (day) => day.rejected },
];

/** Shows the submissions and decisions of the last 30 days, and how long versions have waited for one. */
export function ReviewActivity() {
  return (
    <Section title={t`Reviews in the last 30 days`}>
      <Activity />
    </Section>
  );
}

function Activity() {
  const call = useCallQuery('reviews.activity', {});
  const { data } = call;
  const isIdle = data?.days.every((day) => KINDS.every(({ countOf }) => countOf(day) === 0));
  return (
    <>
      <CallStatus call={call} skeleton={<Skeleton variant="rounded" height={HEIGHT} />} />
      {isIdle === true && (
        <>
          <Empty picture="chart" title={t`No submissions or decisions in the last 30 days.`} />
          <QueueAges />
        </>
      )}
      {data !== undefined && isIdle === false && <ActivityChart days={data.days} />}
    </>
  );
}

function ActivityChart({ days }: { days: Days }) {
  const series = KINDS.map(({ countOf, ...kind }): BarSeries => ({ ...kind, counts: days.map(countOf) }));
  return (
    <ChartWithTable
      label={t`Submissions and decisions for 30 days`}
      summary={t`Versions by day in UTC: submitted, approved and rejected, side by side.`}
      days={days.map(({ day }) => day)}
      series={series.toReversed()}
      isGrouped
      aside={<QueueAges />}
    >
      <SeriesTable
        caption={t`Submissions and decisions`}
        headings={[t`Versions`, t`${30} days`, t`${7} days`]}
        series={series.toReversed()}
        valuesOf={(key) => {
          const counts = series.find((one) => one.key === key)?.counts ?? [];
          return [formatNumber(sumCounts(counts)), formatNumber(sumCounts(counts.slice(-7)))];
        }}
      />
    </ChartWithTable>
  );
}

/** Shows how long versions have waited; nothing for an empty queue, and on phones. */
function QueueAges() {
  const ages = useCallQuery('reviews.queueSummary', {}).data?.ages;
  if (!ages?.some((count) => count > 0)) return null;
  return (
    <Box sx={{ mt: 2, display: { xs: 'none', sm: 'block' } }}>
      <WaitingAges ages={ages} />
      <Button size="small" href={paths.queue} sx={{ mt: 1 }}>
        {t`View review queue`}
      </Button>
    </Box>
  );
}

function sumCounts(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
