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
    // Browsers leave the colours of drawings, which are those of the product's scheme and not of the system's.
    svg: {
      '--mui-palette-primary-main': 'Highlight',
      '--mui-palette-warning-main': 'CanvasText',
      '--mui-palette-text-disabled': 'GrayText',
      '--mui-palette-divider': 'GrayText',
      '--mui-palette-action-selected': 'GrayText',
      '--mui-palette-background-paper': 'Canvas',
      '--mui-palette-text-primary': 'CanvasText',
    },
    '.MuiSvgIcon-root': { color: 'inherit !important' },
    '.MuiPaper-root:not(.MuiAppBar-root, .MuiDrawer-paper), .MuiChip-root, .MuiAvatar-root, .MuiTooltip-tooltip, .MuiSkeleton-root':
      { [`&${UNFOCUSED}`]: { outline: '1px solid', outlineOffset: -1 } },
    // A dialog has the focus itself, without a ring.
    '.MuiDialog-paper': { border: '1px solid' },
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
    // The navigation to parts has a line of its own below.
    'a[data-part][aria-current]': { borderBottom: '4px solid Highlight !important' },
    '[aria-current]:not([aria-current="false"], [data-part])': { borderInlineStart: '4px solid Highlight' },
    '.MuiAutocomplete-option[aria-selected="true"]': { borderInlineStart: '4px solid Highlight' },
    // The head of a table that scrolls covers the line around it.
    '.MuiTableCell-head': { borderTop: '1px solid' },
    '.MuiTableRow-root:focus-within': { outline: '1px dashed', outlineOffset: -1 },
    '.MuiTableRow-root.Mui-selected': { outline: '2px solid Highlight', outlineOffset: -2 },
    '.MuiOutlinedInput-root.Mui-focused .MuiOutlinedInput-notchedOutline': {
      borderColor: 'Highlight !important',
    },
    '.MuiOutlinedInput-root.Mui-disabled .MuiOutlinedInput-notchedOutline': {
      borderColor: 'GrayText !important',
    },
    '.MuiSwitch-track': {
      boxSizing: 'border-box',
      border: '1px solid CanvasText',
      opacity: '1 !important',
      backgroundColor: 'Canvas !important',
    },
    '.MuiSwitch-thumb': { backgroundColor: 'CanvasText !important', outline: '1px solid Canvas' },
    '.Mui-checked + .MuiSwitch-track': { backgroundColor: 'Highlight !important' },
    '.Mui-disabled .MuiSwitch-thumb': { backgroundColor: 'GrayText !important' },
    '.Mui-disabled + .MuiSwitch-track': {
      borderColor: 'GrayText',
      backgroundColor: 'Canvas !important',
    },
    '.MuiSlider-rail': { backgroundColor: 'GrayText !important', opacity: '1 !important' },
    '.MuiSlider-track': { backgroundColor: 'Highlight !important', borderColor: 'Highlight' },
    '.MuiSlider-thumb': {
      backgroundColor: 'CanvasText !important',
      '&.Mui-focusVisible': { outline: '2px solid Highlight', outlineOffset: 2 },
    },
    '.MuiLinearProgress-root': { outline: '1px solid', outlineOffset: -1 },
    '.MuiLinearProgress-bar': { backgroundColor: 'Highlight !important' },
  },
};
