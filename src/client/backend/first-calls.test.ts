import { expect, test } from 'vitest';
import type { Role } from '#shared/users/role.ts';
import { firstCallsOf } from './first-calls.ts';

const namesOf = (address: string, role: Role = 'developer') => {
  const { pathname, search } = new URL(address, 'https://store.example/shop/');
  return firstCallsOf({ pathname, search }, { role, onboardingCompleted: true }).map(([name]) => name);
};

test('the dashboard starts with the apps of those who publish', () => {
  expect(namesOf('dashboard')).toEqual([
    'apps.list',
    'apps.actionRequired',
    'notifications.list',
    'notifications.list',
  ]);
  expect(namesOf('dashboard', 'user')).toEqual(['notifications.list']);
  expect(namesOf('dashboard?view=notifications')).toEqual([]);
});

test('each part of an app starts with the app', () => {
  const location = { pathname: '/shop/dashboard/apps/org.example%2Fa', search: '?tab=versions' };
  const user = { role: 'user', onboardingCompleted: true } as const;
  expect(firstCallsOf(location, user)).toEqual([['apps.get', { appId: 'org.example/a' }]]);
  expect(namesOf('dashboard/apps/%zz')).toEqual([]);
  expect(namesOf('dashboard/apps/new')).toEqual([]);
  expect(namesOf('dashboard/apps/a/versions/new')).toEqual([]);
});

test('the overview of the store and a review start with their data, for admins only', () => {
  expect(namesOf('admin', 'admin')).toEqual(['admin.overview', 'setup.getChecklist', 'users.list']);
  expect(namesOf('admin?version=v1', 'admin')).toEqual(['reviews.get']);
  expect(namesOf('admin?view=audit', 'admin')).toEqual([]);
  expect(namesOf('admin?version=v1', 'developer')).toEqual([]);
});

test('lists start with their first page, unless they are filtered', () => {
  expect(namesOf('dashboard/apps')).toEqual(['apps.list']);
  expect(namesOf('dashboard/apps?q=tide')).toEqual([]);
  expect(namesOf('admin?view=queue', 'admin')).toEqual(['reviews.queue', 'reviews.queueSummary']);
  expect(namesOf('admin?view=queue&has=overdue', 'admin')).toEqual([]);
  expect(namesOf('admin/users', 'admin')).toEqual(['users.list', 'users.list']);
  expect(namesOf('admin/users?q=ada', 'admin')).toEqual([]);
  expect(namesOf('admin/users', 'developer')).toEqual([]);
});

test('nothing is requested for addresses that lead to onboarding', () => {
  const location = { pathname: '/shop/dashboard/apps/a', search: '' };
  expect(firstCallsOf(location, { role: 'developer', onboardingCompleted: false })).toEqual([]);
});
