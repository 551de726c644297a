import type {} from '@mui/material/themeCssVarsAugmentation';

declare module '@mui/material/styles' {
  /** The theme always has CSS variables, so `theme.vars` is always there. */
  interface CssThemeVariables {
    enabled: true;
  }
}
