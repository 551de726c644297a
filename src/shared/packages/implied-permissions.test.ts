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
    [
      'media to writing of shared files below 33',
      32,
      ['WRITE_EXTERNAL_STORAGE', 'READ_MEDIA_IMAGES', 'READ_EXTERNAL_STORAGE'],
      ['POST_NOTIFICATIONS', 'READ_MEDIA_AUDIO', 'READ_MEDIA_VIDEO', 'READ_MEDIA_VISUAL_USER_SELECTED'],
    ],
    ['selected media to photos', 36, ['READ_MEDIA_IMAGES'], ['READ_MEDIA_VISUAL_USER_SELECTED']],
    ['selected media to places of media', 36, ['ACCESS_MEDIA_LOCATION'], ['READ_MEDIA_VISUAL_USER_SELECTED']],
    ['the heart rate below 36', 35, ['BODY_SENSORS'], ['health.READ_HEART_RATE']],
    [
      'health data in the background below 33, also by a permission that is added',
      32,
      ['BODY_SENSORS'],
      [
        'BODY_SENSORS_BACKGROUND',
        'POST_NOTIFICATIONS',
        'health.READ_HEALTH_DATA_IN_BACKGROUND',
        'health.READ_HEART_RATE',
      ],
    ],
    ['none to body sensors from 36 on', 36, ['BODY_SENSORS', 'BODY_SENSORS_BACKGROUND'], []],
    [
      'the state of the phone to its privileged state',
      36,
      ['READ_PRIVILEGED_PHONE_STATE'],
      ['READ_PHONE_STATE'],
    ],
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
      'READ_MEDIA_VISUAL_USER_SELECTED',
      'READ_PHONE_STATE',
      'WRITE_EXTERNAL_STORAGE',
    ]);
  });

  test('up to the version that the permission they follow from is requested on', () => {
    expect(implied(36, request('WRITE_EXTERNAL_STORAGE', 28))).toEqual(['READ_EXTERNAL_STORAGE up to 28']);
  });

  test('up to the latest version of all that they follow from', () => {
    const files = [request('READ_EXTERNAL_STORAGE', 18), request('WRITE_EXTERNAL_STORAGE')];
    expect(implied(32, ...files)).toContain('READ_MEDIA_IMAGES');
    expect(implied(28, ...files)).toContain('ACCESS_MEDIA_LOCATION');
  });
});
