import { expect, test } from 'vitest';
import type { App } from '#shared/apps/app.ts';
import { needsPublisher } from './needs-you.ts';

function appWith(status: string | null): App {
  return {
    id: `app-${status}`,
    ownerUid: 'owner',
    ownerName: null,
    platform: 'android',
    applicationId: 'org.example.app',
    name: 'Example',
    summary: null,
    status: 'draft',
    removalReason: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    iconPath: null,
    latestVersion: status === null ? null : { id: 'v', status, versionName: null, versionCode: null },
  };
}

test('the most pressing comes first, and what waits for the store is left out', () => {
  const apps = ['draft', 'submitted', 'invalid', null, 'published', 'uploading', 'rejected'].map(appWith);
  expect(needsPublisher(apps).map(({ status }) => status)).toEqual([
    'rejected',
    'invalid',
    'uploading',
    'draft',
  ]);
});
