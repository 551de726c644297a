import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { BarSeries } from '#client/ui/bar-chart.tsx';
import { formatNumber, t } from '#shared/languages/translate.ts';

interface DayTableProps {
  readonly caption: string;
  readonly days: readonly string[];
  readonly series: readonly BarSeries[];
}

/** Shows the numbers of a chart by day, newest first, without days that have none. */
export function DayTable({ caption, days, series }: DayTableProps) {
  const rows = days
    .map((day, index) => ({ day, counts: series.map(({ counts }) => counts[index] ?? 0) }))
    .filter(({ counts }) => counts.some((count) => count > 0))
    .toReversed();
  return (
    // Focusable, so that the keyboard can scroll it too.
    <Box component="section" aria-label={caption} tabIndex={0} sx={{ overflow: 'auto', maxHeight: 320 }}>
      <Table size="small" stickyHeader aria-label={caption}>
        <TableHead>
          <TableRow>
            <TableCell>{t`Day (UTC)`}</TableCell>
            {series.toReversed().map(({ key, label }) => (
              <TableCell key={key} align="right">
                {label}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ day, counts }) => (
            <TableRow key={day}>
              <TableCell component="th" scope="row" sx={{ whiteSpace: 'nowrap' }}>
                {day}
              </TableCell>
              {series.toReversed().map(({ key }, index) => (
                <TableCell key={key} align="right">
                  {formatNumber(counts.at(-1 - index) ?? 0)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}
