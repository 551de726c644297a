import { expect, test } from 'vitest';
import { sizeText } from './layout.ts';

test.each([
  [12, '1 kB'],
  [350_400, '350 kB'],
  [999_400, '999 kB'],
  [999_600, '1 MB'],
  [4_230_000, '4.2 MB'],
])('shows %i bytes as %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});
