import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { useCallQuery } from '#client/backend/use-call.ts';
import { backendOf, failureOf, renderWithBackend, resultOf } from '#test/support/render-component.tsx';
import { CallStatus } from './call-status.tsx';
import { PAGE_PART_ID } from './focus-handover.ts';

function Store() {
  const store = useCallQuery('settings.get', {});
  return (
    <>
      <CallStatus call={store} skeleton={<p>Loading</p>} />
      {store.data && <p>{store.data.settings.storeName}</p>}
    </>
  );
}

const again = () => screen.getByRole('button', { name: 'Try again' });

/** Shows the store's name below `element`, after a first attempt that failed; the test responds to the others. */
async function showFailure(element: ReactNode) {
  let respond = (_response: Response) => {};
  let attempts = 0;
  const { user } = renderWithBackend(
    element,
    backendOf(() => {
      attempts += 1;
      if (attempts === 1) return failureOf(500, 'INTERNAL', 'Broken.');
      return new Promise<Response>((resolve) => {
        respond = resolve;
      });
    }),
  );
  await screen.findByRole('alert');
  return { user, respond: (response: Response) => respond(response) };
}

test('another attempt keeps the error and the focus until it is done, then the page gets the focus', async () => {
  const { user, respond } = await showFailure(
    <main tabIndex={-1}>
      <Store />
    </main>,
  );
  await user.click(again());
  expect(again().getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByRole('alert').textContent).toMatch(/Broken\./);
  expect(screen.queryByText('Loading')).toBeNull();
  respond(failureOf(500, 'INTERNAL', 'Still broken.'));
  await screen.findByText('Still broken.');
  await waitFor(() => expect(again().getAttribute('aria-disabled')).toBeNull());
  expect(document.activeElement).toBe(again());
  await user.keyboard('{Enter}');
  respond(resultOf({ settings: { storeName: 'Harbour' } }));
  await screen.findByText('Harbour');
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test('the part of the page that recovers gets the focus', async () => {
  const { user, respond } = await showFailure(
    <main tabIndex={-1}>
      <div id={PAGE_PART_ID} tabIndex={-1}>
        <Store />
      </div>
    </main>,
  );
  await user.click(again());
  respond(resultOf({ settings: { storeName: 'Harbour' } }));
  await screen.findByText('Harbour');
  expect(document.activeElement?.id).toBe(PAGE_PART_ID);
});

test('someone who went elsewhere during the attempt stays there', async () => {
  const { user, respond } = await showFailure(
    <main tabIndex={-1}>
      <input aria-label="Search" />
      <Store />
    </main>,
  );
  await user.click(again());
  await user.click(screen.getByLabelText('Search'));
  respond(resultOf({ settings: { storeName: 'Harbour' } }));
  await screen.findByText('Harbour');
  expect(document.activeElement).toBe(screen.getByLabelText('Search'));
});
