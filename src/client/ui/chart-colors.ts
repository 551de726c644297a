import type { SxProps, Theme } from '@mui/material/styles';

/**
 * Colors that people who see few of them can tell apart (after Okabe and Ito), each with a contrast of at least 3:1 to
 * the surfaces of its theme: WCAG 2.2, success criterion 1.4.11. Gray is for what has no color of its own.
 */
const COLORS = {
  blue: { light: '#1565c0', dark: '#64b5f6' },
  orange: { light: '#c75300', dark: '#ffb066' },
  teal: { light: '#00796b', dark: '#4dd0b8' },
  purple: { light: '#8e3b8e', dark: '#d79bdc' },
  yellow: { light: '#927300', dark: '#e3cf57' },
  gray: { light: '#6b7480', dark: '#9aa4ae' },
} as const;

export type ChartColor = keyof typeof COLORS;

/** The colors of series in their order, at most five; others together are gray. */
export const SERIES_COLORS = ['blue', 'orange', 'teal', 'purple', 'yellow'] as const;

/** Defines the colors of charts for everything inside an element. */
export const chartColors: SxProps<Theme> = (theme) => ({
  ...colorVariables('light'),
  ...theme.applyStyles('dark', colorVariables('dark')),
  // The system's background can be the other one.
  '@media (forced-colors: active)': { '& svg rect': { stroke: 'CanvasText' } },
});

/** Returns a color for SVG and styles, inside an element with `chartColors`. */
export function colorOf(color: ChartColor): string {
  return `var(--chart-${color})`;
}

function colorVariables(scheme: 'light' | 'dark'): Record<string, string> {
  return Object.fromEntries(
    Object.entries(COLORS).map(([name, color]) => [`--chart-${name}`, color[scheme]]),
  );
}
