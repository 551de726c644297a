import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { visuallyHidden } from '#client/ui/visually-hidden.ts';
import { formatNumber, t } from '#shared/languages/translate.ts';

/** Height in a row, in pixels, to reserve it until the downloads are loaded. */
export const SPARKLINE_HEIGHT = 24;
const SIZES = { row: { width: 96, height: SPARKLINE_HEIGHT }, wide: { width: 300, height: 48 } } as const;

interface SparklineProps {
  /** Downloads by day, oldest first. */
  readonly counts: readonly number[];
  readonly total: number;
  /** `row` with the number beside it, for lists; `wide` where the number stands above. */
  readonly size?: keyof typeof SIZES;
  /** Shown without downloads. */
  readonly emptyText: string;
}

/** Shows the downloads of the last days as small bars, or a text without any. */
export function Sparkline({ counts, total, size = 'row', emptyText }: SparklineProps) {
  if (total === 0) {
    return (
      <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
        {emptyText}
      </Typography>
    );
  }
  const { width, height } = SIZES[size];
  const highest = Math.max(...counts, 1);
  const slot = width / Math.max(counts.length, 1);
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, maxWidth: '100%' }}>
      <Box
        component="svg"
        viewBox={`0 0 ${width} ${height}`}
        aria-hidden="true"
        sx={{ width, maxWidth: '100%', height, flexShrink: size === 'row' ? 0 : 1, overflow: 'visible' }}
        preserveAspectRatio="none"
      >
        <line
          x1="0"
          x2={width}
          y1={height - 0.5}
          y2={height - 0.5}
          stroke="var(--mui-palette-text-disabled)"
        />
        {counts.map((count, index) => {
          // A count of one stays visible beside thousands.
          const left = index * slot;
          const tall = Math.max(2, (count / highest) * height);
          return count === 0 ? null : (
            <rect
              key={left}
              x={left}
              width={slot * 0.76}
              y={height - tall}
              height={tall}
              fill="var(--mui-palette-primary-main)"
            />
          );
        })}
      </Box>
      {size === 'row' && (
        <Typography component="span" variant="body2" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
          {formatNumber(total)}
          <Box component="span" sx={visuallyHidden}>
            {t`downloads in the last 30 days`}
          </Box>
        </Typography>
      )}
    </Box>
  );
}
