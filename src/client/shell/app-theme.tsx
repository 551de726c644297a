import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider, useColorScheme } from '@mui/material/styles';
import { type ReactNode, useEffect } from 'react';
import { RouterLink } from './router-link.tsx';
import { theme } from './theme.ts';

/** The nonce that the server writes into each page; its policy allows only styles with it. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
const styleCache = createCache({ key: 'mui', ...(nonce && { nonce }) });

const { MuiButtonBase, MuiLink } = theme.components ?? {};
const linkingTheme: typeof theme = {
  ...theme,
  components: {
    ...theme.components,
    MuiButtonBase: {
      ...MuiButtonBase,
      defaultProps: { ...MuiButtonBase?.defaultProps, LinkComponent: RouterLink },
    },
    MuiLink: { ...MuiLink, defaultProps: { ...MuiLink?.defaultProps, component: RouterLink } },
  },
};

/** Stores the shown scheme under `mui-color-scheme`, next to MUI's own `mui-mode` (specification section 4). */
function ColorSchemeKeeper() {
  const { colorScheme } = useColorScheme();
  useEffect(() => {
    if (colorScheme === undefined) return;
    try {
      localStorage.setItem('mui-color-scheme', colorScheme);
    } catch {
      // Without storage the mode lasts as long as the page.
    }
  }, [colorScheme]);
  return null;
}

/** Provides the theme, in which links and link buttons lead to screens without loading a page. */
export function AppTheme({ children }: { children: ReactNode }) {
  return (
    <CacheProvider value={styleCache}>
      <ThemeProvider
        theme={linkingTheme}
        defaultMode="system"
        modeStorageKey="mui-mode"
        colorSchemeStorageKey="mui-color-scheme"
        noSsr
      >
        <CssBaseline enableColorScheme />
        <ColorSchemeKeeper />
        {children}
      </ThemeProvider>
    </CacheProvider>
  );
}
