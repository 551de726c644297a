import { createHash, randomBytes, randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { RowDigest } from './row-digest.ts';

function digestOf(rows: readonly string[], pieceBytes = 10_000): string {
  const digest = new RowDigest();
  const bytes = Buffer.from(rows.map((row) => `${row}\n`).join(''));
  for (let at = 0; at < bytes.length; at += pieceBytes) digest.update(bytes.subarray(at, at + pieceBytes));
  return digest.digest();
}

const ROWS = Array.from(
  { length: 300 },
  (_, index) => `${index}\t${randomBytes(randomInt(40)).toString('hex')}`,
);

test('is the sum of the rows’ SHA-256', () => {
  const sum = ROWS.map((row) => BigInt(`0x${createHash('sha256').update(row).digest('hex')}`)).reduce(
    (a, b) => a + b,
  );
  expect(digestOf(ROWS)).toBe((sum % 2n ** 256n).toString(16).padStart(64, '0'));
});

test('depends neither on the order of rows nor on the pieces in which they come', () => {
  const expected = digestOf(ROWS);
  for (const pieceBytes of [1, 7, 64]) expect(digestOf(ROWS.toReversed(), pieceBytes)).toBe(expected);
});

test('differs when a row is altered, lost, doubled, split or joined with the next', () => {
  const [first = '', second = '', ...rest] = ROWS;
  const others = [
    [`${first}x`, second, ...rest],
    [second, ...rest],
    [first, first, second, ...rest],
    [first, first, ...rest],
    ['', ...ROWS],
    [`${first}${second}`, ...rest],
    [second.slice(0, 1), second.slice(1), first, ...rest],
  ];
  const digests = new Set([...others.map((rows) => digestOf(rows)), digestOf(ROWS)]);
  expect(digests.size).toBe(others.length + 1);
});

test('counts equal rows', () => {
  // An XOR of two equal rows would be that of none.
  expect(new Set([[], ['a'], ['a', 'a'], ['a', 'a', 'a']].map((rows) => digestOf(rows))).size).toBe(4);
});
