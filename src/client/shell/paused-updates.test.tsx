import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useCallQuery } from '#client/backend/use-call.ts';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { backendOf, limitedFor, renderWithBackend, resultOf } from '#test/support/render-component.tsx';
import { PausedUpdates } from './paused-updates.tsx';

function Store() {
  const store = useCallQuery('settings.get', {});
  return (
    <>
      <CallStatus call={store} skeleton={<p>Loading</p>} />
      {store.data && <p>{store.data.settings.storeName}</p>}
      <button type="button" onClick={() => void store.refetch()}>
        Refetch
      </button>
    </>
  );
}

const wait = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));

test('a refetch over the limit leaves the data on the screen with a note, and is repeated then', async () => {
  let serve = () => resultOf({ settings: { storeName: 'Harbour' } });
  const backend = backendOf(() => serve());
  vi.useFakeTimers();
  renderWithBackend(
    <>
      <Store />
      <PausedUpdates />
    </>,
    backend,
  );
  await wait(100);
  serve = () => limitedFor(40);
  await act(async () => screen.getByRole('button', { name: 'Refetch' }).click());
  await wait(100);
  expect(screen.getByText('Harbour')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('status').textContent).toBe(
    'Too many requests. What you see stays, and is updated again in 40 seconds.',
  );
  serve = () => resultOf({ settings: { storeName: 'Pier' } });
  await wait(39_000);
  expect(screen.getByText('Harbour')).toBeDefined();
  await wait(2_000);
  expect(screen.getByText('Pier')).toBeDefined();
  expect(screen.queryByRole('status')).toBeNull();
});
