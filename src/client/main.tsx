import '@fontsource-variable/inter/wght.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { Provider as StoreProvider } from 'react-redux';
import { RouterProvider } from 'react-router/dom';
import { initializeBackend } from './backend/backend.ts';
import { BackendContext } from './backend/backend-context.ts';
import { settingsOf } from './backend/settings.ts';
import { createRouter } from './routes.tsx';
import { AppTheme } from './shell/app-theme.tsx';
import { createSession, SessionContext } from './store/session.ts';
import { createStore } from './store/store.ts';

const backend = initializeBackend(settingsOf(document));
const store = createStore();
const session = createSession(store, backend);
void session.start();

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element with the id "root".');
createRoot(root).render(
  <StoreProvider store={store}>
    <BackendContext value={backend}>
      <SessionContext value={session}>
        <QueryClientProvider client={backend.documents.cache}>
          <AppTheme>
            <RouterProvider router={createRouter(new URL(backend.settings.baseUrl).pathname)} />
          </AppTheme>
        </QueryClientProvider>
      </SessionContext>
    </BackendContext>
  </StoreProvider>,
);
