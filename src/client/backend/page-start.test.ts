import { afterEach, expect, test, vi } from 'vitest';
import { loadPageStart, requestCalls, resultKey } from './page-start.ts';

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

test('calls are requested as the user, and those that fail are left to the screen', async () => {
  const fetched = vi.fn<(url: URL, init: RequestInit) => Promise<Response>>(async (url) =>
    url.href.endsWith('apps.list')
      ? Response.json({ result: { apps: [] } })
      : Response.json({}, { status: 503 }),
  );
  vi.stubGlobal('fetch', fetched);
  const results = requestCalls(BASE, { uid: 'u1', token: 't' }, [
    ['apps.list', { limit: 5 }],
    ['apps.list', { scope: 'mine' }, 'pages'],
    ['users.list', {}],
  ]);
  expect(await results.get(resultKey('u1', ['apps.list', { limit: 5 }]))).toEqual({ apps: [] });
  expect(await results.get(resultKey('u1', ['apps.list', { scope: 'mine' }]))).toEqual({ apps: [] });
  await expect(results.get(resultKey('u1', ['users.list', {}]))).rejects.toThrow('status 503');
  expect(results.get(resultKey('u2', ['users.list', {}]))).toBeUndefined();
  const [url, init] = fetched.mock.calls[0] ?? [];
  expect(url?.href).toBe(`${BASE}us-central1/apps.list`);
  expect(init).toMatchObject({
    method: 'POST',
    credentials: 'omit',
    body: '{"data":{"limit":5}}',
    headers: { Authorization: 'Bearer t' },
  });
});
