import { describe, expect, test } from 'vitest';
import { impliedPermissions } from './implied-permissions.ts';

const request = (name: string, maxSdkVersion?: number) => ({
  name: `android.permission.${name}`,
  ...(maxSdkVersion === undefined ? {} : { maxSdkVersion }),
});
const implied = (targetSdk: number, ...permissions: ReturnType<typeof request>[]) =>
  impliedPermissions({ targetSdk, permissions }).map(({ name, maxSdkVersion }) => {
    const short = name.replace('android.permission.', '');
    return maxSdkVersion === undefined ? short : `${short} up to ${maxSdkVersion}`;
  });

describe('permissions that Android adds', () => {
  test.each<[string, number, string[], string[]]>([
    ['none to a current target', 36, ['INTERNET', 'CAMERA'], []],
    ['reading of shared files to writing', 36, ['WRITE_EXTERNAL_STORAGE'], ['READ_EXTERNAL_STORAGE']],
    ['none that is requested', 36, ['WRITE_EXTERNAL_STORAGE', 'READ_EXTERNAL_STORAGE'], []],
    ['coarse to fine location', 36, ['ACCESS_FINE_LOCATION'], ['ACCESS_COARSE_LOCATION']],
    ['notifications below 33', 32, [], ['POST_NOTIFICATIONS']],
    [
      'Bluetooth below 31',
      30,
      ['BLUETOOTH'],
      ['BLUETOOTH_ADVERTISE', 'BLUETOOTH_CONNECT', 'BLUETOOTH_SCAN', 'POST_NOTIFICATIONS'],
    ],
    [
      'background location below 29, also by a permission that is added',
      28,
      ['ACCESS_FINE_LOCATION'],
      ['ACCESS_BACKGROUND_LOCATION', 'ACCESS_COARSE_LOCATION', 'POST_NOTIFICATIONS'],
    ],
    ['calls to contacts below 16', 15, ['READ_CONTACTS'], ['POST_NOTIFICATIONS', 'READ_CALL_LOG']],
    ['none of calls from 16 on', 16, ['READ_CONTACTS', 'WRITE_CONTACTS'], ['POST_NOTIFICATIONS']],
  ])('%s', (_, targetSdk, permissions, expected) => {
    expect(implied(targetSdk, ...permissions.map((name) => request(name)))).toEqual(expected);
  });

  test('storage and the state of the phone below 4, and all that follows', () => {
    expect(implied(3)).toEqual([
      'ACCESS_MEDIA_LOCATION',
      'POST_NOTIFICATIONS',
      'READ_EXTERNAL_STORAGE',
      'READ_MEDIA_AUDIO',
      'READ_MEDIA_IMAGES',
      'READ_MEDIA_VIDEO',
      'READ_PHONE_STATE',
      'WRITE_EXTERNAL_STORAGE',
    ]);
  });

  test('up to the version that the permission they follow from is requested on', () => {
    expect(implied(36, request('WRITE_EXTERNAL_STORAGE', 28))).toEqual(['READ_EXTERNAL_STORAGE up to 28']);
  });
});
