import { expect, test } from 'vitest';
import { readByteRange } from './byte-range.ts';

test.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['Bytes= 10-19 ', { start: 10, end: 19 }],
  ['bytes=90-1000', { start: 90, end: 99 }],
  ['bytes=-5', { start: 95, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
])('reads %s as a range of 100 bytes', (header, range) => {
  expect(readByteRange(header, 100)).toEqual(range);
});

test.each(['bytes=100-', 'bytes=100-200', 'bytes=-0', `bytes=${'9'.repeat(400)}-`])(
  'reports %s as unsatisfiable for 100 bytes',
  (header) => {
    expect(readByteRange(header, 100)).toBe('unsatisfiable');
  },
);

test.each([
  undefined,
  '',
  'bytes=',
  'bytes=-',
  'bytes=9-5',
  'bytes=0-1,5-6',
  'bytes=a-b',
  'bytes=1.5-2',
  'items=0-1',
])('ignores %s', (header) => {
  expect(readByteRange(header, 100)).toBeNull();
});

test.each(['bytes=0-', 'bytes=0-0', 'bytes=-1'])(
  'reports %s as unsatisfiable for an empty file',
  (header) => {
    expect(readByteRange(header, 0)).toBe('unsatisfiable');
  },
);
