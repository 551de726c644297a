import { expect, test } from 'vitest';
import { destinationsOf, findFixed } from './destinations.ts';

const labels = (role: 'user' | 'developer' | 'admin', query: string) =>
  findFixed(role, query).map(({ label }) => label);

test('finds by all words, in any order', () => {
  expect(labels('admin', 'rules system')).toEqual(['Package rules']);
  expect(labels('user', 'API')).toEqual(['Manage API tokens', 'API']);
  expect(labels('user', 'no such thing')).toEqual([]);
});

test('offers only what the role may open', () => {
  expect(labels('user', 'create an app')).toEqual([]);
  expect(labels('developer', 'create an app')).toEqual(['Create an app']);
  expect(labels('developer', 'audit')).toEqual([]);
  expect(labels('admin', 'audit')).toEqual(['Audit log']);
});

test('leads staff to the review of an app’s newest version, and its publisher to the version itself', () => {
  const app = {
    id: 'a',
    name: 'Harbour',
    applicationId: 'org.example.harbour',
    latestVersion: {
      id: 'v',
      status: 'submitted',
      versionName: '1.0',
      versionCode: 1,
      release: null,
      hold: null,
    },
  } as const;
  const rest = {
    ownerUid: 'o',
    hold: null,
    ownerName: null,
    platform: 'android',
    summary: null,
    status: 'draft',
  } as const;
  const times = {
    createdAt: '',
    updatedAt: '',
    removalReason: null,
    hasListingDrafts: false,
    iconPath: null,
    packageIconPath: null,
    liveVersion: null,
  };
  const whole = { ...app, ...rest, ...times };
  expect(destinationsOf(whole, 'admin').map(({ href }) => href)).toEqual([
    '/admin/apps?app=a',
    '/admin?version=v',
  ]);
  expect(destinationsOf(whole, 'developer').map(({ href }) => href)).toEqual([
    '/dashboard/apps/a',
    '/dashboard/apps/a?version=v',
  ]);
});
