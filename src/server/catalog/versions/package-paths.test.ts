import { expect, test } from 'vitest';
import { apkFileName, packagePath, readApkFileName } from './package-paths.ts';

test.each([
  ['org.example.app', 1],
  ['org.example.an_app_2', 30],
  ['Org.Example', 0],
  ['a.b', 9_007_199_254_740_991],
])('the package of %s %d is found by the name that is announced', (applicationId, versionCode) => {
  expect(readApkFileName(apkFileName(applicationId, versionCode))).toEqual({ applicationId, versionCode });
});

test.each([
  '',
  'a.b.apk',
  'a.b_.apk',
  'a.b_01.apk',
  'a.b_-1.apk',
  'a.b_1.APK',
  'a/b_1.apk',
  `a_${'9'.repeat(17)}.apk`,
])('%j is no APK of a version', (name) => {
  expect(readApkFileName(name)).toBeNull();
});

test('the platform alone decides the path of a package', () => {
  const ios = { platform: 'ios', applicationId: 'a.b' } as const;
  const android = { platform: 'android', applicationId: 'a.b' } as const;
  const ipa = 'altstore/packages/v1.ipa';
  expect(packagePath(ios, { versionId: 'v1', versionCode: null })).toBe(ipa);
  expect(packagePath(ios, { versionId: 'v1', versionCode: 3 })).toBe(ipa);
  expect(packagePath(android, { versionId: 'v1', versionCode: 0 })).toBe('fdroid/repo/a.b_0.apk');
  expect(() => packagePath(android, { versionId: 'v1', versionCode: null })).toThrow(
    'v1 has no version code',
  );
});
