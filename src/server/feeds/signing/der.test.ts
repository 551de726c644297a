import { expect, test } from 'vitest';
import {
  bitString,
  context,
  derTime,
  integer,
  objectIdentifier,
  octetString,
  sequence,
  setOf,
} from './der.ts';

const hex = (bytes: Buffer) => bytes.toString('hex');

test.each([
  [[], '020100'],
  [[0, 0], '020100'],
  [[1], '020101'],
  [[0, 1], '020101'],
  [[0x7f], '02017f'],
  [[0x80], '02020080'],
  [[0xff, 0], '020300ff00'],
])('the integer of bytes %j', (magnitude, expected) => {
  expect(hex(integer(Buffer.from(magnitude)))).toBe(expected);
});

test.each([
  ['1.2.840.113549.1.7.2', '06092a864886f70d010702'],
  ['2.5.4.3', '0603550403'],
  ['2.16.840.1.101.3.4.2.1', '0609608648016503040201'],
])('the object identifier %s', (dotted, expected) => {
  expect(hex(objectIdentifier(dotted))).toBe(expected);
});

test.each([
  [0, '0400'],
  [127, '047f'],
  [128, '048180'],
  [255, '0481ff'],
  [256, '04820100'],
  [65_536, '0483010000'],
])('the length of %d bytes', (length, header) => {
  const encoded = octetString(Buffer.alloc(length));
  expect(hex(encoded).slice(0, header.length)).toBe(header);
  expect(encoded.length).toBe(header.length / 2 + length);
});

test('encodes structures', () => {
  const one = integer(Buffer.of(1));
  expect(hex(sequence(one, setOf(one)))).toBe('30080201013103020101');
  expect(hex(context(3, one))).toBe('a303020101');
  expect(hex(bitString(Buffer.of(0xff)))).toBe('030200ff');
});

test('encodes years through 2049 with two digits, later ones with four', () => {
  expect(derTime(new Date('2049-12-31T23:59:59.999Z')).subarray(2).toString()).toBe('491231235959Z');
  expect(derTime(new Date('2050-01-01T00:00:00Z')).subarray(2).toString()).toBe('20500101000000Z');
  expect(derTime(new Date('2049-12-31T00:00:00Z'))[0]).toBe(0x17);
  expect(derTime(new Date('2050-01-01T00:00:00Z'))[0]).toBe(0x18);
});
