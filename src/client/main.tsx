import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { PageStart } from '#shared/page-start.ts';
import { initializeBackend } from './backend/backend.ts';
import { BackendContext } from './backend/backend-context.ts';
import type { FirstResults } from './backend/page-start.ts';
import { settingsOf } from './backend/settings.ts';
import { currentPath } from './components/address/address.ts';
import { Entry, prepareEntry } from './entry.tsx';
import { pageRoot } from './page-root.ts';
import { paths } from './paths.ts';
import { AppTheme } from './shell/app-theme.tsx';
import { Loading } from './shell/loading.tsx';
import { createSession, SessionContext } from './store/session.ts';
import { createStore, StoreContext } from './store/store.ts';

const backend = initializeBackend(settingsOf(document));
const store = createStore();
const session = createSession(store, backend);
/** What was requested before this script had arrived. */
export interface EarlyRequests {
  readonly pageStart: Promise<PageStart | null>;
  readonly early: Promise<FirstResults>;
}

/** Shows the screen of the page's address. */
export async function showPage({ pageStart, early }: EarlyRequests): Promise<void> {
  // Every screen shows the store's name. A failure here shows where they are needed.
  backend.documents.storeSettings
    .load(pageStart.then((loaded) => loaded?.results['settings.get']))
    .catch(() => undefined);
  const root = createRoot(pageRoot());
  const show = (content: ReactNode) =>
    root.render(
      <StrictMode>
        <StoreContext value={store}>
          <BackendContext value={backend}>
            <SessionContext value={session}>
              <AppTheme>{content}</AppTheme>
            </SessionContext>
          </BackendContext>
        </StoreContext>
      </StrictMode>,
    );
  // Prepares the styles of all screens while their scripts arrive. That of the sign-in page comes with this one.
  if (currentPath() !== paths.login) show(<Loading />);
  await prepareEntry({ backend, store, started: session.start(pageStart), early });
  show(<Entry />);
}
