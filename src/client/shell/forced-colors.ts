import type { CSSObject } from '@mui/material/styles';

/** Elements without a focus ring, which has the outline while there is one. */
const UNFOCUSED = ':not(.Mui-focusVisible, :focus-visible)';

const CHOSEN = {
  forcedColorAdjust: 'none',
  backgroundColor: 'Highlight !important',
  '&, & *': { color: 'HighlightText !important' },
} as const;

/**
 * Styles for people whose system chooses the colours, such as in Windows' contrast themes: browsers then remove tinted
 * backgrounds and shadows, which is all that sets MUI's surfaces, buttons and selections apart.
 */
export const FORCED_COLORS: CSSObject = {
  '@media (forced-colors: active)': {
    // Browsers leave the colours of drawings.
    svg: {
      '--mui-palette-divider': 'GrayText',
      '--mui-palette-action-selected': 'GrayText',
      '--mui-palette-background-paper': 'Canvas',
      '--mui-palette-text-primary': 'CanvasText',
    },
    '.MuiPaper-root:not(.MuiAppBar-root, .MuiDrawer-paper), .MuiChip-root, .MuiAvatar-root, .MuiTooltip-tooltip, .MuiSkeleton-root':
      { [`&${UNFOCUSED}`]: { outline: '1px solid', outlineOffset: -1 } },
    [`.MuiButton-text${UNFOCUSED}`]: { outline: '1px solid', outlineOffset: -1 },
    '.MuiButton-contained:not([aria-disabled="true"])': {
      forcedColorAdjust: 'none',
      backgroundColor: 'ButtonText !important',
      '&, & *': { color: 'ButtonFace !important' },
      '&.Mui-focusVisible': { outlineColor: 'Highlight' },
    },
    [`.MuiButton-contained[aria-disabled="true"]${UNFOCUSED}`]: { outline: '1px solid', outlineOffset: -1 },
    '[aria-disabled="true"], .Mui-disabled': { color: 'GrayText !important' },
    '.MuiBadge-badge:not(.MuiBadge-invisible), .MuiToggleButton-root.Mui-selected, .MuiMenuItem-root.Mui-selected, .MuiAutocomplete-option.Mui-focused':
      CHOSEN,
    // The navigation to parts has lines of its own.
    '[aria-current]:not([aria-current="false"], [data-part])': { borderInlineStart: '4px solid Highlight' },
    '.MuiTableRow-root.Mui-selected': { outline: '2px solid Highlight', outlineOffset: -2 },
    '.MuiTableRow-root:focus-within': { outline: '1px dashed', outlineOffset: -1 },
    '.MuiSwitch-track': {
      boxSizing: 'border-box',
      border: '1px solid CanvasText',
      opacity: '1 !important',
      backgroundColor: 'Canvas !important',
    },
    '.MuiSwitch-thumb': { backgroundColor: 'CanvasText !important' },
    '.Mui-checked + .MuiSwitch-track': { backgroundColor: 'Highlight !important' },
    '.Mui-disabled .MuiSwitch-thumb': { backgroundColor: 'GrayText !important' },
    '.MuiLinearProgress-root': { outline: '1px solid', outlineOffset: -1 },
    '.MuiLinearProgress-bar': { backgroundColor: 'Highlight !important' },
  },
};
