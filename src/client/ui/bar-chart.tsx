import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ChangeEvent, type PointerEvent, useId, useState } from 'react';
import { formatNumber, formatPercentage, t } from '#shared/languages/translate.ts';
import {
  type ChartMarker,
  DayAxis,
  formatPercent,
  CHART_HEIGHT as HEIGHT,
  MarkerRow,
  markedBars,
  VerticalAxis,
} from './chart-axes.tsx';
import { type ChartColor, chartColors, colorOf } from './chart-colors.ts';
import { countTicks, dayText } from './chart-scale.ts';
import { Swatch } from './swatch.tsx';
import { visuallyHidden } from './visually-hidden.ts';

/** Bars up to which there are gaps between them. */
const MAX_SPACED = 120;

export interface BarSeries {
  readonly key: string;
  readonly label: string;
  readonly color: ChartColor;
  /** One number for each day. */
  readonly counts: readonly number[];
}

interface BarChartProps {
  readonly label: string;
  /** The most important facts of the chart in words; shown below it until a day is chosen. */
  readonly summary: string;
  /** Days in UTC, oldest first, such as `2026-01-31`. */
  readonly days: readonly string[];
  /** Stacked from below in this order. */
  readonly series: readonly BarSeries[];
  readonly markers?: readonly ChartMarker[];
  /** Shows each series as its share of the day instead of its number. */
  readonly isShare?: boolean;
  /** Puts the bars of a day side by side, the last series first, where their sum means nothing. */
  readonly isGrouped?: boolean;
}

/** Shows numbers by day as stacked bars; pointing at a day, or the arrow keys, show its numbers below. */
export function BarChart(props: BarChartProps) {
  const { label, summary, days, series, markers = [], isShare = false, isGrouped = false } = props;
  const [chosen, setChosen] = useState<number | null>(null);
  const summaryId = useId();
  const totals = days.map((_, index) => series.reduce((sum, { counts }) => sum + (counts[index] ?? 0), 0));
  const highest = Math.max(0, ...(isGrouped ? series.flatMap(({ counts }) => counts) : totals));
  const ticks = isShare ? [0, 25, 50, 75, 100] : countTicks(highest);
  const top = ticks.at(-1) ?? 1;
  const day = chosen === null ? undefined : days[chosen];

  function choose(event: PointerEvent<HTMLElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const index = Math.floor(((event.clientX - left) / width) * days.length);
    setChosen(Math.min(Math.max(index, 0), days.length - 1));
  }

  return (
    <Box
      component="figure"
      aria-label={label}
      aria-describedby={summaryId}
      sx={[{ m: 0 }, ...[chartColors].flat()]}
    >
      <Box sx={{ display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: 1 }}>
        <VerticalAxis
          ticks={ticks}
          format={isShare ? formatPercentage : formatNumber}
          hasMarkers={markers.length > 0}
        />
        <Box sx={{ minWidth: 0 }}>
          {markers.length > 0 && <MarkerRow days={days} markers={markers} />}
          <Box
            onPointerMove={choose}
            onPointerDown={choose}
            onPointerLeave={() => setChosen(null)}
            sx={{
              position: 'relative',
              height: HEIGHT,
              borderRadius: 0.5,
              touchAction: 'pan-y',
              '&:has(:focus-visible)': {
                outline: '2px solid',
                outlineColor: 'primary.main',
                outlineOffset: 2,
              },
            }}
          >
            <Box
              component="input"
              type="range"
              aria-label={t`Day`}
              aria-valuetext={chosen === null ? summary : describeDay(props, chosen)}
              min={0}
              max={days.length - 1}
              value={chosen ?? days.length - 1}
              onChange={({ target }: ChangeEvent<HTMLInputElement>) => setChosen(Number(target.value))}
              onFocus={() => setChosen(days.length - 1)}
              onBlur={() => setChosen(null)}
              sx={visuallyHidden}
            />
            <svg
              width="100%"
              height={HEIGHT}
              aria-hidden="true"
              style={{ display: 'block', overflow: 'visible' }}
            >
              <Grid ticks={ticks} />
              {chosen !== null && (
                <rect
                  x={formatPercent(chosen / days.length)}
                  width={formatPercent(1 / days.length)}
                  height={HEIGHT}
                  fill="var(--mui-palette-action-hover)"
                />
              )}
              {days.map((each, index) => (
                <Column
                  key={each}
                  index={index}
                  bars={days.length}
                  series={series}
                  isGrouped={isGrouped}
                  scale={isShare ? HEIGHT / Math.max(totals[index] ?? 0, 1) : HEIGHT / top}
                />
              ))}
              {markedBars(days, markers).map((index) => (
                <MarkerLine key={index} at={(index + 0.5) / days.length} />
              ))}
            </svg>
          </Box>
          <DayAxis days={days} />
        </Box>
      </Box>
      <Box component="figcaption" sx={{ mt: 1, minHeight: { xs: 48, sm: series.length > 3 ? 44 : 24 } }}>
        <Typography
          id={summaryId}
          variant="body2"
          sx={{ color: 'text.secondary' }}
          hidden={day !== undefined}
        >
          {summary}
        </Typography>
        {chosen !== null && day !== undefined && (
          <Readout day={day} index={chosen} series={series} markers={markers} />
        )}
      </Box>
    </Box>
  );
}

/** Shows a dashed line over the bars, on a line of the surface that sets it apart from every color. */
function MarkerLine({ at }: { at: number }) {
  const line = { x1: formatPercent(at), x2: formatPercent(at), y1: -4, y2: HEIGHT };
  return (
    <>
      <line {...line} stroke="var(--mui-palette-background-paper)" strokeWidth="3" />
      <line {...line} stroke="var(--mui-palette-text-primary)" strokeDasharray="4 3" />
    </>
  );
}

function Grid({ ticks }: { ticks: readonly number[] }) {
  return ticks.map((tick, index) => {
    const y = HEIGHT - (index / (ticks.length - 1)) * HEIGHT;
    return <line key={tick} x1="0" x2="100%" y1={y} y2={y} stroke="var(--mui-palette-divider)" />;
  });
}

interface ColumnProps {
  readonly index: number;
  readonly bars: number;
  readonly series: readonly BarSeries[];
  readonly isGrouped: boolean;
  /** Pixels for each one counted. */
  readonly scale: number;
}

/** Shows the numbers of one day: side by side, or on top of each other with a line of the surface between them. */
function Column({ index, bars, series, isGrouped, scale }: ColumnProps) {
  const gap = bars > MAX_SPACED ? 0.08 : 0.24;
  const width = isGrouped ? (1 - gap) / series.length : 1 - gap;
  let below = 0;
  return series.map(({ key, color, counts }, order) => {
    const height = (counts[index] ?? 0) * scale;
    if (height === 0) return null;
    const seam = below > 0 && height > 3 ? 1 : 0;
    const left = gap / 2 + (isGrouped ? (series.length - 1 - order) * width : 0);
    if (!isGrouped) below += height;
    return (
      <rect
        key={key}
        x={formatPercent((index + left) / bars)}
        width={formatPercent(width / bars)}
        y={HEIGHT - (isGrouped ? height : below)}
        height={Math.max(height - seam, 0.5)}
        fill={colorOf(color)}
      />
    );
  });
}

/** Returns the numbers of a day as text. */
function describeDay({ days, series, markers = [] }: BarChartProps, index: number): string {
  const day = days[index] ?? '';
  return [
    dayText(day),
    ...series.toReversed().map(({ label, counts }) => `${label}: ${formatNumber(counts[index] ?? 0)}`),
    ...markers.filter((marker) => marker.day === day).map(({ text }) => text),
  ].join(', ');
}

interface ReadoutProps {
  readonly day: string;
  readonly index: number;
  readonly series: readonly BarSeries[];
  readonly markers: readonly ChartMarker[];
}

function Readout({ day, index, series, markers }: ReadoutProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.25 }}>
      <Typography variant="body2" component="span" sx={{ fontWeight: 600 }}>
        {dayText(day)}
      </Typography>
      {series.toReversed().map(({ key, label, color, counts }) => (
        <Typography key={key} variant="body2" component="span">
          <Swatch color={color} /> {label} <strong>{formatNumber(counts[index] ?? 0)}</strong>
        </Typography>
      ))}
      {markers
        .filter((marker) => marker.day === day)
        .map(({ text }) => (
          <Typography key={text} variant="body2" component="span" sx={{ color: 'text.secondary' }}>
            {text}
          </Typography>
        ))}
    </Box>
  );
}
