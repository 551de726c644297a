import { expect, test } from 'vitest';
import { SCREENS, type Screen } from '#client/screens.ts';
import { backendOf, resultOf } from '#test/support/render-component.tsx';
import { loadFirstCalls, type RouteHandle } from './lazy-route.tsx';

const USER = {
  uid: 'u1',
  email: 'ada@store.example',
  displayName: null,
  photoURL: null,
  role: 'developer',
  developerName: null,
  developerType: null,
  onboardingCompleted: true,
} as const;

function openedRoutes(screen: Screen, search = '') {
  const handle: RouteHandle = { load: async () => undefined, screen };
  return { matches: [{ params: {} }, { handle, params: { appId: 'a' } }], search };
}

function startServer() {
  const asked: unknown[] = [];
  const backend = backendOf(({ path, input }) => {
    asked.push([path.replace('us-central1/', ''), input]);
    return resultOf({ users: [], nextCursor: null });
  });
  return { asked, backend };
}

test('a screen’s first calls are made once, with the values of its address', async () => {
  const { asked, backend } = startServer();
  await loadFirstCalls(backend, USER, openedRoutes(SCREENS.app, '?tab=versions'));
  await loadFirstCalls(backend, USER, openedRoutes(SCREENS.app));
  expect(asked).toEqual([['apps.get', { appId: 'a' }]]);
  expect(backend.documents.cache.getQueryData(['apps.get', { appId: 'a' }])).toBeDefined();
});

test('lists are cached with their pages', async () => {
  const { backend } = startServer();
  await loadFirstCalls(backend, { ...USER, role: 'admin' }, openedRoutes(SCREENS.adminUsers));
  expect(backend.documents.cache.getQueryData(['users.list', {}, 'pages'])).toMatchObject({
    pages: [{ users: [] }],
  });
});

test.each([
  ['may not open the screen', USER],
  ['is led to onboarding first', { ...USER, role: 'admin', onboardingCompleted: false }],
] as const)('nothing is requested for a user who %s', async (_, user) => {
  const { asked, backend } = startServer();
  await loadFirstCalls(backend, user, openedRoutes(SCREENS.adminUsers));
  expect(asked).toEqual([]);
});
