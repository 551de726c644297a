import { expect, test } from 'vitest';
import { iconPath, readIconPath } from './pictures.ts';

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
