import { expect, test } from 'vitest';
import type { Review } from '#shared/reviews/calls.ts';
import { comparePermissions } from './compare-permissions.ts';

const CAMERA = 'NSCameraUsageDescription';
const MICROPHONE = 'NSMicrophoneUsageDescription';

test('lists the reasons for access of an iOS app and of its extensions, with those of the live version', () => {
  const review = {
    version: {
      package: {
        platform: 'ios',
        usageTexts: { [CAMERA]: 'For codes.' },
        extensionUsageTexts: { [CAMERA]: 'For widgets.' },
      },
    },
    published: {},
    changes: [
      { kind: 'usageTexts', name: MICROPHONE, before: 'For horns.', after: null, sensitive: false },
      { kind: 'extensionUsageTexts', name: CAMERA, before: null, after: 'For widgets.', sensitive: true },
      { kind: 'extensions', name: 'org.example.widget', before: null, after: 'yes', sensitive: true },
    ],
  } as object as Review;
  const explanation = expect.any(String);
  expect(comparePermissions(review)).toEqual([
    {
      kind: 'extensionUsageTexts',
      name: CAMERA,
      explanation,
      sensitive: true,
      live: null,
      now: 'For widgets.',
    },
    { kind: 'usageTexts', name: MICROPHONE, explanation, sensitive: true, live: 'For horns.', now: null },
    { kind: 'usageTexts', name: CAMERA, explanation, sensitive: true, live: 'For codes.', now: 'For codes.' },
  ]);
});

test('tells requested permissions of an Android app from those of Android 6 and later and implied ones', () => {
  const review = {
    version: {
      package: {
        platform: 'android',
        permissions: [{ name: 'android.permission.CAMERA', maxSdkVersion: 22 }],
        permissionsSdk23: [{ name: 'android.permission.SEND_SMS', maxSdkVersion: 30 }],
        impliedPermissions: [{ name: 'android.permission.READ_CALL_LOG' }],
      },
    },
    published: {},
    changes: [
      {
        kind: 'permissionsSdk23',
        name: 'android.permission.SEND_SMS',
        before: 'yes',
        after: 'maxSdkVersion 30',
        sensitive: false,
      },
    ],
  } as object as Review;
  const explanation = expect.any(String);
  expect(comparePermissions(review)).toEqual([
    {
      kind: 'permissionsSdk23',
      name: 'android.permission.SEND_SMS',
      explanation,
      sensitive: true,
      live: 'From API 23',
      now: 'From API 23 to 30',
    },
    {
      kind: 'permissions',
      name: 'android.permission.CAMERA',
      explanation,
      sensitive: true,
      live: 'Up to API 22',
      now: 'Up to API 22',
    },
    {
      kind: 'impliedPermissions',
      name: 'android.permission.READ_CALL_LOG',
      explanation,
      sensitive: true,
      live: 'Implied',
      now: 'Implied',
    },
  ]);
});
