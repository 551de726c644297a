import '@mui/material/themeCssVarsAugmentation';
import { blue, pink } from '@mui/material/colors';
import { createTheme } from '@mui/material/styles';
import { LOW_WINDOW } from '#client/ui/low-window.ts';
import { TOOLTIP_ATTRIBUTE } from '#client/ui/tooltip.ts';
import { FORCED_COLORS } from './forced-colors.ts';

/** The root attribute with the current scheme; `color-scheme.js` sets it before the first paint. */
const COLOR_SCHEME_ATTRIBUTE = 'data-color-scheme';

const TYPEFACE = '"Inter Variable", "Inter Fallback", "Inter Fallback Linux", system-ui, sans-serif';

/** Arial in the size of Inter, until this is loaded: text then wraps the same. The figures are those of both fonts. */
const FALLBACK = {
  fontFamily: 'Inter Fallback',
  src: 'local("Arial"), local("Liberation Sans"), local("Arimo")',
  ascentOverride: '90.44%',
  descentOverride: '22.52%',
  lineGapOverride: '0%',
  sizeAdjust: '107.12%',
};

/** The same for systems with neither, from the widths of sentences of the interface in both fonts. */
const LINUX_FALLBACK = {
  fontFamily: 'Inter Fallback Linux',
  src: 'local("DejaVu Sans")',
  ascentOverride: '103.6%',
  descentOverride: '25.8%',
  lineGapOverride: '0%',
  sizeAdjust: '93.5%',
};

const RAISED_IN_THE_DARK = {
  '[data-color-scheme="dark"] &': { outline: '1px solid rgba(255, 255, 255, 0.12)' },
};

/** The title and buttons of a dialog scroll with its content, for which they would leave no space. */
const SCROLLS_WHOLE = {
  margin: 8,
  maxHeight: 'calc(100% - 16px)',
  overflowY: 'auto',
  '& > form': { flex: 'none' },
  '& .MuiDialogContent-root': { flex: 'none', overflowY: 'visible' },
} as const;

/**
 * The theme: primary blue, secondary pink, light and dark, five breakpoints. It contains no component of React, so that
 * `start.ts` can create it before React has arrived.
 */
export const theme = createTheme({
  cssVariables: { colorSchemeSelector: COLOR_SCHEME_ATTRIBUTE },
  breakpoints: { values: { xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 } },
  colorSchemes: {
    light: {
      palette: {
        primary: { main: blue[800] },
        secondary: { main: pink[700] },
        background: { default: '#f5f6f8', paper: '#ffffff' },
        success: { main: '#2e7d32', dark: '#1b5e20' },
        error: { main: '#c62828', dark: '#a31515' },
        warning: { main: '#c75300', dark: '#8f3c00' },
        info: { main: '#0277bd', dark: '#01497c' },
        text: { primary: 'rgba(13, 20, 28, 0.92)', secondary: 'rgba(13, 20, 28, 0.66)' },
      },
    },
    dark: {
      palette: {
        primary: { main: blue[200] },
        secondary: { main: pink[200] },
        // White on MUI's red has too little contrast for dangerous buttons, and black on its darker red under the pointer:
        // WCAG 2.2, success criterion 1.4.3.
        error: { main: '#e57373', dark: '#ef9a9a' },
        background: { default: '#101418', paper: '#191e24' },
        text: { primary: 'rgba(255, 255, 255, 0.93)', secondary: 'rgba(255, 255, 255, 0.7)' },
      },
    },
  },
  shape: { borderRadius: 8 },
  typography: {
    fontFamily: TYPEFACE,
    h1: { fontSize: '1.5rem', lineHeight: 1.3, fontWeight: 650, letterSpacing: '-0.015em' },
    h2: { fontSize: '1.125rem', lineHeight: 1.4, fontWeight: 600, letterSpacing: '-0.01em' },
    h3: { fontSize: '1rem', lineHeight: 1.4, fontWeight: 600 },
    h6: { fontWeight: 600, letterSpacing: '-0.01em' },
    button: { textTransform: 'none', fontWeight: 550 },
  },
  components: {
    MuiCssBaseline: {
      styleOverrides: {
        '@font-face': [FALLBACK, LINUX_FALLBACK],
        // What gets the focus stays clear of the bars at the top and the bottom.
        html: { scrollPadding: '72px 0 80px', [LOW_WINDOW]: { scrollPadding: '8px 0' } },
        // A long press shows the tooltip instead of selecting the text.
        '@media (hover: none)': {
          [`[${TOOLTIP_ATTRIBUTE}]`]: { userSelect: 'none', WebkitTouchCallout: 'none' },
        },
        'code, kbd, pre': { fontFamily: 'ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace' },
        '@media (prefers-reduced-motion: reduce)': {
          '*, *::before, *::after': {
            animationDuration: '0.01ms !important',
            animationIterationCount: '1 !important',
            // Any duration would start transitions on every element, because all properties have them by default.
            transition: 'none !important',
            scrollBehavior: 'auto !important',
          },
        },
        ...FORCED_COLORS,
      },
    },
    MuiPaper: {
      defaultProps: { elevation: 0 },
      // Raised surfaces have a shadow, in dark mode also a thin border instead of MUI's grey overlay.
      styleOverrides: { root: { backgroundImage: 'none' } },
    },
    MuiPopover: { styleOverrides: { paper: RAISED_IN_THE_DARK } },
    MuiDialog: {
      styleOverrides: {
        paper: { ...RAISED_IN_THE_DARK, [LOW_WINDOW]: SCROLLS_WHOLE },
      },
    },
    MuiAlert: {
      styleOverrides: {
        message: { overflowWrap: 'anywhere' },
        // MUI's own dark surfaces are darker than the cards around them.
        standard: ({ theme: current, ownerState: { severity = 'success' } }) =>
          current.applyStyles('dark', {
            backgroundColor: `rgba(${current.vars.palette[severity].mainChannel} / 0.16)`,
          }),
      },
    },
    MuiButton: { defaultProps: { disableElevation: true } },
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      styleOverrides: {
        root: {
          // The browser's own mark of a press, which MUI leaves to its ripple.
          WebkitTapHighlightColor: 'rgba(128, 128, 128, 0.3)',
          '&.Mui-focusVisible': {
            outline: '2px solid var(--mui-palette-primary-main)',
            outlineOffset: 2,
          },
        },
      },
    },
    MuiLink: {
      styleOverrides: {
        root: {
          '&:focus-visible': { outline: '2px solid var(--mui-palette-primary-main)', outlineOffset: 2 },
        },
      },
    },
    MuiOutlinedInput: {
      styleOverrides: {
        // The border of a field needs enough contrast: WCAG 2.2, success criterion 1.4.11.
        notchedOutline: { borderColor: 'rgba(var(--mui-palette-text-primaryChannel) / 0.5)' },
      },
    },
    MuiListItemButton: {
      styleOverrides: {
        root: {
          '&.Mui-selected': { color: 'var(--mui-palette-primary-main)', fontWeight: 600 },
          '&.Mui-selected .MuiListItemIcon-root': { color: 'inherit' },
        },
      },
    },
    MuiTableCell: {
      styleOverrides: {
        // Digits of one width, where numbers are compared.
        root: { variants: [{ props: { align: 'right' }, style: { fontVariantNumeric: 'tabular-nums' } }] },
      },
    },
    MuiTabs: {
      styleOverrides: {
        // Over the line below the tabs. The selected tab draws its own mark, which stays in place when fonts load late.
        root: { marginBottom: -1 },
        indicator: { display: 'none' },
      },
    },
    MuiTab: {
      styleOverrides: {
        root: { '&.Mui-selected': { boxShadow: 'inset 0 -2px 0 var(--mui-palette-primary-main)' } },
      },
    },
  },
});
