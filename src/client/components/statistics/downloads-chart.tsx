import Box from '@mui/material/Box';
import { LineChart, lineClasses } from '@mui/x-charts/LineChart';

const dayFormat = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** The count of one day in UTC, such as `2026-01-31`. */
interface DayCount {
  readonly day: string;
  readonly count: number;
}

/** Shows downloads per day as a line. */
export function DownloadsChart({ days }: { days: readonly DayCount[] }) {
  return (
    <Box component="figure" sx={{ m: 0 }} aria-label={`Daily downloads for ${days.length} days`}>
      <LineChart
        height={240}
        skipAnimation
        hideLegend
        margin={{ left: 0, right: 16 }}
        xAxis={[
          {
            data: days.map(({ day }) => new Date(day)),
            scaleType: 'time',
            valueFormatter: (day: Date) => dayFormat.format(day),
          },
        ]}
        yAxis={[{ min: 0, tickMinStep: 1, width: 44 }]}
        series={[
          {
            data: days.map(({ count }) => count),
            label: 'Downloads',
            area: true,
            showMark: false,
            color: 'var(--mui-palette-primary-main)',
          },
        ]}
        grid={{ horizontal: true }}
        sx={{ [`& .${lineClasses.area}`]: { fillOpacity: 0.12 } }}
      />
    </Box>
  );
}
