import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRefreshes } from './refreshes.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A cache with results on screen, each read once so far. */
async function shown(...keys: readonly [string, object?][]) {
  const cache = new QueryClient();
  const reads = new Map<string, number>();
  for (const key of keys) {
    const observer = new QueryObserver(cache, {
      queryKey: key,
      queryFn: () => {
        const name = JSON.stringify(key);
        reads.set(name, (reads.get(name) ?? 0) + 1);
        return {};
      },
    });
    observer.subscribe(() => undefined);
  }
  await vi.advanceTimersByTimeAsync(0);
  return {
    refreshes: createRefreshes(cache),
    counts: () => keys.map((key) => reads.get(JSON.stringify(key))),
  };
}

test('refetches the results whose contracts read the changed area', async () => {
  const { refreshes, counts } = await shown(['versions.list', {}], ['tokens.list', {}], ['auth/passkeys']);
  await refreshes.refresh({ areas: ['versions'] });
  expect(counts()).toEqual([2, 1, 1]);
  await refreshes.refresh({ areas: ['account', 'tokens'] });
  expect(counts()).toEqual([2, 2, 2]);
  await refreshes.refresh({});
  expect(counts()).toEqual([3, 3, 3]);
});

/** A list whose first page is loaded; each page says which of the reads it came with. */
async function shownList() {
  const cache = new QueryClient();
  let reads = 0;
  const list = new InfiniteQueryObserver(cache, {
    queryKey: ['apps.list', {}, 'pages'],
    queryFn: async ({ pageParam, signal }) => {
      reads += 1;
      const read = reads;
      await new Promise((resolve) => setTimeout(resolve, 100));
      signal.throwIfAborted();
      return { page: pageParam, read };
    },
    initialPageParam: 1,
    getNextPageParam: ({ page }: { page: number; read: number }) => page + 1,
  });
  list.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(100);
  return { list, refreshes: createRefreshes(cache) };
}

test('refetches a list after the page that is being loaded, not instead of it', async () => {
  const { list, refreshes } = await shownList();
  const more = list.fetchNextPage();
  const refreshed = refreshes.refresh({ areas: ['apps'] });
  await vi.advanceTimersByTimeAsync(1_000);
  await Promise.all([more, refreshed]);
  expect(list.getCurrentResult().data?.pages).toEqual([
    { page: 1, read: 3 },
    { page: 2, read: 4 },
  ]);
});

test('refetches a list again whose refetch was cancelled by loading another page', async () => {
  const { list, refreshes } = await shownList();
  const refreshed = refreshes.refresh({ areas: ['apps'] });
  await vi.advanceTimersByTimeAsync(50);
  const more = list.fetchNextPage();
  await vi.advanceTimersByTimeAsync(1_000);
  await Promise.all([more, refreshed]);
  expect(list.getCurrentResult().data?.pages).toEqual([
    { page: 1, read: 4 },
    { page: 2, read: 5 },
  ]);
});

test('leaves the results of other apps alone', async () => {
  const { refreshes, counts } = await shown(
    ['apps.get', { appId: 'a' }],
    ['apps.get', { appId: 'b' }],
    ['apps.list', {}],
  );
  await refreshes.refresh({ areas: ['apps'], appId: 'a' });
  expect(counts()).toEqual([2, 1, 2]);
});

test('refetches once for many changes at once', async () => {
  const { refreshes, counts } = await shown(['versions.list', {}], ['reviews.queue', {}]);
  for (let count = 0; count < 50; count += 1)
    refreshes.refreshSoon({ areas: ['versions'], requestId: `r${count}` });
  refreshes.refreshSoon({ areas: ['reviews'] });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(counts()).toEqual([2, 2]);
});

test('refetches once for a change that both the response and the event stream report', async () => {
  const { refreshes, counts } = await shown(['versions.list', {}]);
  refreshes.refreshSoon({ areas: ['versions'], requestId: 'r1' });
  refreshes.refreshAfterResponse({ areas: ['versions'], requestId: 'r1' }, undefined);
  refreshes.refreshSoon({ areas: ['versions'], requestId: 'r1' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(counts()).toEqual([2]);
});

test('delays changes while a screen is being left', async () => {
  const { refreshes, counts } = await shown(['apps.list', {}]);
  const release = refreshes.hold();
  refreshes.refreshAfterResponse({ areas: ['apps'] }, undefined);
  refreshes.refreshSoon({ areas: ['apps'] });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(counts()).toEqual([1]);
  release();
  await vi.advanceTimersByTimeAsync(0);
  expect(counts()[0]).toBeGreaterThan(1);
});
