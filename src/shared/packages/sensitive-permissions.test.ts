import { expect, test } from 'vitest';
import type { PackageChange } from './changes.ts';
import type { AndroidFacts, IosFacts } from './facts.ts';
import { explainPermission, findSensitivePermissions } from './sensitive-permissions.ts';

const CAMERA = 'android.permission.CAMERA';
const INTERNET = 'android.permission.INTERNET';

const change = (name: string, given: Partial<PackageChange> = {}): PackageChange => ({
  kind: 'permissions',
  name,
  before: null,
  after: 'yes',
  sensitive: true,
  ...given,
});

test('a first version asks for all its sensitive permissions', () => {
  const android = {
    platform: 'android',
    permissions: [{ name: INTERNET }, { name: CAMERA }],
  } as AndroidFacts;
  expect(findSensitivePermissions(android, null)).toEqual([CAMERA]);
  const ios = {
    platform: 'ios',
    usageTexts: { NSCameraUsageDescription: 'For codes.' },
    extensionUsageTexts: { NSMicrophoneUsageDescription: 'For horns.' },
  } as object as IosFacts;
  expect(findSensitivePermissions(ios, null)).toEqual([
    'NSCameraUsageDescription',
    'NSMicrophoneUsageDescription',
  ]);
  expect(findSensitivePermissions(null, null)).toEqual([]);
});

test('an update asks only for new and widened ones', () => {
  const kept = { platform: 'android', permissions: [{ name: CAMERA }] } as AndroidFacts;
  expect(findSensitivePermissions(kept, [])).toEqual([]);
  const changes = [
    change(CAMERA),
    change(INTERNET),
    change('android.permission.READ_SMS', { before: 'yes', after: null, sensitive: false }),
    change('android.permission.READ_CONTACTS', { kind: 'features' }),
    change('NSMicrophoneUsageDescription', { kind: 'extensionUsageTexts' }),
  ];
  expect(findSensitivePermissions(kept, changes)).toEqual(['NSMicrophoneUsageDescription', CAMERA]);
});

test('explains only known permissions', () => {
  expect(explainPermission(CAMERA)).toBe('Take photos and record video.');
  expect(explainPermission(INTERNET)).toBeNull();
  expect(explainPermission('constructor')).toBeNull();
});
