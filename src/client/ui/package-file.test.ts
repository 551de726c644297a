import { expect, test } from 'vitest';
import { MAX_PACKAGE_BYTES } from '#shared/versions/calls.ts';
import { whyNotPackage, whyNotSameFile } from './package-file.ts';

test('a package of the platform is taken, in any case', () => {
  expect(whyNotPackage({ name: 'app.apk', size: 1 }, 'android')).toBeNull();
  expect(whyNotPackage({ name: 'App.APK', size: MAX_PACKAGE_BYTES }, 'android')).toBeNull();
  expect(whyNotPackage({ name: 'app.ipa', size: 1 }, 'ios')).toBeNull();
});

test('another kind, an empty file and one too large are refused with what to do', () => {
  expect(whyNotPackage({ name: 'app.aab', size: 1 }, 'android')).toContain('.apk');
  expect(whyNotPackage({ name: 'app.apk', size: 1 }, 'ios')).toContain('.ipa');
  expect(whyNotPackage({ name: 'app.apk', size: 0 }, 'android')).toContain('empty');
  expect(whyNotPackage({ name: 'app.apk', size: MAX_PACKAGE_BYTES + 1 }, 'android')).toContain('2 GiB');
});

test('only the same name and size go on with an upload', () => {
  const begun = { fileName: 'app.apk', size: 1234 };
  expect(whyNotSameFile({ name: 'app.apk', size: 1234 }, begun)).toBeNull();
  expect(whyNotSameFile({ name: 'app.apk', size: 1235 }, begun)).toContain('1,234 bytes');
  expect(whyNotSameFile({ name: 'other.apk', size: 1234 }, begun)).toContain('another file');
});
