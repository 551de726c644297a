import type { QueryKey } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { Link, parsePath } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import type { Backend } from './backend/backend.ts';
import { useBackend } from './backend/backend-context.ts';
import { DocumentsProvider, openDocuments } from './backend/documents-provider.tsx';
import { type FirstCall, firstCallsOf } from './backend/first-calls.ts';
import { pagesQuery } from './backend/use-call-pages.ts';
import { currentPath } from './components/address/address.ts';
import { Tooltips } from './components/tooltip/tooltips.tsx';
import { createRouter, loadScreen } from './routes.tsx';
import { PathLinkContext } from './shell/router-link.tsx';
import { useUnreadPoll } from './shell/use-unread-poll.ts';
import type { SessionUser } from './store/session-user.ts';
import { type Store, useAuthState } from './store/store.ts';

/** Milliseconds to wait for responses that are on their way when the screen could render without them. */
const RESPONSES_WAIT_MS = 100;

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
      <Tooltips />
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
    void loadScreen(currentAddress());
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
  if (user !== null) void prefetch(backend, user);
}

/** The store's name, logo and settings, as the user gets them. */
const STORE: FirstCall = ['settings.get', {}];

/** Caches the results of the calls with which the screen starts, unless they are known to it. */
async function prefetch(
  { documents: { cache, read }, functions }: Backend,
  user: SessionUser,
): Promise<void> {
  const isUnknown = (key: QueryKey) => cache.getQueryState(key) === undefined;
  await Promise.all(
    [STORE, ...firstCallsOf(window.location, user)].map(async (call) => {
      if (call.length === 3) {
        const pages = pagesQuery(functions, call[0], call[1]);
        if (isUnknown(pages.queryKey)) await cache.prefetchInfiniteQuery(pages);
      } else {
        const query = read(call[0], call[1]);
        if (isUnknown(query.queryKey)) await cache.prefetchQuery(query);
      }
    }),
  );
}

/** A page that was opened and hasn't rendered yet. */
export interface Opening {
  readonly backend: Backend;
  readonly store: Store;
  /** Resolves when the user is known, or the failure stored. */
  readonly started: Promise<void>;
}

/** Loads the screen of the page's address, its user and, if they are nearly there, its first results. */
export async function prepareConsole({ backend, store, started }: Opening): Promise<void> {
  const screen = loadScreen(currentAddress());
  openDocuments(backend);
  await started;
  const { user } = store.getState().auth;
  const results = user === null ? undefined : prefetch(backend, user);
  await screen;
  const late = new Promise((resolve) => setTimeout(resolve, RESPONSES_WAIT_MS));
  await Promise.race([results, late]);
}

/** Starts loading the screen of an address below the base path, with its search. */
export function prepareScreen(address: string): void {
  const { pathname = '/', search = '' } = parsePath(address);
  void loadScreen({ pathname, search });
}

function currentAddress() {
  return { pathname: currentPath(), search: window.location.search };
}
