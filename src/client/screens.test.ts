import { expect, test } from 'vitest';
import type { Role } from '#shared/users/role.ts';
import { paths } from './paths.ts';
import { firstCallsOf } from './screens.ts';

/** Returns the names of the calls with which an address starts for a role. */
function callsOf(address: string, role: Role = 'admin') {
  const { pathname, search } = new URL(address, 'https://store.example');
  return firstCallsOf({ pathname, search }, { role, onboardingCompleted: true }).map(([name]) => name);
}

test('addresses have the values that their paths and views need, encoded', () => {
  expect(paths.dashboard).toBe('/dashboard');
  expect(paths.notifications).toBe('/dashboard?view=notifications');
  expect(paths.app('org.example/a')).toBe('/dashboard/apps/org.example%2Fa');
  expect(paths.appPart('a', 'versions')).toBe('/dashboard/apps/a?tab=versions');
  expect(paths.upload('a b', 'v&1')).toBe('/dashboard/apps/a%20b/versions/new?version=v%261');
  expect(paths.loginFrom('/admin?view=queue&q=a b')).toBe(
    '/login?redirect=%2Fadmin%3Fview%3Dqueue%26q%3Da%20b',
  );
  expect(paths.queueOf({ has: 'overdue' })).toBe('/admin?view=queue&has=overdue');
  expect(paths.adminUsersOf('role', 'admin')).toBe('/admin/users?role=admin');
});

test('the dashboard starts with the apps of those who publish', () => {
  expect(callsOf('/dashboard', 'developer')).toEqual([
    'apps.list',
    'apps.actionRequired',
    'notifications.list',
    'notifications.list',
  ]);
  expect(callsOf('/dashboard', 'user')).toEqual(['notifications.list']);
  expect(callsOf('/dashboard?view=notifications')).toEqual([]);
});

test('each part of an app starts with the app', () => {
  const address = { pathname: '/dashboard/apps/org.example%2Fa/', search: '?tab=versions' };
  const user = { role: 'user', onboardingCompleted: true } as const;
  expect(firstCallsOf(address, user)).toEqual([['apps.get', { appId: 'org.example/a' }]]);
  for (const other of [
    '/dashboard/apps/%zz',
    '/dashboard/apps/new',
    '/dashboard/apps/a/versions/new',
    '/nothing',
  ])
    expect(callsOf(other)).toEqual([]);
});

test('the overview of the store and a review start with their data, for admins only', () => {
  expect(callsOf('/admin')).toEqual([
    'admin.overview',
    'setup.getChecklist',
    'admin.removalRequests',
    'users.list',
  ]);
  expect(callsOf('/admin?version=v1')).toEqual(['reviews.get']);
  expect(callsOf('/admin?view=audit')).toEqual([]);
  expect(callsOf('/admin?version=v1', 'developer')).toEqual([]);
});

test('lists start with their first page, unless they are filtered', () => {
  expect(callsOf('/dashboard/apps')).toEqual(['apps.list']);
  expect(callsOf('/dashboard/apps?q=tide')).toEqual([]);
  expect(callsOf('/admin?view=queue')).toEqual(['reviews.queue', 'reviews.queueSummary']);
  expect(callsOf('/admin?view=queue&has=overdue')).toEqual([]);
  expect(callsOf('/admin/users')).toEqual(['users.list', 'users.list']);
  expect(callsOf('/admin/users?q=ada')).toEqual([]);
});

test('nothing is requested for addresses that lead to onboarding', () => {
  const user = { role: 'developer', onboardingCompleted: false } as const;
  expect(firstCallsOf({ pathname: '/dashboard/apps/a', search: '' }, user)).toEqual([]);
});
