import { expect, test } from 'vitest';
import { MAX_PACKAGE_BYTES } from '#shared/versions/calls.ts';
import { packageDenialReason, sameFileDenialReason } from './package-file.ts';

test('accepts a package of the platform, with an extension in any case', () => {
  expect(packageDenialReason({ name: 'app.apk', size: 1 }, 'android')).toBeNull();
  expect(packageDenialReason({ name: 'App.APK', size: MAX_PACKAGE_BYTES }, 'android')).toBeNull();
  expect(packageDenialReason({ name: 'app.ipa', size: 1 }, 'ios')).toBeNull();
});

test('rejects another type, an empty file and one too large, with a fix', () => {
  expect(packageDenialReason({ name: 'app.zip', size: 1 }, 'android')).toContain('.apk');
  expect(packageDenialReason({ name: 'app.apk', size: 1 }, 'ios')).toContain('.ipa');
  expect(packageDenialReason({ name: 'app.apk', size: 0 }, 'android')).toContain('empty');
  expect(packageDenialReason({ name: 'app.apk', size: MAX_PACKAGE_BYTES + 1 }, 'android')).toContain('2 GiB');
});

test('says how to make an APK of an App Bundle', () => {
  expect(packageDenialReason({ name: 'app.AAB', size: 1 }, 'android')).toMatch(
    /App Bundle.*bundletool build-apks --mode=universal.*upload universal\.apk/,
  );
});

test('continues an upload only with the same name and size', () => {
  const begun = { fileName: 'app.apk', size: 1234 };
  expect(sameFileDenialReason({ name: 'app.apk', size: 1234 }, begun)).toBeNull();
  expect(sameFileDenialReason({ name: 'app.apk', size: 1235 }, begun)).toContain('1,234 bytes');
  expect(sameFileDenialReason({ name: 'other.apk', size: 1234 }, begun)).toContain('a different file');
});
