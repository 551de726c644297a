import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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

function respond(token?: string) {
  const requested: string[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    requested.push(address.slice(base.length));
    return Promise.resolve(Response.json(token ? { token } : null));
  });
  return requested;
}

test('without a session only the settings and the session are requested', async () => {
  const requested = respond();
  await requestEarlyResponses(base);
  expect(requested).toEqual(['us-central1/settings.get', 'auth/get-session']);
});

test('each response is used once, by the same request of the same user', async () => {
  respond('t');
  await requestEarlyResponses(base);
  expect(await takeEarlyResponse(at('us-central1/settings.get'), settings)).toBeInstanceOf(Response);
  expect(takeEarlyResponse(at('us-central1/settings.get'), settings)).toBeNull();
  expect(await takeEarlyResponse(at('us-central1/users.me'), user)).toBeInstanceOf(Response);
  expect(await takeEarlyResponse(at('auth/get-session'))).toBeInstanceOf(Response);
});

test('the calls of the screen are requested for the user, with their input', async () => {
  respond('t');
  await requestEarlyResponses(base, [['apps.list', { scope: 'mine' }]]);
  const body = '{"data":{"scope":"mine"}}';
  expect(await takeEarlyResponse(at('us-central1/apps.list'), { ...user, body })).toBeInstanceOf(Response);
});

test.each([
  ['another user', { ...user, headers: { Authorization: 'Bearer u' } }],
  ['nobody', settings],
])('a response is not used for %s', async (_, request) => {
  respond('t');
  await requestEarlyResponses(base);
  expect(takeEarlyResponse(at('us-central1/users.me'), request)).toBeNull();
  expect(takeEarlyResponse(at('us-central1/users.me'), user)).toBeNull();
});

test('calls of one name with two inputs have a response each', async () => {
  respond('t');
  await requestEarlyResponses(base, [
    ['notifications.list', { limit: 1 }],
    ['notifications.list', { limit: 2 }],
  ]);
  const take = (limit: number) =>
    takeEarlyResponse(at('us-central1/notifications.list'), { ...user, body: `{"data":{"limit":${limit}}}` });
  expect(take(3)).toBeNull();
  expect(await take(1)).toBeInstanceOf(Response);
  expect(await take(2)).toBeInstanceOf(Response);
});

test('an old response is not used', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  respond('t');
  await requestEarlyResponses(base);
  vi.advanceTimersByTime(30_000);
  expect(takeEarlyResponse(at('us-central1/users.me'), user)).toBeNull();
});

test('a request that fails does so for its user', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  await requestEarlyResponses(base);
  await expect(takeEarlyResponse(at('us-central1/settings.get'), settings)).rejects.toThrow('offline');
});

test('what the page requested itself is not requested again', async () => {
  const requested = respond('t');
  expect(takeEarlyResponse(at('auth/token'))).toBeNull();
  await requestEarlyResponses(base);
  expect(requested).toEqual(['us-central1/settings.get', 'auth/get-session']);
  expect(takeEarlyResponse(at('auth/token'))).toBeNull();
});

test('responses that were forgotten are neither used nor requested again', async () => {
  respond('t');
  await requestEarlyResponses(base);
  forgetEarlyResponses();
  expect(takeEarlyResponse(at('us-central1/users.me'), user)).toBeNull();
  await requestEarlyResponses(base);
  expect(takeEarlyResponse(at('us-central1/users.me'), user)).toBeNull();
});
