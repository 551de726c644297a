import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { axisText, labelledBars } from './chart-scale.ts';

/** Height of the bars, in pixels. */
export const CHART_HEIGHT = 200;
/** Height of the row of markers above the bars, in pixels. */
const MARKER_HEIGHT = 18;
/** Smallest distance between the labels of two markers, as a part of the width. */
const MARKER_DISTANCE = 0.13;

/** Something that happened on a day, such as a release. */
export interface ChartMarker {
  readonly day: string;
  /** A word or a number to show at the marker. */
  readonly label: string;
  /** Everything about it, for the line below the chart. */
  readonly text: string;
}

/** Returns a part of the width for SVG and styles. */
export function formatPercent(part: number): string {
  return `${(part * 100).toFixed(3)}%`;
}

/** Returns the positions of days with markers. */
export function markedBars(days: readonly string[], markers: readonly ChartMarker[]): number[] {
  return [...new Set(markers.map(({ day }) => days.indexOf(day)))].filter((index) => index >= 0);
}

interface VerticalAxisProps {
  readonly ticks: readonly number[];
  /** Returns the text of a number. */
  readonly format: (tick: number) => string;
  readonly hasMarkers: boolean;
}

/** Shows the numbers of the lines behind the bars. */
export function VerticalAxis({ ticks, format, hasMarkers }: VerticalAxisProps) {
  return (
    <Box
      aria-hidden
      sx={{
        // Each number is centered on its line, so the first and the last reach beyond the bars.
        height: CHART_HEIGHT + 16,
        mt: hasMarkers ? `${MARKER_HEIGHT - 8}px` : '-8px',
        display: 'flex',
        flexDirection: 'column-reverse',
        justifyContent: 'space-between',
        textAlign: 'right',
      }}
    >
      {ticks.map((tick) => (
        <Typography key={tick} variant="caption" sx={{ lineHeight: '16px', color: 'text.secondary' }}>
          {format(tick)}
        </Typography>
      ))}
    </Box>
  );
}

/** Shows the first and the last day below the bars, and some between. */
export function DayAxis({ days }: { days: readonly string[] }) {
  const labelled = labelledBars(days.length);
  return (
    <Box aria-hidden sx={{ position: 'relative', height: 20, mt: 0.5 }}>
      {labelled.map((index, order) => {
        const isEnd = order === 0 || order === labelled.length - 1;
        const isMiddle = order === (labelled.length - 1) / 2;
        return (
          <Typography
            key={index}
            variant="caption"
            sx={{
              position: 'absolute',
              whiteSpace: 'nowrap',
              color: 'text.secondary',
              // Where it is narrow, the labels between would touch each other.
              display: { xs: isEnd || isMiddle ? 'block' : 'none', sm: 'block' },
              ...(order === 0
                ? { left: 0 }
                : order === labelled.length - 1
                  ? { right: 0 }
                  : { left: formatPercent((index + 0.5) / days.length), transform: 'translateX(-50%)' }),
            }}
          >
            {axisText(days[index] ?? '', days.length)}
          </Typography>
        );
      })}
    </Box>
  );
}

/** Returns the positions of days with markers whose labels don't overlap the one before. */
function labelledMarkers(days: readonly string[], markers: readonly ChartMarker[]): number[] {
  const shown: number[] = [];
  for (const index of markedBars(days, markers)) {
    const before = shown.at(-1);
    if (before === undefined || (index - before) / days.length >= MARKER_DISTANCE) shown.push(index);
  }
  return shown;
}

interface MarkerRowProps {
  readonly days: readonly string[];
  readonly markers: readonly ChartMarker[];
}

/** Shows the labels of markers above the bars. */
export function MarkerRow({ days, markers }: MarkerRowProps) {
  return (
    <Box aria-hidden sx={{ position: 'relative', height: MARKER_HEIGHT }}>
      {labelledMarkers(days, markers).map((index) => {
        const at = (index + 0.5) / days.length;
        const isLate = at > 1 - MARKER_DISTANCE;
        return (
          <Typography
            key={index}
            variant="caption"
            noWrap
            sx={{
              position: 'absolute',
              maxWidth: formatPercent(MARKER_DISTANCE),
              lineHeight: '14px',
              color: 'text.secondary',
              ...(isLate ? { right: formatPercent(1 - at) } : { left: formatPercent(at) }),
              transform: isLate ? 'translateX(2px)' : 'translateX(-2px)',
            }}
          >
            {markers.findLast(({ day }) => day === days[index])?.label}
          </Typography>
        );
      })}
    </Box>
  );
}
