import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { BarChart } from '#client/ui/bar-chart.tsx';
import { t } from '#shared/languages/translate.ts';
import { DayTable } from './day-table.tsx';

interface ChartWithTableProps extends ComponentProps<typeof BarChart> {
  /** The table of the series, beside the chart. */
  readonly children: ReactNode;
  /** Shown below that table. */
  readonly aside?: ReactNode;
}

/** Shows a chart of days with a table beside it; the numbers of each day can take the chart's place. */
export function ChartWithTable({ children, aside, ...chart }: ChartWithTableProps) {
  const [isTable, setTable] = useState(false);
  const { label, days, series } = chart;
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(240px, 300px)' },
        columnGap: 4,
        rowGap: 2,
        alignItems: 'start',
      }}
    >
      {isTable ? <DayTable caption={label} days={days} series={series} /> : <BarChart {...chart} />}
      <Box sx={{ minWidth: 0 }}>
        {children}
        <Button size="small" sx={{ mt: 1 }} onClick={() => setTable(!isTable)}>
          {isTable ? t`Show as a chart` : t`Show as a table`}
        </Button>
        {aside}
      </Box>
    </Box>
  );
}
