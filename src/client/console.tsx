import { useEffect, useState, useSyncExternalStore } from 'react';
import { Link, parsePath } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import type { Backend } from './backend/backend.ts';
import { useBackend } from './backend/backend-context.ts';
import { DocumentsProvider, openDocuments } from './backend/documents-provider.tsx';
import type { FirstResults } from './backend/page-start.ts';
import { currentPath } from './components/address/address.ts';
import { Tooltips } from './components/tooltip/tooltips.tsx';
import { createRouter, loadScreen } from './routes.tsx';
import { loadFirstCalls } from './shell/lazy-route.tsx';
import { PathLinkContext } from './shell/router-link.tsx';
import { useUnreadPoll } from './shell/use-unread-poll.ts';
import type { SessionUser } from './store/session-user.ts';
import type { Store } from './store/store.ts';
import { guardFileDrops } from './ui/file-drop-guard.ts';

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
  useEffect(() => guardFileDrops(document), []);
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
    void loadScreen(currentPath());
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

/** A page that was opened and hasn't rendered yet. */
export interface OpenedPage {
  readonly backend: Backend;
  readonly store: Store;
  /** Resolves when the user is known, or the failure stored. */
  readonly started: Promise<void>;
  /** Resolves with the results that were requested early. */
  readonly early: Promise<FirstResults>;
}

/** Loads the screen of the page's address, its user and, if they are nearly there, its first results. */
export async function prepareConsole(opening: OpenedPage): Promise<void> {
  const screen = loadScreen(currentPath());
  openDocuments(opening.backend);
  await opening.started;
  const { user } = opening.store.getState().auth;
  const results = user === null ? undefined : loadFirstResults(opening, user);
  await screen;
  const late = new Promise((resolve) => setTimeout(resolve, RESPONSES_WAIT_MS));
  await Promise.race([results, late]);
}

/** Loads the store's name, logo and settings, as the user gets them, and what the screen starts with. */
async function loadFirstResults({ backend, early }: OpenedPage, user: SessionUser): Promise<void> {
  const { cache, read } = backend.documents;
  const address = { pathname: currentPath(), search: window.location.search, early: await early };
  await Promise.all([cache.prefetchQuery(read('settings.get', {})), loadFirstCalls(backend, user, address)]);
}

/** Starts loading the screen of an address below the base path. */
export function prepareScreen(address: string): void {
  void loadScreen(parsePath(address).pathname ?? '/');
}
