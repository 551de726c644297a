import '@fontsource-variable/inter/wght.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { initializeBackend } from './backend/backend.ts';
import { BackendContext } from './backend/backend-context.ts';
import { settingsOf } from './backend/settings.ts';
import { Entry } from './entry.tsx';
import { AppTheme } from './shell/app-theme.tsx';
import { createSession, SessionContext } from './store/session.ts';
import { createStore, StoreContext } from './store/store.ts';

const backend = initializeBackend(settingsOf(document));
const store = createStore();
const session = createSession(store, backend);
void session.start();
// Every screen shows the store's name.
// A failure here shows where they are needed.
backend.documents.storeSettings.load().catch(() => undefined);

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element with the id "root".');
createRoot(root).render(
  <StrictMode>
    <StoreContext value={store}>
      <BackendContext value={backend}>
        <SessionContext value={session}>
          <AppTheme>
            <Entry />
          </AppTheme>
        </SessionContext>
      </BackendContext>
    </StoreContext>
  </StrictMode>,
);
