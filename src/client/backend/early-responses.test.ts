import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CallResult } from '#shared/calls.ts';
import type { PageStart } from '#shared/page-start.ts';
import type { PublicStore } from '#shared/settings/calls.ts';
import { forgetEarlyResponses, requestEarlyResponses, takeEarlyResponse } from './early-responses.ts';

// Each address is requested early at most once on a page, so each test is a page of another store.
let stores = 0;
let base = '';
beforeEach(() => {
  stores += 1;
  base = `https://store-${stores}.example/shop/`;
});

const at = (path: string) => new URL(path, base);
const settings = { body: '{"data":{}}' };
const user = { body: '{"data":{}}', headers: { Authorization: 'Bearer t' } };

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const SETTINGS = { logo: null } as PublicStore;
const OWN_SETTINGS = { settings: { minTargetSdk: 30 } } as CallResult<'settings.get'>;
const RECORD = { user: { role: 'developer' } } as CallResult<'users.me'>;
const NOBODY: PageStart = { session: null, results: { 'settings.get': SETTINGS } };
const SOMEBODY: PageStart = {
  session: { user: { id: 'u1' } },
  token: 't',
  results: NOBODY.results,
  own: { 'settings.get': OWN_SETTINGS, 'users.me': RECORD, 'notifications.countUnread': { count: 2 } },
};

/** Responds with the start of a page, and to everything else with its path. */
function respond(start: PageStart | Response) {
  const requested: string[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    const path = address.slice(base.length);
    requested.push(path);
    if (path !== 'page-start') return Promise.resolve(Response.json({ path }));
    return Promise.resolve(start instanceof Response ? start : Response.json(start));
  });
  return requested;
}

const bodyOf = async (response: Promise<Response> | null) => (await response)?.json();

test('without a session one request brings the session and the settings', async () => {
  const requested = respond(NOBODY);
  await requestEarlyResponses(base);
  expect(await bodyOf(takeEarlyResponse(at('auth/get-session')))).toBeNull();
  expect(await bodyOf(takeEarlyResponse(at('us-central1/settings.get'), settings))).toEqual({
    result: { logo: null },
  });
  expect(takeEarlyResponse(at('auth/token'))).toBeNull();
  expect(requested).toEqual(['page-start']);
});

test('with a session the same request brings the token, the record and the unread count', async () => {
  const requested = respond(SOMEBODY);
  void requestEarlyResponses(base);
  // The page may ask before the response is there.
  expect(await bodyOf(takeEarlyResponse(at('auth/get-session')))).toEqual(SOMEBODY.session);
  expect(await bodyOf(takeEarlyResponse(at('auth/token')))).toEqual({ token: 't' });
  expect(await bodyOf(takeEarlyResponse(at('us-central1/users.me'), user))).toEqual({ result: RECORD });
  expect(await bodyOf(takeEarlyResponse(at('us-central1/notifications.countUnread'), user))).toEqual({
    result: { count: 2 },
  });
  expect(requested).toEqual(['page-start']);
});

test('a user and the sign-in page have a response to the same call each', async () => {
  const requested = respond(SOMEBODY);
  await requestEarlyResponses(base);
  const take = (request: RequestInit) => bodyOf(takeEarlyResponse(at('us-central1/settings.get'), request));
  expect(await take(user)).toEqual({ result: OWN_SETTINGS });
  expect(await take(settings)).toEqual({ result: SETTINGS });
  expect(await take(user)).toBeUndefined();
  expect(requested).toEqual(['page-start']);
});

test('each response is used once', async () => {
  respond(SOMEBODY);
  await requestEarlyResponses(base);
  expect(await takeEarlyResponse(at('us-central1/settings.get'), settings)).toBeInstanceOf(Response);
  expect(takeEarlyResponse(at('us-central1/settings.get'), settings)).toBeNull();
});

test('a response is not used for another user, nor after one asked', async () => {
  respond(SOMEBODY);
  await requestEarlyResponses(base);
  const other = { ...user, headers: { Authorization: 'Bearer u' } };
  expect(takeEarlyResponse(at('us-central1/users.me'), other)).toBeNull();
  expect(takeEarlyResponse(at('us-central1/users.me'), user)).toBeNull();
});

test('a response is not used for nobody', async () => {
  respond(SOMEBODY);
  await requestEarlyResponses(base);
  expect(takeEarlyResponse(at('us-central1/users.me'), settings)).toBeNull();
});

test('an old response is not used', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  respond(SOMEBODY);
  await requestEarlyResponses(base);
  vi.advanceTimersByTime(30_000);
  expect(takeEarlyResponse(at('us-central1/users.me'), user)).toBeNull();
});

test.each([
  ['fails', Response.json({ error: { status: 'UNAVAILABLE' } }, { status: 503 })],
  ['is the page of an older server', new Response('<!doctype html>')],
])(
  'when the common response %s, the session and the settings are requested by themselves',
  async (_, start) => {
    const requested = respond(start);
    await requestEarlyResponses(base);
    expect(await bodyOf(takeEarlyResponse(at('auth/get-session')))).toEqual({ path: 'auth/get-session' });
    expect(await bodyOf(takeEarlyResponse(at('us-central1/settings.get'), settings))).toEqual({
      path: 'us-central1/settings.get',
    });
    expect(takeEarlyResponse(at('auth/token'))).toBeNull();
    expect(requested).toEqual(['page-start', 'auth/get-session', 'us-central1/settings.get']);
  },
);

test('what the common response lacks is left to the page', async () => {
  respond({ ...SOMEBODY, results: {}, own: {} });
  await requestEarlyResponses(base);
  expect(takeEarlyResponse(at('us-central1/users.me'), user)).toBeNull();
  expect(await takeEarlyResponse(at('us-central1/settings.get'), settings)).toBeInstanceOf(Response);
});

test('a request that fails does so for its user', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  await requestEarlyResponses(base);
  await expect(takeEarlyResponse(at('us-central1/settings.get'), settings)).rejects.toThrow('offline');
});

test('what the page requested itself is not requested again', async () => {
  respond(SOMEBODY);
  expect(takeEarlyResponse(at('auth/token'))).toBeNull();
  await requestEarlyResponses(base);
  expect(takeEarlyResponse(at('auth/token'))).toBeNull();
});

test('responses that were forgotten are neither used nor requested again', async () => {
  const requested = respond(SOMEBODY);
  await requestEarlyResponses(base);
  forgetEarlyResponses();
  expect(takeEarlyResponse(at('us-central1/users.me'), user)).toBeNull();
  await requestEarlyResponses(base);
  expect(takeEarlyResponse(at('us-central1/users.me'), user)).toBeNull();
  expect(requested.filter((path) => path !== 'page-start')).toEqual([]);
});
