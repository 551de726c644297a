import { act, screen } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { backendOf, failureOf, renderWithBackend } from '#test/support/render-component.tsx';
import { currentPath } from './components/address/address.ts';
import { Console } from './console.tsx';
import { createSession, SessionContext } from './store/session.ts';
import { createStore, StoreContext } from './store/store.ts';

const BASE = 'https://store.example/quayside/';

interface SimulatedWindow {
  readonly happyDOM: { setURL(url: string): void };
}

test('the console follows the back button, although effects run twice', async () => {
  const base = document.createElement('base');
  base.href = BASE;
  document.head.prepend(base);
  onTestFinished(() => base.remove());
  const { happyDOM } = window as unknown as SimulatedWindow;
  // Other tests run in the same window, and make addresses from its own.
  const { href } = window.location;
  onTestFinished(() => happyDOM.setURL(href));
  happyDOM.setURL(`${BASE}unauthorized`);
  const backend = backendOf(() => failureOf(404, 'NOT_FOUND'));
  const store = createStore();
  renderWithBackend(
    <StoreContext value={store}>
      <SessionContext value={createSession(store, backend)}>
        <Console />
      </SessionContext>
    </StoreContext>,
    backend,
  );
  await screen.findByRole('heading', { name: 'Unauthorized' }, { timeout: 30_000 });
  await act(async () => {
    window.history.replaceState(null, '', `${BASE}unknown`);
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  // Nobody is signed in.
  await expect.poll(currentPath).toBe('/login');
});
