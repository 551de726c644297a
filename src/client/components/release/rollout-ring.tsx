import Box from '@mui/material/Box';
import { visuallyHidden } from '#client/ui/visually-hidden.ts';

const SIZE = 36;
const WIDTH = 4;
const RADIUS = (SIZE - WIDTH) / 2;
const LENGTH = 2 * Math.PI * RADIUS;

interface RolloutRingProps {
  /** Share of devices, from 1 to 100. */
  readonly percentage: number;
  /** A halted rollout shows a broken ring with a pause sign. */
  readonly isHalted: boolean;
  /** Names the rollout for screen readers, such as the version. */
  readonly label: string;
}

/** Shows the share of a rollout as a ring with its number inside. */
export function RolloutRing({ percentage, isHalted, label }: RolloutRingProps) {
  const color = isHalted ? 'var(--mui-palette-warning-main)' : 'var(--mui-palette-primary-main)';
  const done = (percentage / 100) * LENGTH;
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexShrink: 0, position: 'relative' }}>
      <Box component="progress" aria-label={label} max={100} value={percentage} sx={visuallyHidden} />
      <svg width={SIZE} height={SIZE} viewBox={`0 0 ${SIZE} ${SIZE}`} aria-hidden="true">
        <circle
          cx={SIZE / 2}
          cy={SIZE / 2}
          r={RADIUS}
          fill="none"
          stroke="var(--mui-palette-action-selected)"
          strokeWidth={WIDTH}
          strokeDasharray={isHalted ? '3 3' : undefined}
        />
        <circle
          cx={SIZE / 2}
          cy={SIZE / 2}
          r={RADIUS}
          fill="none"
          stroke={color}
          strokeWidth={WIDTH}
          strokeDasharray={`${done} ${LENGTH - done}`}
          transform={`rotate(-90 ${SIZE / 2} ${SIZE / 2})`}
        />
        <text
          x="50%"
          y="50%"
          dy="0.36em"
          textAnchor="middle"
          fontSize={percentage === 100 ? 10 : 11}
          fontWeight="600"
          fill="var(--mui-palette-text-primary)"
        >
          {percentage}
        </text>
      </svg>
    </Box>
  );
}
