import { expect, test } from 'vitest';
import { publicFileName } from '../../catalog/versions/queries.ts';
import { iconPath, readIconPath, readPackageName } from './names.ts';

const sha256 = 'ff'.repeat(16) + '3e'.repeat(16);

test('finds an icon by its announced path', () => {
  const icon = { applicationId: 'org.example.tide_1', sha256, extension: 'webp' };
  const path = iconPath(icon);
  expect(path).toBe(`org.example.tide_1/en-US/icon_${Buffer.from(sha256, 'hex').toString('base64url')}.webp`);
  expect(readIconPath(path)).toEqual(icon);
});

test.each([
  '',
  'org.example/en-US/icon_.png',
  `org.example/de/icon_${'a'.repeat(43)}.png`,
  `org.example/en-US/icon_${'a'.repeat(43)}.svg`,
  `org.example/en-US/icon_${'a'.repeat(44)}.png`,
  `../en-US/../icon_${'a'.repeat(43)}.png`,
])('%j is no icon', (path) => {
  expect(readIconPath(path)).toBeNull();
});

test.each([
  ['org.example.app', 1],
  ['org.example.an_app_2', 30],
  ['Org.Example', 0],
  ['a.b', 9_007_199_254_740_991],
])('the package of %s %d is found by the name that is announced', (applicationId, versionCode) => {
  expect(readPackageName(publicFileName(applicationId, versionCode))).toEqual({ applicationId, versionCode });
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
])('%j is no package', (name) => {
  expect(readPackageName(name)).toBeNull();
});
