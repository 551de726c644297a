import '@fontsource-variable/inter/wght.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { initializeBackend } from './backend/backend.ts';
import { BackendContext } from './backend/backend-context.ts';
import { firstCallsOf } from './backend/first-calls.ts';
import { settingsOf } from './backend/settings.ts';
import { Entry } from './entry.tsx';
import { AppTheme } from './shell/app-theme.tsx';
import { createSession, SessionContext } from './store/session.ts';
import { createStore, StoreContext } from './store/store.ts';

const backend = initializeBackend(settingsOf(document));
const store = createStore();
const session = createSession(store, backend);
// What the screen starts with was requested early, and is there when the screen first renders.
const stopWaiting = store.subscribe(() => {
  const { user } = store.getState().auth;
  if (user === null) return;
  stopWaiting();
  for (const [name, input] of firstCallsOf(window.location, user))
    void backend.documents.cache.prefetchQuery(backend.documents.read(name, input));
});
void session.start();
// Every screen shows the store's name.
void backend.documents.cache.prefetchQuery(backend.documents.read('settings.get', {}));

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element with the id "root".');
createRoot(root).render(
  <StrictMode>
    <StoreContext value={store}>
      <BackendContext value={backend}>
        <SessionContext value={session}>
          <QueryClientProvider client={backend.documents.cache}>
            <AppTheme>
              <Entry />
            </AppTheme>
          </QueryClientProvider>
        </SessionContext>
      </BackendContext>
    </StoreContext>
  </StrictMode>,
);
