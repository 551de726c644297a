import Box from '@mui/material/Box';
import { type ChartColor, chartColors, colorOf } from './chart-colors.ts';

/** Shows the color of a series beside its name, in legends and tables. */
export function Swatch({ color }: { color: ChartColor }) {
  return (
    <Box
      component="span"
      aria-hidden
      sx={[
        {
          display: 'inline-block',
          width: 10,
          height: 10,
          borderRadius: '2px',
          mr: 0.75,
          bgcolor: colorOf(color),
          forcedColorAdjust: 'none',
        },
        ...[chartColors].flat(),
      ]}
    />
  );
}
