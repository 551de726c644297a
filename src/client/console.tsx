import type { QueryKey } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { Link, parsePath } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import type { Backend } from './backend/backend.ts';
import { useBackend } from './backend/backend-context.ts';
import { DocumentsProvider } from './backend/documents-provider.tsx';
import { type FirstCall, firstCallsOf } from './backend/first-calls.ts';
import { pagesQuery } from './backend/use-call-pages.ts';
import { currentPath } from './components/address/address.ts';
import { createRouter, loadScreen } from './routes.tsx';
import { PathLinkContext } from './shell/router-link.tsx';
import { useUnreadPoll } from './shell/use-unread-poll.ts';
import { useAuthState } from './store/store.ts';

/** Shows every screen but the sign-in page. */
export function Console() {
  return (
    <DocumentsProvider>
      <Screens />
    </DocumentsProvider>
  );
}

function Screens() {
  const { settings } = useBackend();
  useUnreadPoll();
  usePrefetchedCalls();
  const [routers] = useState(() => keepRouter(new URL(settings.baseUrl).pathname));
  const { id, router } = useSyncExternalStore(routers.subscribe, routers.current);
  return (
    <PathLinkContext value={Link}>
      <RouterProvider key={id} router={router} />
    </PathLinkContext>
  );
}

/**
 * Keeps a router while it is subscribed to. It listens to the browser until it is disposed of, and never again, so the
 * next subscription gets another one.
 */
function keepRouter(basePath: string) {
  let created = 0;
  let kept: { readonly id: number; readonly router: ReturnType<typeof createRouter> } | undefined;
  function create() {
    loadScreen({ pathname: currentPath(), search: window.location.search });
    created += 1;
    return { id: created, router: createRouter(basePath) };
  }
  return {
    current: () => (kept ??= create()),
    subscribe(onChange: () => void) {
      if (kept === undefined) onChange();
      return () => {
        kept?.router.dispose();
        kept = undefined;
      };
    },
  };
}

/** Loads what the screen starts with before it renders: it was requested early, or isn't known to the screen yet. */
function usePrefetchedCalls(): void {
  const backend = useBackend();
  const { user } = useAuthState();
  if (user === null) return;
  for (const call of firstCallsOf(window.location, user)) prefetch(backend, call);
}

function prefetch({ documents: { cache, read }, functions }: Backend, call: FirstCall): void {
  const isUnknown = (key: QueryKey) => cache.getQueryState(key) === undefined;
  if (call.length === 3) {
    const pages = pagesQuery(functions, call[0], call[1]);
    if (isUnknown(pages.queryKey)) void cache.prefetchInfiniteQuery(pages);
  } else {
    const query = read(call[0], call[1]);
    if (isUnknown(query.queryKey)) void cache.prefetchQuery(query);
  }
}

/** Starts loading the screen of an address below the base path, with its search. */
export function prepareScreen(address: string): void {
  const { pathname = '/', search = '' } = parsePath(address);
  loadScreen({ pathname, search });
}
