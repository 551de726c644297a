import { Component, type ReactNode, Suspense, useEffect } from 'react';
import { messageLanguage } from '#shared/languages/translate.ts';
import { returnPath } from './account/sign-in/return-path.ts';
import { loadChunk } from './backend/load-chunk.ts';
import { currentPath, useBackButton, usePath, useSearch } from './components/address/address.ts';
import { loadMessages } from './components/language/page-language.ts';
import type { OpenedPage } from './console.tsx';
import { paths } from './paths.ts';
import { Loading } from './shell/loading.tsx';
import { preloadable } from './shell/preloadable.tsx';
import { WholeScreenError } from './shell/screen-error.tsx';

// After the sign-in page, the messages of the other screens are missing.
async function loadConsole() {
  await loadMessages('console');
  return loadChunk('console', () => import('./console.tsx'));
}
const consoleScreens = preloadable('console', async () => (await loadConsole()).Console);
const login = preloadable('login', async () => (await import('./account/sign-in/login-page.tsx')).default);

/**
 * Loads what the page's address shows first, so that it renders once and not in steps. What can't be loaded shows its
 * error when it renders.
 */
export async function prepareEntry(opening: OpenedPage): Promise<void> {
  const loading = currentPath() === paths.login ? login.preload() : openConsole(opening);
  await loading.catch(() => undefined);
}

async function openConsole(opening: OpenedPage): Promise<void> {
  const scripts = consoleScreens.preload();
  readFormats();
  await scripts;
  const { prepareConsole } = await loadConsole();
  await prepareConsole(opening);
}

/** Makes the browser read what most screens format times and numbers with, which it does once, while scripts arrive. */
function readFormats(): void {
  const language = messageLanguage();
  new Intl.RelativeTimeFormat(language).format(-1, 'minute');
  new Intl.NumberFormat(language).format(1);
}

/**
 * Shows the sign-in page or the console. Both share the page and its session, and show the other by changing the
 * address; only the console needs the router.
 */
export function Entry() {
  const path = usePath();
  // Before the first paint, measuring text would ask the system for substitutes, which takes a slow phone long.
  useEffect(() => {
    loadChunk('typeface', () => import('@fontsource-variable/inter/wght.css')).catch(() => undefined);
  }, []);
  return (
    <EntryBoundary>
      <Suspense fallback={<Loading />}>
        {path === paths.login ? <SignIn /> : <consoleScreens.Preloadable />}
      </Suspense>
    </EntryBoundary>
  );
}

/** Shows the sign-in page, and loads what follows it as soon as someone starts to fill it in. */
function SignIn() {
  const target = returnPath(useSearch().get('redirect'));
  useBackButton();
  useEffect(() => {
    const prepare = () =>
      void loadConsole().then(
        ({ prepareScreen }) => prepareScreen(target),
        // A failure here shows when the console renders.
        () => undefined,
      );
    document.addEventListener('focusin', prepare, { once: true });
    return () => document.removeEventListener('focusin', prepare);
  }, [target]);
  return <login.Preloadable />;
}

/** Catches the errors of the sign-in page; the router catches those of the console. */
class EntryBoundary extends Component<{ readonly children: ReactNode }, { readonly error: unknown }> {
  override state = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    return error === null ? this.props.children : <WholeScreenError error={error} />;
  }
}
