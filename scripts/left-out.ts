import type { Plugin } from 'vite';

/** Modules of packages that the client imports and never uses, by the end of their names, and their replacements. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  // Sorts attributes from other props, for components without a rule of their own. All of MUI's have one.
  '/@emotion/is-prop-valid/dist/emotion-is-prop-valid.esm.js':
    "export default (prop) => prop !== 'ownerState' && prop !== 'theme' && prop !== 'sx' && prop !== 'as';",
  // `GrowingTextField` replaces it: the browser sizes its fields.
  '/@mui/material/TextareaAutosize/TextareaAutosize.mjs': "export default 'textarea';",
  // The circles that spread from a press; the browser marks what is pressed (`theme.ts`).
  '/@mui/material/ButtonBase/TouchRipple.mjs': 'export const DELAY_RIPPLE = 0; export default () => null;',
  '/@mui/material/useLazyRipple/useLazyRipple.mjs': `
    const noRipple = { ref: { current: null }, shouldMount: false, start() {}, stop() {}, pulsate() {} };
    export default () => noRipple;`,
  // Writes a theme as text, for another compiler of styles.
  '/@mui/material/styles/stringifyTheme.mjs': 'export const stringifyTheme = () => "";',
  // Queries for the width of an element in `sx`, such as `@sm`; ours are for the window's.
  '/@mui/system/cssContainerQueries/cssContainerQueries.mjs': `
    export const sortContainerQueries = (theme, css) => css;
    export const isCqShorthand = () => false;
    export const getContainerQuery = () => null;
    export default (theme) => theme;`,
  // Styles of MUI's own for forced colours; `forced-colors.ts` replaces them.
  '/@mui/material/styles/enhanceHighContrast.mjs': 'export default (theme) => theme;',
  // `color-scheme.js` replaces it, because the page's policy forbids scripts within the page.
  '/@mui/system/InitColorSchemeScript/InitColorSchemeScript.mjs': `
    export const DEFAULT_MODE_STORAGE_KEY = 'mode';
    export const DEFAULT_COLOR_SCHEME_STORAGE_KEY = 'color-scheme';
    export const DEFAULT_ATTRIBUTE = 'data-color-scheme';
    export const buildInitColorSchemeScript = () => null;
    export default () => null;`,
};

/** Builds without modules that only packages need, for what the client never does. */
export function leftOut(): Plugin {
  const missing = new Set(Object.keys(LEFT_OUT));
  return {
    name: 'quayside:left-out',
    apply: 'build',
    load(id) {
      const end = Object.keys(LEFT_OUT).find((one) => id.endsWith(one));
      if (end === undefined) return null;
      missing.delete(end);
      return LEFT_OUT[end];
    },
    buildEnd(error) {
      if (error === undefined && missing.size > 0)
        this.error(`Packages no longer have ${[...missing].join(', ')}. Update scripts/left-out.ts.`);
    },
  };
}
