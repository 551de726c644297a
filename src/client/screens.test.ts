import { expect, test } from 'vitest';
import type { Role } from '#shared/users/role.ts';
import { paths } from './paths.ts';
import { SCREENS, type Screen } from './screens.ts';

/** Returns the calls with which a screen starts for a role. */
function callsOf(screen: Screen, search = '', role: Role = 'developer') {
  const params = { appId: 'a' };
  return (screen.firstCalls?.({ params, search: new URLSearchParams(search), role }) ?? []).map(
    ([name]) => name,
  );
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
  expect(callsOf(SCREENS.dashboard)).toEqual([
    'apps.list',
    'apps.actionRequired',
    'notifications.list',
    'notifications.list',
  ]);
  expect(callsOf(SCREENS.dashboard, '', 'user')).toEqual(['notifications.list']);
  expect(callsOf(SCREENS.dashboard, 'view=notifications')).toEqual([]);
});

test('the overview of the store and a review start with their data', () => {
  expect(callsOf(SCREENS.admin)).toEqual(['admin.overview', 'setup.getChecklist', 'users.list']);
  expect(callsOf(SCREENS.admin, 'version=v1')).toEqual(['reviews.get']);
  expect(callsOf(SCREENS.admin, 'view=audit')).toEqual([]);
});

test('each part of an app starts with the app', () => {
  expect(callsOf(SCREENS.app, 'tab=versions')).toEqual(['apps.get']);
});

test('lists start with their first page, unless they are filtered', () => {
  expect(callsOf(SCREENS.apps)).toEqual(['apps.list']);
  expect(callsOf(SCREENS.apps, 'q=tide')).toEqual([]);
  expect(callsOf(SCREENS.admin, 'view=queue')).toEqual(['reviews.queue', 'reviews.queueSummary']);
  expect(callsOf(SCREENS.admin, 'view=queue&has=overdue')).toEqual([]);
  expect(callsOf(SCREENS.adminUsers)).toEqual(['users.list', 'users.list']);
  expect(callsOf(SCREENS.adminUsers, 'q=ada')).toEqual([]);
});
