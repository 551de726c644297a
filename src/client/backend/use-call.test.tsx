import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { PendingButton } from '#client/ui/pending-button.tsx';
import {
  backendOf,
  failureOf,
  limitedFor,
  renderWithBackend,
  resultOf,
  type Serve,
} from '#test/support/render-component.tsx';
import { useCallMutation, useCallQuery } from './use-call.ts';

let serve: Serve;
let inputs: unknown[];

function Store() {
  const store = useCallQuery('settings.get', {});
  return (
    <>
      <CallStatus call={store} skeleton={<p>Loading</p>} />
      {store.data && <p>{JSON.stringify(store.data)}</p>}
      <button type="button" onClick={() => void store.refetch()}>
        Refetch
      </button>
    </>
  );
}

async function show(element = <Store />) {
  const backend = backendOf((request) => {
    inputs.push(request.input);
    return serve(request);
  });
  await backend.documents.refreshes();
  vi.useFakeTimers();
  renderWithBackend(element, backend);
}

beforeEach(() => {
  inputs = [];
});

const wait = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));
const press = (name: string) => act(async () => screen.getByRole('button', { name }).click());

test('an unavailable server is asked three times before the error shows', async () => {
  serve = () => failureOf(503, 'UNAVAILABLE', 'Starting.');
  await show();
  await wait(900);
  expect(screen.queryByRole('alert')).toBeNull();
  await wait(10_000);
  expect(screen.getByRole('alert').textContent).toMatch(/Starting\..*Check your connection/);
  expect(screen.queryByText('Loading')).toBeNull();
});

test('an error that no retry can change shows at once', async () => {
  serve = () => failureOf(403, 'PERMISSION_DENIED', 'Not yours.');
  await show();
  await wait(100);
  expect(screen.getByRole('alert').textContent).toMatch(/Not yours/);
});

test('a refetch without a connection leaves the data on the screen', async () => {
  serve = () => resultOf({ name: 'Harbour' });
  await show();
  await wait(100);
  serve = () => Promise.reject(new TypeError('Failed to fetch'));
  await press('Refetch');
  await wait(10_000);
  expect(screen.getByText('{"name":"Harbour"}')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a refetch that says that the data is gone shows it', async () => {
  serve = () => resultOf({ name: 'Harbour' });
  await show();
  await wait(100);
  serve = () => failureOf(404, 'NOT_FOUND', 'Removed.');
  await press('Refetch');
  await wait(100);
  expect(screen.getByRole('alert').textContent).toMatch(/Removed/);
});

test('a first request over the limit says how long to wait, and is repeated then', async () => {
  serve = () => limitedFor(40);
  await show();
  await wait(100);
  expect(screen.getByRole('alert').textContent).toMatch(
    /^Too many requests\. Wait 40 seconds, then try again\.The page also tries again by itself\./,
  );
  expect(inputs).toHaveLength(1);
  serve = () => resultOf({ name: 'Harbour' });
  await wait(40_000);
  expect(screen.getByText('{"name":"Harbour"}')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

function Removal() {
  const [isLeft, setLeft] = useState(false);
  return isLeft ? <p>Left</p> : <RemovalButton onLeave={() => setLeft(true)} />;
}

function RemovalButton({ onLeave }: { onLeave: () => void }) {
  const remove = useCallMutation('tokens.revoke', { leave: onLeave });
  return (
    <PendingButton pending={remove.isPending} onClick={() => remove.mutate({ tokenId: 't1' })}>
      Revoke
    </PendingButton>
  );
}

test('a call that leaves its screen is made once, although effects run twice', async () => {
  serve = () => resultOf({});
  await show(<Removal />);
  await press('Revoke');
  await wait(100);
  expect(screen.getByText('Left')).toBeDefined();
  expect(inputs).toEqual([{ tokenId: 't1' }]);
});

test('a call that fails stays on its screen, and can be made again', async () => {
  serve = () => failureOf(500, 'INTERNAL');
  await show(<Removal />);
  await press('Revoke');
  await wait(100);
  serve = () => resultOf({});
  await press('Revoke');
  await wait(100);
  expect(screen.getByText('Left')).toBeDefined();
  expect(inputs).toHaveLength(2);
});
