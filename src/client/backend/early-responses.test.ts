import { afterEach, expect, test, vi } from 'vitest';
import { requestEarlyResponses, takeEarlyResponse } from './early-responses.ts';

const BASE = 'https://store.example/shop/';
const at = (path: string) => new URL(path, BASE);
const settings = { body: '{"data":{}}' };
const user = { body: '{"data":{}}', headers: { Authorization: 'Bearer t' } };

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function respond(token?: string) {
  const requested: string[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    requested.push(address.slice(BASE.length));
    return Promise.resolve(Response.json(token ? { token } : null));
  });
  return requested;
}

test('without a session only the settings and the session are requested', async () => {
  const requested = respond();
  await requestEarlyResponses(BASE);
  expect(requested).toEqual(['us-central1/settings.get', 'auth/get-session']);
});

test('each response is used once, by the same request of the same user', async () => {
  respond('t');
  await requestEarlyResponses(BASE);
  expect(await takeEarlyResponse(at('us-central1/settings.get'), settings)).toBeInstanceOf(Response);
  expect(takeEarlyResponse(at('us-central1/settings.get'), settings)).toBeNull();
  expect(await takeEarlyResponse(at('us-central1/users.me'), user)).toBeInstanceOf(Response);
  expect(await takeEarlyResponse(at('auth/get-session'))).toBeInstanceOf(Response);
});

test.each([
  ['another user', { ...user, headers: { Authorization: 'Bearer u' } }],
  ['nobody', settings],
  ['another input', { ...user, body: '{"data":{"a":1}}' }],
])('a response is not used for %s', async (_, request) => {
  respond('t');
  await requestEarlyResponses(BASE);
  expect(takeEarlyResponse(at('us-central1/users.me'), request)).toBeNull();
  expect(takeEarlyResponse(at('us-central1/users.me'), user)).toBeNull();
});

test('an old response is not used', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  respond('t');
  await requestEarlyResponses(BASE);
  vi.advanceTimersByTime(30_000);
  expect(takeEarlyResponse(at('us-central1/users.me'), user)).toBeNull();
});

test('a request that fails does so for its user', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  await requestEarlyResponses(BASE);
  await expect(takeEarlyResponse(at('us-central1/settings.get'), settings)).rejects.toThrow('offline');
});
