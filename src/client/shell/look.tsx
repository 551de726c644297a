import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider, useColorScheme } from '@mui/material/styles';
import { type ReactNode, useEffect } from 'react';
import { theme } from './theme.ts';

/** The server writes a new nonce into each page; only styles that carry it are let in by the page's policy. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
const styleCache = createCache({ key: 'mui', ...(nonce && { nonce }) });

/** Keeps the scheme that shows under `mui-color-scheme`, beside MUI's own `mui-mode` (specification section 4). */
function ColorSchemeKeeper() {
  const { colorScheme } = useColorScheme();
  useEffect(() => {
    if (colorScheme === undefined) return;
    try {
      localStorage.setItem('mui-color-scheme', colorScheme);
    } catch {
      // Storage is forbidden; the mode then lasts as long as the page.
    }
  }, [colorScheme]);
  return null;
}

/** The theme around the whole product. */
export function Look({ children }: { children: ReactNode }) {
  return (
    <CacheProvider value={styleCache}>
      <ThemeProvider
        theme={theme}
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
