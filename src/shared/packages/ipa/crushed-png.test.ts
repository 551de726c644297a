import { inflateSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { readFixture } from '#test/support/fixtures.ts';
import { uncrushPng } from './crushed-png.ts';

const crushed =
  unzipSync(readFixture('harbour.ipa'))['Payload/Harbour.app/AppIcon60x60@2x.png'] ?? new Uint8Array();

function dataOf(png: Uint8Array): Buffer {
  const bytes = Buffer.from(png);
  const at = bytes.indexOf('IDAT');
  return inflateSync(bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4)));
}

test('converts a crushed icon to a normal PNG with the same pixels', () => {
  expect(Buffer.from(crushed).indexOf('CgBI')).toBe(12);
  const png = uncrushPng(crushed) ?? new Uint8Array();
  expect(Buffer.from(png).indexOf('CgBI')).toBe(-1);
  const rows = dataOf(png);
  expect(rows).toHaveLength(120 * (1 + 120 * 4));
  // The sky in the first corner and the sea in the last, as red, green, blue and alpha.
  expect([...rows.subarray(1, 5)]).toEqual([33, 105, 196, 255]);
  expect([...rows.subarray(-4)]).toEqual([12, 52, 110, 255]);
});

test('returns a normal PNG unchanged', () => {
  const png = uncrushPng(crushed) ?? new Uint8Array();
  expect(uncrushPng(png)).toBe(png);
});

test('returns null for a damaged crushed icon or one with a false size', () => {
  const cut = crushed.slice();
  cut.fill(0xff, 60, 80);
  expect(uncrushPng(cut)).toBeNull();
  const wider = crushed.slice();
  new DataView(wider.buffer).setUint32(32, 121);
  expect(uncrushPng(wider)).toBeNull();
});
