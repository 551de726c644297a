import { describe, expect, test } from 'vitest';
import { inspectFixture } from '#test/support/fixtures.ts';
import { findNewCapabilities } from './capabilities.ts';
import { compareVersions } from './changes.ts';
import { evaluatePackage } from './evaluate.ts';
import type { AndroidFacts, SignatureFacts } from './facts.ts';

const { package: found, signature } = (await inspectFixture('plain.apk')) as {
  package: AndroidFacts;
  signature: SignatureFacts;
};
const SMS = { name: 'android.permission.SEND_SMS' };

/** Returns the changes of an update of the fixture as a text each, with `!` for sensitive ones. */
function changes(before: Partial<AndroidFacts>, after: Partial<AndroidFacts>): string[] {
  return compareVersions(
    { package: { ...found, ...before }, signature },
    { package: { ...found, ...after }, signature },
  ).map(({ kind, name, sensitive }) => `${kind} ${name}${sensitive ? ' !' : ''}`);
}

/** Facts as an inspection before these lists wrote them. */
const OLDER = {
  permissionsSdk23: undefined,
  impliedPermissions: undefined,
  sharedUserId: undefined,
  specialAccess: undefined,
};

describe('a permission for Android 6 and later', () => {
  test('is a sensitive change when it is new', () => {
    const expected = [`permissionsSdk23 ${SMS.name} !`, 'capabilities sendMessages !'];
    expect(changes({}, { permissionsSdk23: [SMS] })).toEqual(expected);
    expect(changes(OLDER, { permissionsSdk23: [SMS] })).toEqual(expected);
  });

  test('is no sensitive change when the other list had it', () => {
    const before = { permissions: [...found.permissions, SMS] };
    expect(changes({ ...OLDER, ...before }, { permissionsSdk23: [SMS] })).toEqual([
      `permissions ${SMS.name}`,
      `permissionsSdk23 ${SMS.name}`,
    ]);
  });
});

describe('an implied permission', () => {
  const background = { name: 'android.permission.ACCESS_BACKGROUND_LOCATION' };

  test('is a sensitive change when a lower target brings it', () => {
    const permissions = [...found.permissions, { name: 'android.permission.ACCESS_COARSE_LOCATION' }];
    expect(changes({ permissions }, { permissions, targetSdk: 28 })).toContain(
      `impliedPermissions ${background.name} !`,
    );
  });

  test('is no change for a version that was inspected before', () => {
    expect(found.impliedPermissions).toEqual([
      { name: 'android.permission.READ_EXTERNAL_STORAGE', maxSdkVersion: 28 },
    ]);
    expect(changes(OLDER, {})).toEqual([]);
    // As an inspection wrote it that knew fewer of them.
    expect(changes({ impliedPermissions: [] }, {})).toEqual([]);
  });

  test('is among the capabilities of a first version', () => {
    expect(findNewCapabilities(found, null)).toContain('readFiles');
  });
});

test('special access and the shared user ID are sensitive changes, where both versions have them', () => {
  const specialAccess: AndroidFacts['specialAccess'] = [{ kind: 'vpn', name: '.Tunnel' }];
  expect(changes({}, { specialAccess, sharedUserId: 'org.example' })).toEqual([
    'sharedUserId  !',
    'specialAccess vpn .Tunnel !',
    'capabilities vpn !',
  ]);
  expect(changes({ specialAccess, sharedUserId: 'org.example' }, {})).toEqual([
    'sharedUserId  !',
    'specialAccess vpn .Tunnel',
    'capabilities vpn',
  ]);
});

test('a capability that the live version may have had, unread, is new', () => {
  const specialAccess: AndroidFacts['specialAccess'] = [{ kind: 'vpn', name: '.Tunnel' }];
  expect(changes(OLDER, { specialAccess, sharedUserId: 'org.example' })).toEqual(['capabilities vpn !']);
});

test('a capability is a sensitive change when it comes to more platform versions', () => {
  const camera = (maxSdkVersion?: number) => ({
    permissions: [{ name: 'android.permission.CAMERA', ...(maxSdkVersion && { maxSdkVersion }) }],
  });
  const capability = (before: Partial<AndroidFacts>, after: Partial<AndroidFacts>) =>
    changes(before, after).filter((text) => text.startsWith('capabilities camera'));
  expect(capability(camera(28), camera(30))).toEqual(['capabilities camera !']);
  expect(capability(camera(28), camera())).toEqual(['capabilities camera !']);
  expect(capability(camera(), camera(28))).toEqual(['capabilities camera']);
  expect(capability(camera(23), camera(24))).toEqual(['capabilities camera !']);
});

describe('a shared user ID', () => {
  const rules = (before: Partial<AndroidFacts>, after: Partial<AndroidFacts>) =>
    evaluatePackage(
      { package: { ...found, ...after }, signature, findings: [] },
      {
        minTargetSdk: 23,
        previous: {
          published: { package: { ...found, ...before }, signature },
          versionCode: 0,
          buildVersion: null,
          signers: signature.signers,
        },
      },
    ).map(({ severity, rule }) => `${severity} ${rule}`);

  test.each([
    ['added', null, 'org.example.shared'],
    ['changed', 'org.example.other', 'org.example.shared'],
    ['removed', 'org.example.shared', null],
  ])('is an error when it is %s', (_, before, after) => {
    expect(rules({ sharedUserId: before }, { sharedUserId: after })).toEqual(['error shared-user-id']);
  });

  test('is no error when it stays, or was never read', () => {
    const after = { sharedUserId: 'org.example.shared' };
    expect(rules(after, after)).toEqual([]);
    expect(rules({ sharedUserId: undefined }, after)).toEqual([]);
  });
});
