import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import type { AndroidFacts } from '#shared/packages/facts.ts';
import { inspectFixture } from '#test/support/fixtures.ts';
import { report } from './report.ts';

async function print(fixture: string, facts: object = {}) {
  const inspection = await inspectFixture(fixture);
  const found = { ...inspection, package: { ...inspection.package, ...facts } as AndroidFacts, findings: [] };
  return stripVTControlCharacters(report(fixture, found));
}

test('separates every name from its value', async () => {
  expect(await print('harbour.ipa', { usageTexts: {} })).toContain('Asks for access to nothing\n');
});

test('says what an app can do, and which components every other app can use', async () => {
  const text = await print('plain.apk', {
    permissions: [{ name: 'android.permission.CAMERA' }],
    specialAccess: [{ kind: 'vpn', name: '.Tunnel' }],
    components: [{ kind: 'provider', name: 'org.example.Data', exported: true }],
  });
  expect(text).toMatch(/Can +See and redirect all network traffic\. Take photos and record video\.\n/);
  expect(text).toMatch(/Open to all apps org\.example\.Data\n/);
});

test('lists implied permissions, those of Android 6 and later, and special access', async () => {
  const text = await print('plain.apk', {
    permissionsSdk23: [{ name: 'android.permission.CAMERA', maxSdkVersion: 30 }],
    specialAccess: [{ kind: 'vpn', name: '.Tunnel' }],
    sharedUserId: 'org.example.shared',
  });
  expect(text).toContain('On Android 6 and later android.permission.CAMERA (up to API level 30)');
  expect(text).toMatch(/Implied +android.permission.READ_EXTERNAL_STORAGE \(up to API level 28\)/);
  expect(text).toContain('Special access vpn by .Tunnel');
  expect(text).toContain('Shared user ID org.example.shared');
  expect(await print('plain.apk')).not.toContain('Special access');
});
