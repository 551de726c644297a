import { afterEach, expect, test, vi } from 'vitest';
import { loadPageStart } from './page-start.ts';

const BASE = 'https://store.example/shop/';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('the start of a page is loaded below the base path', async () => {
  const fetched = vi.fn<(url: URL) => Promise<Response>>(async () =>
    Response.json({ session: null, results: {} }),
  );
  vi.stubGlobal('fetch', fetched);
  expect(await loadPageStart(BASE)).toEqual({ session: null, results: {} });
  expect(`${fetched.mock.calls[0]?.[0]}`).toBe(`${BASE}page-start`);
});

test.each([
  ['fails', async () => Response.json({ error: {} }, { status: 503 })],
  ['is the page of an older server', async () => new Response('<!doctype html>')],
  ['is lost', () => Promise.reject(new TypeError('offline'))],
])('a response that %s brings nothing', async (_, respond) => {
  vi.stubGlobal('fetch', respond);
  expect(await loadPageStart(BASE)).toBeNull();
});
