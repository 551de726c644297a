import { expect, test } from 'vitest';
import type { App } from '#shared/apps/app.ts';
import type { VersionStatus } from '#shared/versions/status.ts';
import { findActionRequired } from './action-required.ts';

function appWith(status: VersionStatus | null): App {
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
    latestVersion:
      status === null ? null : { id: 'v', status, versionName: null, versionCode: null, release: null },
  };
}

test('lists the most urgent first, without versions that wait for the store', () => {
  const apps = (['draft', 'submitted', 'invalid', null, 'published', 'uploading', 'rejected'] as const).map(
    appWith,
  );
  expect(findActionRequired(apps).map(({ status }) => status)).toEqual([
    'rejected',
    'invalid',
    'uploading',
    'draft',
  ]);
});
