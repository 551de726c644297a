import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Backend, initializeBackend } from '#client/backend/backend.ts';
import { openDocuments } from '#client/backend/documents-provider.tsx';
import type { PageStart } from '#shared/page-start.ts';
import { createSession } from './session.ts';
import { createStore } from './store.ts';

const RECORD = {
  uid: 'u1',
  email: 'ada@example.org',
  displayName: 'Ada',
  photoURL: null,
  role: ' ADMIN ',
  developerName: null,
  developerType: null,
  onboardingCompleted: true,
};

type Handlers = Record<string, (response: ServerResponse, request: IncomingMessage) => void>;

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
  vi.restoreAllMocks();
});

function json(status: number, body: unknown) {
  return (response: ServerResponse) => {
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(body));
  };
}

const SIGNED_IN: Handlers = {
  'auth/sign-in/email': json(200, { user: { id: 'u1', email: 'ada@example.org', name: 'Ada' } }),
  'auth/get-session': json(200, { user: { id: 'u1', email: 'ada@example.org', name: 'Ada' } }),
  'auth/token': json(200, { token: 'e30.e30.x' }),
  'auth/sign-out': json(200, {}),
  'us-central1/users.me': json(200, { result: { user: RECORD } }),
};

/** Creates a session over a fake server, and records every authentication state of the store. */
async function sessionOver(handlers: Handlers) {
  const server = createServer((request, response) => {
    request.resume();
    const handler = handlers[request.url?.slice('/shop/'.length) ?? ''];
    if (handler === undefined) json(404, {})(response);
    else handler(response, request);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const log = vi.spyOn(console, 'info').mockReturnValue();
  const backend = initializeBackend({
    projectId: 'shop',
    authDomain: `127.0.0.1:${port}`,
    baseUrl: `http://127.0.0.1:${port}/shop/`,
  });
  const store = createStore();
  const states = [store.getState().auth];
  store.subscribe(() => states.push(store.getState().auth));
  closers.push(() => {
    backend.auth.close();
    server.closeAllConnections();
    server.close();
  });
  return { session: createSession(store, backend), backend, states, log, port };
}

test('the set-up is logged: project, domain and the fixed label', async () => {
  const { log, port } = await sessionOver({});
  expect(log.mock.calls).toEqual([
    ['Backend', { projectId: 'shop', authDomain: `127.0.0.1:${port}`, environment: 'production' }],
  ]);
});

test('one backend app gives the four services', () => {
  vi.spyOn(console, 'info').mockReturnValue();
  const { settings, ...services } = initializeBackend({
    projectId: 'shop',
    authDomain: 'store.example',
    baseUrl: 'https://store.example/shop/',
  });
  closers.push(services.auth.close);
  expect(settings.projectId).toBe('shop');
  expect(Object.keys(services).sort()).toEqual(['auth', 'documents', 'functions', 'storage']);
});

test('sign-in first stores a user whose role is user, then the record with its role normalised', async () => {
  const { session, states } = await sessionOver(SIGNED_IN);
  await session.signIn('ada@example.org', 'correct horse');
  const first = states.find(({ user }) => user !== null);
  expect(first).toMatchObject({ status: 'succeeded', user: { uid: 'u1', role: 'user' } });
  expect(states.at(-1)).toEqual({ status: 'succeeded', error: null, user: { ...RECORD, role: 'admin' } });
});

test('sign-in stores the provider’s error text, or the fallback', async () => {
  const rejected = await sessionOver({ 'auth/sign-in/email': json(401, { message: 'Wrong password' }) });
  await rejected.session.signIn('ada@example.org', 'no');
  expect(rejected.states.at(-1)).toEqual({ status: 'failed', error: 'Wrong password', user: null });

  const silent = await sessionOver({ 'auth/sign-in/email': json(500, {}) });
  await silent.session.signIn('ada@example.org', 'no');
  expect(silent.states.at(-1)).toEqual({ status: 'failed', error: 'Failed to sign in', user: null });
});

test('opening the page loads the current user, with status loading until then', async () => {
  const { session, states } = await sessionOver(SIGNED_IN);
  await session.start();
  expect(states[1]?.status).toBe('loading');
  await expect.poll(() => states.at(-1)?.user?.role).toBe('admin');
});

test('opening the page without a session ends idle, with no user', async () => {
  const { session, states } = await sessionOver({ 'auth/get-session': json(200, null) });
  await session.start();
  expect(states.at(-1)).toEqual({ status: 'idle', error: null, user: null });
});

describe('what the page starts with', () => {
  const token = `e30.${btoa(JSON.stringify({ exp: 4e9 }))}.start`;
  const page = (uid: string) =>
    Promise.resolve({
      session: { user: { id: 'u1', email: 'ada@example.org' } },
      token,
      results: {},
      own: { 'users.me': { user: { ...RECORD, uid } }, 'notifications.countUnread': { count: 2 } },
    } as unknown as PageStart);
  const cachedIn = ({ documents }: Backend) =>
    openDocuments({ documents } as Backend).getQueryData(['notifications.countUnread', {}]);

  test('replaces the requests for the session, its token and the user’s record', async () => {
    const { session, states, backend } = await sessionOver({});
    await session.start(page('u1'));
    expect(states.at(-1)?.user).toMatchObject({ uid: 'u1', role: 'admin' });
    expect(cachedIn(backend)).toEqual({ count: 2 });
  });

  test('has the token of the next calls', async () => {
    const authorized: unknown[] = [];
    const { session, backend } = await sessionOver({
      'us-central1/apps.actionRequired': (response, request) => {
        authorized.push(request.headers.authorization);
        json(200, { result: {} })(response);
      },
    });
    await session.start(page('u1'));
    await backend.functions.call('apps.actionRequired', {});
    expect(authorized).toEqual([`Bearer ${token}`]);
  });

  test('is not used for another user', async () => {
    const { session, states, backend } = await sessionOver(SIGNED_IN);
    await session.start(page('u2'));
    expect(states.at(-1)?.user?.uid).toBe('u1');
    expect(cachedIn(backend)).toBeUndefined();
  });

  test('is requested part by part when it could not be loaded', async () => {
    const { session, states } = await sessionOver(SIGNED_IN);
    await session.start(Promise.resolve(null));
    expect(states.at(-1)?.user?.role).toBe('admin');
  });

  test('is not used again when the user tries again', async () => {
    const { session, states } = await sessionOver(SIGNED_IN);
    await session.start(page('u2'));
    await session.start();
    expect(states.at(-1)?.user?.uid).toBe('u1');
  });

  test('does not replace someone who has signed in meanwhile', async () => {
    const { session, states, backend } = await sessionOver({
      ...SIGNED_IN,
      'auth/sign-in/email': json(200, { user: { id: 'u3', email: 'bo@example.org', name: 'Bo' } }),
      'us-central1/users.me': json(200, { result: { user: { ...RECORD, uid: 'u3' } } }),
    });
    const slow = Promise.withResolvers<PageStart | null>();
    const started = session.start(slow.promise);
    await session.signIn('bo@example.org', 'correct horse');
    slow.resolve(await page('u1'));
    await started;
    expect(states.at(-1)?.user?.uid).toBe('u3');
    expect(cachedIn(backend)).toBeUndefined();
  });
});

test('a failed user-record load sets the error, or the fallback', async () => {
  const failed = await sessionOver({
    ...SIGNED_IN,
    'us-central1/users.me': json(403, { error: { status: 'PERMISSION_DENIED', message: 'Suspended.' } }),
  });
  await failed.session.start();
  await expect
    .poll(() => failed.states.at(-1))
    .toEqual({ status: 'failed', error: 'Suspended.', user: null });

  await failed.session.signIn('ada@example.org', 'correct horse');
  expect(failed.states.at(-1)).toEqual({ status: 'failed', error: 'Suspended.', user: null });

  const wordless = await sessionOver({
    ...SIGNED_IN,
    'us-central1/users.me': json(500, { error: { status: 'INTERNAL', message: ' ' } }),
  });
  await wordless.session.start();
  await expect
    .poll(() => wordless.states.at(-1))
    .toEqual({ status: 'failed', error: 'Failed to fetch user data', user: null });

  const silent = await sessionOver({ 'auth/get-session': json(500, {}) });
  await silent.session.start();
  expect(silent.states.at(-1)).toEqual({ status: 'failed', error: 'Failed to fetch user data', user: null });
});

test('signing out clears the user; a failure stores the error or the fallback and keeps the user', async () => {
  const handlers = { ...SIGNED_IN };
  const { session, states } = await sessionOver(handlers);
  await session.signIn('ada@example.org', 'correct horse');
  handlers['auth/sign-out'] = json(500, {});
  expect(await session.signOut()).toBe(false);
  expect(states.at(-1)).toMatchObject({ status: 'failed', error: 'Failed to sign out', user: { uid: 'u1' } });
  handlers['auth/sign-out'] = json(200, {});
  expect(await session.signOut()).toBe(true);
  expect(states.at(-1)).toEqual({ status: 'idle', error: null, user: null });
});

test('a sign-out that fails stores the text of the provider', async () => {
  const { session, states } = await sessionOver({
    ...SIGNED_IN,
    'auth/sign-out': json(503, { message: 'Try again later.' }),
  });
  await session.signIn('ada@example.org', 'correct horse');
  expect(await session.signOut()).toBe(false);
  expect(states.at(-1)).toMatchObject({ status: 'failed', error: 'Try again later.', user: { uid: 'u1' } });
});

describe('the store’s settings', () => {
  const EVERYONES = { settings: { storeName: 'Pier' } };
  const USERS = { settings: { storeName: 'Pier', minTargetSdk: 30 } };

  async function settingsOver() {
    const handlers: Handlers = {
      ...SIGNED_IN,
      'us-central1/settings.get': (response, { headers: { authorization } }) =>
        json(200, { result: authorization === undefined ? EVERYONES : USERS })(response),
    };
    const { session, backend } = await sessionOver(handlers);
    const { documents } = backend;
    const cache = documents.open(() => new QueryClient());
    const query = documents.read('settings.get', {});
    return {
      session,
      backend,
      handlers,
      read: () => cache.fetchQuery(query),
      cached: () => cache.getQueryData(query.queryKey),
      publicSettings: documents.storeSettings,
    };
  }

  test('are the user’s once somebody signs in, without another page', async () => {
    const { session, handlers, read, cached, publicSettings } = await settingsOver();
    handlers['auth/get-session'] = json(200, null);
    await session.start();
    await publicSettings.load();
    expect(await read()).toEqual(EVERYONES);
    await session.signIn('ada@example.org', 'correct horse');
    expect(cached()).toBeUndefined();
    expect(await read()).toEqual(USERS);
    expect(publicSettings.current()).toEqual(EVERYONES);
  });

  test.each([
    ['they sign out', ({ session }) => session.signOut()],
    [
      'their session ends',
      async ({ backend, handlers }) => {
        handlers['us-central1/users.me'] = json(401, {});
        handlers['auth/token'] = json(401, {});
        await backend.functions.call('users.me', {}).catch(() => undefined);
      },
    ],
  ] as [string, (opened: Awaited<ReturnType<typeof settingsOver>>) => Promise<unknown>][])(
    'are those for everyone alone after %s',
    async (_, end) => {
      const opened = await settingsOver();
      await opened.session.start();
      await opened.publicSettings.load();
      expect(await opened.read()).toEqual(USERS);
      expect(opened.publicSettings.current()).toEqual(EVERYONES);
      await end(opened);
      expect(opened.cached()).toBeUndefined();
      expect(opened.publicSettings.current()).toEqual(EVERYONES);
      expect(await opened.read()).toEqual(EVERYONES);
    },
  );
});
