import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { BarSeries } from '#client/ui/bar-chart.tsx';
import { Swatch } from '#client/ui/swatch.tsx';

interface SeriesTableProps {
  readonly caption: string;
  /** The headings: of the names, and of each column of values. */
  readonly headings: readonly string[];
  readonly series: readonly Pick<BarSeries, 'key' | 'label' | 'color'>[];
  readonly valuesOf: (key: string) => readonly string[];
}

/** Shows the series of a chart with their colors and numbers, the topmost of the stack first. */
export function SeriesTable({ caption, headings, series, valuesOf }: SeriesTableProps) {
  const [nameHeading, ...valueHeadings] = headings;
  return (
    <Table size="small" aria-label={caption} sx={{ '& td, & th': { px: 1 } }}>
      <TableHead>
        <TableRow>
          <TableCell>{nameHeading}</TableCell>
          {valueHeadings.map((heading) => (
            <TableCell key={heading} align="right">
              {heading}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {series.toReversed().map(({ key, label, color }) => {
          const values = valuesOf(key);
          return (
            <TableRow key={key}>
              <TableCell component="th" scope="row">
                <Box sx={{ display: 'flex', alignItems: 'baseline', overflowWrap: 'anywhere' }}>
                  <Swatch color={color} />
                  <span>{label}</span>
                </Box>
              </TableCell>
              {valueHeadings.map((heading, index) => (
                <TableCell key={heading} align="right" sx={{ whiteSpace: 'nowrap' }}>
                  {values[index]}
                </TableCell>
              ))}
            </TableRow>
          );
        })}
      </TableBody>
    </Table>
  );
}
