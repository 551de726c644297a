import { Component, lazy, type ReactNode, Suspense, useEffect } from 'react';
import { returnPath } from './account/sign-in/return-path.ts';
import { loadChunk } from './backend/load-chunk.ts';
import { useBackButton, usePath, useSearch } from './components/address/address.ts';
import { loadMessages } from './components/language/page-language.ts';
import { paths } from './paths.ts';
import { Loading } from './shell/loading.tsx';
import { WholeScreenError } from './shell/screen-error.tsx';

// After the sign-in page, the messages of the other screens are missing.
const loadConsole = async () => {
  await loadMessages('console');
  return loadChunk('console', () => import('./console.tsx'));
};
const Console = lazy(() => loadConsole().then((module) => ({ default: module.Console })));
const LoginPage = lazy(() => loadChunk('login', () => import('./account/sign-in/login-page.tsx')));

/**
 * Shows the sign-in page or the console. Both share the page and its session, and show the other by changing the
 * address; only the console needs the router.
 */
export function Entry() {
  const path = usePath();
  return (
    <EntryBoundary>
      <Suspense fallback={<Loading />}>{path === paths.login ? <SignIn /> : <Console />}</Suspense>
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
  return <LoginPage />;
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
