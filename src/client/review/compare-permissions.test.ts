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
    { kind: 'extensionUsageTexts', name: CAMERA, explanation, live: null, now: 'For widgets.' },
    { kind: 'usageTexts', name: MICROPHONE, explanation, live: 'For horns.', now: null },
    { kind: 'usageTexts', name: CAMERA, explanation, live: 'For codes.', now: 'For codes.' },
  ]);
});
