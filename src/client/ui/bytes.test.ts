import { expect, test } from 'vitest';
import { speakGerman } from '#test/support/speak-german.ts';
import { formatBytes } from './bytes.ts';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1000, '1.0 kB'],
  [42_123_456, '42.1 MB'],
  [99_960_000, '100 MB'],
  [999_600, '1.0 MB'],
  [2 * 1024 ** 3, '2.1 GB'],
  [5e15, '5,000 TB'],
])('%d bytes read as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test.each([
  [999, '999 Bytes'],
  [42_123_456, '42,1 MB'],
  [5e15, '5.000 TB'],
])('%d bytes read in German as %s', (bytes, text) => {
  speakGerman();
  expect(formatBytes(bytes)).toBe(text);
});
