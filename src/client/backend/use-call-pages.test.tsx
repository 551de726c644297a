import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { LoadMore } from '#client/ui/load-more.tsx';
import { CHANGES_HEADER } from '#shared/data-areas.ts';
import { backendOf, failureOf, renderWithBackend, resultOf } from '#test/support/render-component.tsx';
import { useCallMutation } from './use-call.ts';
import { useCallPages } from './use-call-pages.ts';

const PAGE_SIZE = 50;
const PAGES = 8;

/** A version in the queue, ordered by its position, which its cursor names. */
interface Queued {
  readonly position: number;
  readonly id: string;
  readonly appId: string;
  readonly state: string;
}

let queue: Queued[];
/** The pages that were requested, by their cursors. */
let requested: (string | null)[];
let isDown: boolean;

const idsFrom = (start: number, count: number) => Array.from({ length: count }, (_, at) => `v${start + at}`);

beforeEach(() => {
  queue = idsFrom(0, 600).map((id, position) => ({
    position,
    id,
    appId: `app-of-${id}`,
    state: 'waiting',
  }));
  requested = [];
  isDown = false;
});

const edit = (id: string, changes: Partial<Queued>) => {
  queue = queue.map((item) => (item.id === id ? { ...item, ...changes } : item));
};
const remove = (...ids: string[]) => {
  queue = queue.filter(({ id }) => !ids.includes(id));
};
const insert = (id: string, position: number) => {
  queue = [...queue, { position, id, appId: `app-of-${id}`, state: 'waiting' }];
};

function readQueue({ cursor = null }: { cursor?: string | null }) {
  requested.push(cursor);
  if (isDown) return failureOf(500, 'INTERNAL');
  const after = queue
    .filter(({ position }) => cursor === null || position > Number(cursor))
    .toSorted((one, other) => one.position - other.position);
  const shown = after.slice(0, PAGE_SIZE);
  const items = shown.map(({ id, appId, state }) => ({ version: { id }, app: { id: appId }, state }));
  return resultOf({ items, nextCursor: after.length > PAGE_SIZE ? String(shown.at(-1)?.position) : null });
}

function changed(areas: string): Response {
  return Response.json({ result: {} }, { headers: { [CHANGES_HEADER]: areas } });
}

function Queue() {
  const list = useCallPages('reviews.queue', {});
  const claim = useCallMutation('reviews.claim');
  const items = list.data?.pages.flatMap((page) => page.items) as unknown as readonly {
    version: { id: string };
    state: string;
  }[];
  return (
    <>
      <ul>
        {(items ?? []).map(({ version: { id }, state }) => (
          <li key={id}>{`${id} ${state}`}</li>
        ))}
      </ul>
      <CallStatus call={list} skeleton={null} />
      <LoadMore pages={list} />
      <button type="button" onClick={() => claim.mutate({ versionId: 'v300' })}>
        Claim
      </button>
    </>
  );
}

function Screen() {
  const [isShown, setShown] = useState(true);
  return (
    <>
      {isShown && <Queue />}
      <button type="button" onClick={() => setShown(!isShown)}>
        Switch
      </button>
    </>
  );
}

const wait = (ms = 400) => act(async () => vi.advanceTimersByTimeAsync(ms));
// By tags, because the roles of hundreds of rows take seconds to compute.
const press = async (name: string) => {
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  if (!button) throw new Error(`there is no button ${name}`);
  await act(async () => button.click());
  await wait();
};
const shown = () => [...document.querySelectorAll('li')].map(({ textContent }) => textContent?.split(' ')[0]);
const expected = (count: number) =>
  queue
    .toSorted((one, other) => one.position - other.position)
    .slice(0, count)
    .map(({ id }) => id);

/** Shows the first 400 versions of the queue. */
async function showQueue() {
  const backend = backendOf(({ path, input }) => {
    if (path === 'us-central1/reviews.queue') return readQueue(input as object);
    edit('v300', { state: 'claimed' });
    return changed('reviews');
  });
  const refreshes = await backend.documents.refreshes();
  vi.useFakeTimers();
  renderWithBackend(<Screen />, backend);
  await wait();
  for (let page = 1; page < PAGES; page += 1) await press('Load more');
  expect(shown()).toEqual(expected(400));
  requested = [];
  return refreshes;
}

test('a claim on a row of a long list makes two requests: for the first page and for that of the row', async () => {
  await showQueue();
  await press('Claim');
  expect(requested).toEqual([null, '299']);
  expect(screen.getByText('v300 claimed')).toBeDefined();
  expect(shown()).toEqual(expected(400));
});

test('a change by someone else refetches the first page and those that show its app', async () => {
  const refreshes = await showQueue();
  edit('v120', { state: 'claimed' });
  refreshes.refreshSoon({ areas: ['reviews'], appId: 'app-of-v120' });
  refreshes.refreshSoon({ areas: ['reviews'], appId: 'app-of-another' });
  await wait();
  expect(requested).toEqual([null, '99']);
  expect(screen.getByText('v120 claimed')).toBeDefined();
});

test('a removed row disappears, and those that move up appear once', async () => {
  const refreshes = await showQueue();
  remove('v120', 'v3');
  await act(() => refreshes.refresh({ areas: ['reviews'], ids: new Set(['v120', 'v3']) }));
  await wait();
  expect(requested).toEqual([null, '99']);
  expect(shown()).toEqual(expected(398));
  await press('Load more');
  expect(shown()).toEqual(expected(448));
});

test('rows that new ones push off the first page stay in the list', async () => {
  const refreshes = await showQueue();
  for (let count = 1; count <= 3; count += 1) {
    insert(`first-${count}`, -count);
    refreshes.refreshSoon({ areas: ['reviews'], appId: `app-of-first-${count}` });
    await wait();
    expect(shown()).toEqual(expected(400 + count));
  }
  expect(requested).toHaveLength(6);
});

test('after more new rows than a page, the list is read again', async () => {
  const refreshes = await showQueue();
  for (let count = 1; count <= 120; count += 1) insert(`first-${count}`, -count);
  refreshes.refreshSoon({ areas: ['reviews'], appId: 'app-of-first-1' });
  await wait();
  expect(shown()).toEqual(expected(400));
});

test('a row that moves to the first page is there alone', async () => {
  const refreshes = await showQueue();
  edit('v300', { position: -1 });
  refreshes.refreshSoon({ areas: ['versions'], appId: 'app-of-v300' });
  await wait();
  expect(shown()).toEqual(expected(400));
  expect(requested.length).toBeLessThan(5);
});

test('a list ends where its last rows were removed', async () => {
  const refreshes = await showQueue();
  remove(...idsFrom(40, 560));
  refreshes.refreshSoon({ areas: ['reviews'], appId: 'app-of-v599' });
  await wait();
  expect(shown()).toEqual(idsFrom(0, 40));
});

test.each([
  ['names nothing', {}],
  ['names something that the list does not show', { ids: new Set(['r1']) }],
])('a change that %s refetches all pages', async (_, change) => {
  const refreshes = await showQueue();
  await act(() => refreshes.refresh({ areas: ['reviews'], ...change }));
  await wait();
  expect(requested).toHaveLength(PAGES);
});

test('a page whose refetch failed is refetched again', async () => {
  const refreshes = await showQueue();
  isDown = true;
  edit('v120', { state: 'claimed' });
  refreshes.refreshSoon({ areas: ['reviews'], appId: 'app-of-v120' });
  await wait();
  isDown = false;
  refreshes.refreshSoon({ areas: ['reviews'], appId: 'app-of-another' });
  await wait();
  expect(screen.getByText('v120 claimed')).toBeDefined();
});

test('a list that is shown again refetches what changed meanwhile', async () => {
  const refreshes = await showQueue();
  await press('Switch');
  edit('v120', { state: 'claimed' });
  refreshes.refreshSoon({ areas: ['reviews'], appId: 'app-of-v120' });
  await wait();
  expect(requested).toEqual([]);
  await press('Switch');
  expect(requested).toEqual([null, '99']);
  expect(screen.getByText('v120 claimed')).toBeDefined();
});

test('a page that could not be loaded shows its error once, and the rows stay', async () => {
  const backend = backendOf(({ input }) => readQueue(input as object));
  await backend.documents.refreshes();
  vi.useFakeTimers();
  renderWithBackend(<Screen />, backend);
  await wait();
  isDown = true;
  await press('Load more');
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  expect(shown()).toEqual(expected(PAGE_SIZE));
  isDown = false;
  await press('Try again');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(shown()).toEqual(expected(2 * PAGE_SIZE));
});
