import { describe, expect, test } from 'vitest';
import { speakGerman } from '#test/support/speak-german.ts';
import { setCatalog } from '../languages/translate.ts';
import {
  capabilitiesNamed,
  capabilitiesOf,
  explainPermission,
  findNewCapabilities,
  isSensitivePermission,
  listAccess,
} from './capabilities.ts';
import {
  CAPABILITY_IDS,
  capability,
  capabilityByPermission,
  specialAccessByPermission,
} from './capability-records.ts';
import type { AndroidFacts, IosFacts } from './facts.ts';
import { PLATFORM_PERMISSIONS, protectionOf } from './platform-permissions.ts';

const CAMERA = 'android.permission.CAMERA';
const INTERNET = 'android.permission.INTERNET';

const android = (facts: Partial<AndroidFacts>) =>
  ({ platform: 'android', minSdk: 24, targetSdk: 35, permissions: [], ...facts }) as AndroidFacts;
const idsOf = (facts: Partial<AndroidFacts>) => capabilitiesOf(android(facts)).map(({ id }) => id);
const change = (name: string, given: { kind?: string; sensitive?: boolean } = {}) => ({
  kind: 'capabilities',
  name,
  sensitive: true,
  ...given,
});

describe('the list of capabilities', () => {
  test('has every permission that the platform asks people for', () => {
    const dangerous = PLATFORM_PERMISSIONS.filter((name) => protectionOf(name)?.[0] === 'dangerous');
    expect(dangerous.length).toBeGreaterThan(40);
    expect(dangerous.filter((name) => capabilityByPermission(name) === null)).toEqual([]);
  });

  test('has the special access that people grant in the settings of the system', () => {
    const special = [
      'SYSTEM_ALERT_WINDOW',
      'WRITE_SETTINGS',
      'REQUEST_INSTALL_PACKAGES',
      'MANAGE_EXTERNAL_STORAGE',
    ];
    const more = [
      'PACKAGE_USAGE_STATS',
      'SCHEDULE_EXACT_ALARM',
      'USE_FULL_SCREEN_INTENT',
      'QUERY_ALL_PACKAGES',
    ];
    const missing = [...special, ...more].filter(
      (name) => capabilityByPermission(`android.permission.${name}`) === null,
    );
    expect(missing).toEqual([]);
  });

  test('has no permission that the platform does not know', () => {
    const records = CAPABILITY_IDS.map(capability);
    const requested = records.flatMap(({ permissions = [] }) => permissions);
    const protecting = records.flatMap(({ component }) => component?.permission ?? []);
    const unknown = [...requested, ...protecting].filter(
      // Those of Health Connect are declared by its own package.
      (name) => protectionOf(name) === null && !name.startsWith('android.permission.health.'),
    );
    expect(unknown).toEqual([]);
  });

  test('has permissions by which components are bound only for components', () => {
    const requested = CAPABILITY_IDS.flatMap((id) => capability(id).permissions ?? []);
    expect(requested.filter((name) => specialAccessByPermission(name) !== null)).toEqual([]);
  });

  test('names each permission and each name of a component once', () => {
    const names = CAPABILITY_IDS.map(capability).flatMap((record) => [
      ...(record.permissions ?? []),
      ...(record.usageTexts ?? []),
      ...(record.component?.names ?? []),
      ...(record.component ? [record.component.permission] : []),
    ]);
    expect(names).toHaveLength(new Set(names).size);
  });

  test('speaks the language of the page', () => {
    speakGerman();
    expect(capability('camera').sentence).toBe('Fotos und Videos aufnehmen.');
    setCatalog(null);
    expect(capability('camera').sentence).toBe('Take photos and record video.');
  });
});

describe('the capabilities of a package', () => {
  test('come from permissions, implied ones and components, the gravest first', () => {
    expect(
      capabilitiesOf(
        android({
          permissions: [{ name: CAMERA }, { name: INTERNET }],
          specialAccess: [{ kind: 'vpn', name: '.Tunnel' }],
          targetSdk: 32,
        }),
      ),
    ).toEqual([
      { id: 'vpn', evidence: [{ kind: 'component', name: '.Tunnel' }] },
      { id: 'camera', evidence: [{ kind: 'permission', name: CAMERA }] },
      {
        id: 'postNotifications',
        evidence: [{ kind: 'impliedPermission', name: 'android.permission.POST_NOTIFICATIONS' }],
      },
    ]);
  });

  test('leave out a request that ends before the first version which can install the package', () => {
    const permissions = (maxSdkVersion: number) => [{ name: CAMERA, maxSdkVersion }];
    expect(idsOf({ permissions: permissions(23) })).toEqual([]);
    expect(idsOf({ permissions: permissions(24) })).toEqual(['camera']);
    expect(idsOf({ permissions: [], permissionsSdk23: permissions(23) })).toEqual([]);
    expect(idsOf({ permissions: [], permissionsSdk23: permissions(24) })).toEqual(['camera']);
  });

  test('leave out what only Android 6 and later would grant, where the package runs on none of them', () => {
    expect(idsOf({ minSdk: 16, maxSdk: 22, permissionsSdk23: [{ name: CAMERA }] })).toEqual([]);
    expect(idsOf({ minSdk: 16, maxSdk: 23, permissionsSdk23: [{ name: CAMERA }] })).toEqual(['camera']);
  });

  test('count permissions of Health Connect by what they read and write', () => {
    const health = (name: string) => ({ name: `android.permission.health.${name}` });
    expect(
      idsOf({ permissions: [health('READ_STEPS'), health('WRITE_SLEEP'), health('READ_HEART_RATE')] }),
    ).toEqual(['heartRate', 'readHealth', 'writeHealth']);
  });

  test('are those of an iOS app and of its extensions', () => {
    const ios = {
      platform: 'ios',
      usageTexts: { NSCameraUsageDescription: 'For codes.', NSNewThingUsageDescription: '' },
      extensionUsageTexts: { NSMicrophoneUsageDescription: 'For horns.' },
    } as object as IosFacts;
    expect(capabilitiesOf(ios).map(({ id }) => id)).toEqual(['camera', 'microphone']);
  });
});

test('a first version has all its sensitive capabilities, an update only new and widened ones', () => {
  const facts = android({ permissions: [{ name: CAMERA }], targetSdk: 32 });
  expect(findNewCapabilities(facts, null)).toEqual(['camera']);
  expect(findNewCapabilities(null, null)).toEqual([]);
  expect(findNewCapabilities(facts, [])).toEqual([]);
  const changes = [
    change('camera'),
    change('exactAlarms'),
    change('overlay'),
    change('readMessages', { sensitive: false }),
    change('contacts', { kind: 'features' }),
  ];
  expect(findNewCapabilities(facts, changes)).toEqual(['overlay', 'camera']);
});

test('names of earlier releases are the capabilities that the permissions give', () => {
  expect(capabilitiesNamed([CAMERA, 'overlay', 'NSCameraUsageDescription', 'gone'])).toEqual([
    'overlay',
    'camera',
  ]);
});

test('explains only known permissions', () => {
  expect(explainPermission(CAMERA)).toBe('Take photos and record video.');
  expect(explainPermission('com.android.voicemail.permission.ADD_VOICEMAIL')).toBe(
    'Add messages to your voicemail.',
  );
  expect(explainPermission('android.permission.BIND_VPN_SERVICE')).toBe(
    'See and redirect all network traffic.',
  );
  expect(explainPermission(INTERNET)).toBeNull();
  expect(explainPermission('constructor')).toBeNull();
  expect(isSensitivePermission(CAMERA)).toBe(true);
  expect(isSensitivePermission('android.permission.POST_NOTIFICATIONS')).toBe(false);
});

test('lists the permissions that visitors see, with those that protect components', () => {
  const facts = android({
    permissions: [{ name: CAMERA }],
    specialAccess: [{ kind: 'vpn', name: '.Tunnel' }],
  });
  expect(listAccess(facts)).toEqual([CAMERA, 'android.permission.BIND_VPN_SERVICE']);
  expect(listAccess(null)).toEqual([]);
});
