import '@mui/material/themeCssVarsAugmentation';
import type { SxProps, Theme } from '@mui/material/styles';

/** The colours of statuses, findings and notifications; `neutral` is grey. */
export type Tone = 'success' | 'error' | 'warning' | 'info' | 'secondary' | 'neutral';

/** Returns a tinted surface with readable text of the same hue, in both themes. */
export function toneSurface(tone: Tone): SxProps<Theme> {
  if (tone === 'neutral') return { bgcolor: 'action.hover', color: 'text.primary' };
  return (theme) => ({
    backgroundColor: `rgba(${theme.vars.palette[tone].mainChannel} / 0.12)`,
    color: theme.vars.palette[tone].dark,
    ...theme.applyStyles('dark', {
      backgroundColor: `rgba(${theme.vars.palette[tone].mainChannel} / 0.16)`,
      color: theme.vars.palette[tone].light,
    }),
  });
}

/** Returns only the tint, for a surface with ordinary text. */
export function toneTint(tone: Tone): SxProps<Theme> {
  if (tone === 'neutral') return { bgcolor: 'action.hover' };
  return (theme) => ({ backgroundColor: `rgba(${theme.vars.palette[tone].mainChannel} / 0.1)` });
}

/** Returns the hue for an icon on an ordinary surface. */
export function toneColor(tone: Tone): SxProps<Theme> {
  if (tone === 'neutral') return { color: 'text.secondary' };
  return (theme) => ({
    color: theme.vars.palette[tone].main,
    ...theme.applyStyles('dark', { color: theme.vars.palette[tone].light }),
  });
}
