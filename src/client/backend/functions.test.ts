import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import READS from 'virtual:call-reads';
import TIMEOUTS_MS from 'virtual:call-timeouts';
import { afterEach, expect, test, vi } from 'vitest';
import type { CallContract } from '#shared/call.ts';
import { calls } from '#shared/calls.ts';
import { CallError } from '#shared/errors.ts';
import { type Auth, createAuth } from './auth.ts';
import { createFunctions } from './functions.ts';

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A server that speaks the wire protocol as told, and the client's services that talk to it. */
async function servicesFor(handler: Handler) {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => handler(request, response, body));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/shop/`;
  const auth = createAuth(baseUrl);
  closers.push(() => {
    server.closeAllConnections();
    server.close();
    auth.close();
  });
  return { baseUrl, auth, functions: createFunctions(auth) };
}

function json(response: ServerResponse, status: number, body: unknown) {
  response.writeHead(status, { 'Content-Type': 'application/json', 'X-Request-Id': 'r-1' });
  response.end(JSON.stringify(body));
}

async function failure(promise: Promise<unknown>): Promise<CallError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(CallError);
  return error as CallError;
}

/** Identity endpoints with one session whose tokens are `t1`, `t2`, … */
function identity(): Handler & { tokens: number } {
  const handler: Handler & { tokens: number } = Object.assign(
    (request: IncomingMessage, response: ServerResponse) => {
      if (request.url === '/shop/auth/token') {
        handler.tokens += 1;
        json(response, 200, { token: `t${handler.tokens}` });
      } else json(response, 200, { user: { id: 'u1', email: 'ada@example.org', name: 'Ada' } });
    },
    { tokens: 0 },
  );
  return handler;
}

function watch(auth: Auth): (string | null)[] {
  const seen: (string | null)[] = [];
  auth.onAuthStateChanged((account) => seen.push(account?.uid ?? null));
  return seen;
}

test('posts the data to the region and name below the base, and returns the result', async () => {
  const { functions } = await servicesFor((request, response, body) => {
    json(response, 200, { result: { method: request.method, url: request.url, body: JSON.parse(body) } });
  });
  expect(await functions.call('notifications.delete', { id: 'n1' })).toEqual({
    method: 'POST',
    url: '/shop/us-central1/notifications.delete',
    body: { data: { id: 'n1' } },
  });
});

test.each([
  [400, { error: { status: 'FAILED_PRECONDITION', message: 'Not now.' } }, 'failed-precondition', 'Not now.'],
  [
    400,
    { error: { status: 'INVALID_ARGUMENT', message: 'Enter a name.' } },
    'invalid-argument',
    'Enter a name.',
  ],
  [404, { error: { message: 'No such app.' } }, 'not-found', 'No such app.'],
  [503, 'not the protocol', 'unavailable', ''],
  [418, null, 'unknown', ''],
  [200, { unexpected: true }, 'internal', ''],
])('status %i with %j is %s', async (status, body, code, message) => {
  const { functions } = await servicesFor((_request, response) => json(response, status, body));
  const error = await failure(functions.call('users.me', {}));
  expect(error).toMatchObject({ code, message, details: { requestId: 'r-1' } });
});

test('logs every notification call that fails, and no other', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { functions } = await servicesFor((_request, response) =>
    json(response, 403, { error: { status: 'PERMISSION_DENIED', message: 'Not yours.' } }),
  );
  const error = await failure(functions.call('notifications.getPreferences', {}));
  await failure(functions.call('users.me', {}));
  const cancelled = functions.call('notifications.list', {}, { signal: AbortSignal.abort() });
  expect((await failure(cancelled)).code).toBe('cancelled');
  expect(logged.mock.calls).toEqual([['Notifications', error]]);
  logged.mockRestore();
});

test('keeps the details of an error', async () => {
  const details = { reason: 'taken', fields: { name: 'Too long.' } };
  const { functions } = await servicesFor((_request, response) =>
    json(response, 409, { error: { status: 'ALREADY_EXISTS', message: 'Taken.', details } }),
  );
  const error = await failure(functions.call('users.me', {}));
  expect(error.details).toEqual({ ...details, requestId: 'r-1' });
});

test('gives up after the time-out, when cancelled, and when no server responds', async () => {
  const { functions } = await servicesFor(() => undefined);
  const late = await failure(functions.call('users.me', {}, { timeoutMs: 30 }));
  expect(late.code).toBe('deadline-exceeded');

  const cancel = new AbortController();
  const cancelled = failure(functions.call('users.me', {}, { signal: cancel.signal }));
  cancel.abort();
  expect((await cancelled).code).toBe('cancelled');

  const auth = createAuth('http://127.0.0.1:1/');
  closers.push(auth.close);
  const nowhere = createFunctions(auth);
  expect((await failure(nowhere.call('users.me', {}))).code).toBe('unavailable');
});

test('times out after 70 seconds', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  const { functions } = await servicesFor((_request, response) => json(response, 200, { result: {} }));
  await functions.call('users.me', {});
  expect(timeout.mock.calls).toEqual([[70_000]]);
  timeout.mockRestore();
});

test('sends the token, and renews it once when the server rejects it', async () => {
  const provider = identity();
  const { auth, functions } = await servicesFor((request, response, body) => {
    if (request.url?.startsWith('/shop/auth/')) provider(request, response, body);
    else if (request.headers.authorization === 'Bearer t2') json(response, 200, { result: 'in' });
    else json(response, 401, { error: { status: 'UNAUTHENTICATED', message: 'Expired.' } });
  });
  const seen = watch(auth);
  await auth.start();
  expect(await functions.call('users.me', {})).toBe('in');
  expect(provider.tokens).toBe(2);
  expect(seen).toEqual(['u1']);
});

test('uses the time-out of the contract', async () => {
  const { auth } = await servicesFor(() => undefined);
  const functions = createFunctions(auth, { 'users.me': 30 });
  expect((await failure(functions.call('users.me', {}))).code).toBe('deadline-exceeded');
});

test('the client knows the contracts’ time-outs and the areas that they read', () => {
  const contracts: [string, CallContract][] = Object.entries(calls);
  const timeouts = contracts.flatMap(([name, { timeoutMs }]) => (timeoutMs ? [[name, timeoutMs]] : []));
  expect(TIMEOUTS_MS).toEqual(Object.fromEntries(timeouts));
  const reads = contracts.flatMap(([name, contract]) => (contract.reads ? [[name, contract.reads]] : []));
  expect(READS).toEqual(Object.fromEntries(reads));
});

test.each([
  ['a file that is read', 'account/export', {}],
  ['a file that is sent', 'avatars?x=1', { method: 'POST', body: 'picture' }],
  ['the event stream', 'events', {}],
])('%s has an expired token renewed once and is requested again', async (_what, address, options) => {
  const provider = identity();
  const seen: string[] = [];
  const { auth } = await servicesFor((request, response, body) => {
    if (request.url?.startsWith('/shop/auth/')) return provider(request, response, body);
    seen.push(`${request.method} ${request.url} ${request.headers.authorization} ${body}`);
    json(response, request.headers.authorization === 'Bearer t2' ? 200 : 401, {});
  });
  await auth.start();
  expect((await auth.fetch(address, options)).status).toBe(200);
  const { method = 'GET', body = '' } = options as RequestInit;
  expect(seen).toEqual(['t1', 't2'].map((token) => `${method} /shop/${address} Bearer ${token} ${body}`));
  expect(provider.tokens).toBe(2);
});

test('ends the session when the server rejects the renewed token too', async () => {
  const provider = identity();
  const authorizations: unknown[] = [];
  const { auth, functions } = await servicesFor((request, response, body) => {
    authorizations.push(request.headers.authorization);
    if (request.url?.startsWith('/shop/auth/')) provider(request, response, body);
    else json(response, 401, { error: { status: 'UNAUTHENTICATED', message: 'Your session has ended.' } });
  });
  const seen = watch(auth);
  await auth.start();
  const error = await failure(functions.call('users.me', {}));
  expect(error).toMatchObject({ code: 'unauthenticated', message: 'Your session has ended.' });
  expect(seen).toEqual(['u1', null]);
  authorizations.length = 0;
  await auth.fetch('anything');
  expect(authorizations).toEqual([undefined]);
});

test('ends the session when it is over before a token is fetched', async () => {
  const { auth, functions } = await servicesFor((request, response) => {
    if (request.url === '/shop/auth/get-session') json(response, 200, { user: { id: 'u1', email: 'a@b.c' } });
    else json(response, 401, { message: 'Unauthorized' });
  });
  const seen = watch(auth);
  await auth.start();
  expect((await failure(functions.call('users.me', {}))).code).toBe('unauthenticated');
  expect(seen).toEqual(['u1', null]);
});

test.each([
  ['succeeds', 200, 0],
  ['fails', 503, 1],
])('asks for no token while a sign-out is under way that %s', async (_, status, tokensAfter) => {
  const provider = identity();
  const ending = Promise.withResolvers<void>();
  const { auth, functions } = await servicesFor(async (request, response, body) => {
    if (request.url === '/shop/auth/sign-out') {
      await ending.promise;
      json(response, status, {});
    } else if (request.url?.startsWith('/shop/auth/')) provider(request, response, body);
    else json(response, 200, { result: { settings: {} } });
  });
  await auth.start();
  const signingOut = auth.signOut().catch(() => undefined);
  const call = functions.call('settings.get', {}).then(
    () => 'result',
    ({ code }) => code,
  );
  ending.resolve();
  await signingOut;
  expect(await call).toBe(status === 200 ? 'unauthenticated' : 'result');
  expect(provider.tokens).toBe(tokensAfter);
});

test('notifies other tabs of signing in and out', async () => {
  const provider = identity();
  const { auth, baseUrl } = await servicesFor(provider);
  const here = watch(auth);
  const elsewhere = createAuth(baseUrl);
  closers.push(elsewhere.close);
  const there = watch(elsewhere);
  await auth.signIn('ada@example.org', 'correct horse');
  await expect.poll(() => there).toEqual(['u1']);
  await elsewhere.signOut();
  await expect.poll(() => here).toEqual(['u1', null]);
});
