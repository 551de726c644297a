import { expect, test } from 'vitest';
import { resultKey } from '#client/backend/page-start.ts';
import { backendOf, resultOf } from '#test/support/render-component.tsx';
import { loadFirstCalls } from './lazy-route.tsx';

const USER = {
  uid: 'u1',
  email: 'ada@store.example',
  displayName: null,
  photoURL: null,
  role: 'admin',
  developerName: null,
  developerType: null,
  onboardingCompleted: true,
} as const;
const APP = { pathname: '/dashboard/apps/a', search: '?tab=versions' };
const USERS = { pathname: '/admin/users', search: '' };

function startServer() {
  const asked: unknown[] = [];
  const backend = backendOf(({ path, input }) => {
    asked.push([path.replace('us-central1/', ''), input]);
    return resultOf({ users: [], nextCursor: null });
  });
  const cached = (...key: unknown[]) => backend.documents.cache.getQueryData(key);
  return { asked, backend, cached };
}

test('a screen’s first calls are made once, with the values of its address', async () => {
  const { asked, backend, cached } = startServer();
  await loadFirstCalls(backend, USER, APP);
  await loadFirstCalls(backend, USER, APP);
  expect(asked).toEqual([['apps.get', { appId: 'a' }]]);
  expect(cached('apps.get', { appId: 'a' })).toBeDefined();
});

test('lists are cached with their pages', async () => {
  const { backend, cached } = startServer();
  await loadFirstCalls(backend, USER, USERS);
  expect(cached('users.list', {}, 'pages')).toMatchObject({ pages: [{ users: [] }] });
});

test('results that were requested early are used for the same user', async () => {
  const { asked, backend, cached } = startServer();
  const early = new Map([
    [resultKey('u1', ['apps.get', { appId: 'a' }]), Promise.resolve({ app: 'early' } as never)],
    [resultKey('u2', ['users.list', {}]), Promise.resolve({ users: ['of another'] } as never)],
  ]);
  await loadFirstCalls(backend, USER, { ...APP, early });
  await loadFirstCalls(backend, USER, { ...USERS, early });
  expect(cached('apps.get', { appId: 'a' })).toEqual({ app: 'early' });
  expect(asked).toEqual([
    ['users.list', {}],
    ['users.list', { publishing: 'waiting' }],
  ]);
});

test('a call that failed early is made again', async () => {
  const { asked, backend } = startServer();
  const failed = Promise.reject(new Error('offline'));
  const early = new Map([
    [resultKey('u1', ['apps.get', { appId: 'a' }]), failed],
    [resultKey('u1', ['users.list', {}]), failed],
  ]);
  await loadFirstCalls(backend, USER, { ...APP, early });
  await loadFirstCalls(backend, USER, { ...USERS, early });
  expect(asked).toHaveLength(3);
});
