import { describe, expect, test } from 'vitest';
import { binaryXml, type TestElement } from '#test/support/resource-files.ts';
import { decodeBinaryXml } from './binary-xml.ts';
import { findAttribute, plainAttribute } from './manifest-attributes.ts';
import { ManifestDoubts } from './manifest-doubts.ts';
import { textOf } from './typed-value.ts';

const MIN_SDK = 0x0101020c;
const START_ELEMENT = 0x0102;
const END_ELEMENT = 0x0103;

describe.each(['utf8', 'utf16'] as const)('strings in %s', (encoding) => {
  test('survive a round trip', () => {
    const long = 'ø'.repeat(200);
    const xml = binaryXml({ name: 'manifest', attributes: [{ name: 'package', value: long }] }, encoding);
    const root = decodeBinaryXml(xml);
    expect([root.name, plainAttribute(root, 'package', new ManifestDoubts())]).toEqual(['manifest', long]);
  });

  test('fail when one declares another length', () => {
    const xml = binaryXml({ name: 'manifest' }, encoding);
    const at = offsetOf(xml, encoding === 'utf8' ? [8, 8, 0x6d] : [8, 0, 0x6d, 0]);
    expect(() => decodeBinaryXml(withByte(xml, at, 7))).toThrow(/declares 7 characters|cut off/);
  });

  test('fail with NUL inside', () => {
    expect(() => decodeBinaryXml(binaryXml({ name: 'uses\0x' }, encoding))).toThrow(/contains NUL/);
  });
});

test('strings with an odd offset in UTF-16 fail, which Android rounds down', () => {
  const xml = binaryXml({ name: 'manifest', children: [{ name: 'uses-permission' }] }, 'utf16');
  // The second offset, behind the headers of the file and the pool.
  const view = new DataView(xml.buffer);
  const offset = 8 + 28 + 4;
  view.setUint32(offset, view.getUint32(offset, true) + 1, true);
  expect(() => decodeBinaryXml(xml)).toThrow(/odd byte/);
});

test('a string behind the texts, in the styles, fails', () => {
  const xml = binaryXml({ name: 'manifest' });
  const view = new DataView(xml.buffer);
  view.setUint32(8 + 12, 1, true);
  view.setUint32(8 + 24, view.getUint32(8 + 20, true) + 2, true);
  expect(() => decodeBinaryXml(xml)).toThrow(RangeError);
});

test('characters beyond U+FFFF are read in both ways of writing them', () => {
  const xml = binaryXml({ name: 'manifest', attributes: [{ name: 'package', value: '🚢' }] });
  const text = (bytes: Uint8Array) => plainAttribute(decodeBinaryXml(bytes), 'package', new ManifestDoubts());
  expect(text(xml)).toBe('🚢');
  const java = binaryXml({ name: 'manifest', attributes: [{ name: 'package', value: 'sixsix' }] });
  const at = offsetOf(java, [6, 6, 0x73]);
  java.set([2, 6, 0xed, 0xa0, 0xbd, 0xed, 0xba, 0xa2], at);
  expect(text(java)).toBe('🚢');
});

test('finds an attribute by its id, regardless of its name', () => {
  const lying = { name: 'maxSdkVersion', id: MIN_SDK, value: { type: 0x10, data: 24 } };
  const root = decodeBinaryXml(binaryXml({ name: 'uses-sdk', attributes: [lying] }));
  const found = findAttribute(root, 'minSdkVersion');
  expect(found && textOf(found)).toBe('24');
  expect(findAttribute(root, 'maxSdkVersion')).toBeNull();
});

test('finds no attribute without id, as Android does', () => {
  const named = { name: 'minSdkVersion', value: { type: 0x10, data: 21 } };
  const root = decodeBinaryXml(binaryXml({ name: 'uses-sdk', attributes: [named] }));
  expect(findAttribute(root, 'minSdkVersion')).toBeNull();
});

describe('rejects with a reason', () => {
  test('elements nested too deeply', () => {
    let deep: TestElement = { name: 'a' };
    for (let depth = 0; depth < 300; depth++) deep = { name: 'a', children: [deep] };
    expect(() => decodeBinaryXml(binaryXml(deep))).toThrow(/nested more than 200/);
  });

  test('a size larger than the file', () => {
    const xml = binaryXml({ name: 'manifest' });
    new DataView(xml.buffer).setUint32(4, xml.length + 4, true);
    expect(() => decodeBinaryXml(xml)).toThrow(/declares/);
  });

  test('bytes and chunks behind the document', () => {
    const xml = binaryXml({ name: 'manifest' });
    expect(() => decodeBinaryXml(Uint8Array.from([...xml, 0, 0, 0, 0]))).toThrow(/declares/);
    const unknown = [0x99, 0, 8, 0, 8, 0, 0, 0];
    expect(() => decodeBinaryXml(withChunks(xml, unknown))).toThrow(/doesn’t belong there/);
    const pool = xml.slice(8, 8 + new DataView(xml.buffer).getUint32(12, true));
    expect(() => decodeBinaryXml(withChunks(xml, [...pool]))).toThrow(/doesn’t belong there/);
  });

  test('a second root element', () => {
    const xml = binaryXml({ name: 'manifest' });
    const nodes = xml.slice(nodeAt(xml, START_ELEMENT));
    expect(() => decodeBinaryXml(withChunks(xml, [...nodes]))).toThrow(/second root/);
  });

  test('an end tag that differs from its start tag', () => {
    const xml = binaryXml({ name: 'manifest', children: [{ name: 'application' }] });
    const end = nodeAt(xml, END_ELEMENT);
    new DataView(xml.buffer).setUint32(end + 16 + 4, 0, true);
    expect(() => decodeBinaryXml(xml)).toThrow(/the tag "manifest" closes "application"/);
  });

  test('an end tag too many', () => {
    const xml = binaryXml({ name: 'manifest' });
    const end = xml.slice(nodeAt(xml, END_ELEMENT));
    expect(() => decodeBinaryXml(withChunks(xml, [...end]))).toThrow(/closes "nothing"/);
  });

  test('a string that doesn’t exist', () => {
    const xml = binaryXml({ name: 'manifest', attributes: [{ name: 'package', value: 'org.example' }] });
    new DataView(xml.buffer).setUint32(nodeAt(xml, START_ELEMENT) + 16 + 20, 99, true);
    expect(() => decodeBinaryXml(xml).attributes()).toThrow(/string 99/);
  });

  test('more attributes than there are', () => {
    const xml = binaryXml({ name: 'manifest' });
    new DataView(xml.buffer).setUint16(nodeAt(xml, START_ELEMENT) + 16 + 12, 9, true);
    expect(() => decodeBinaryXml(xml)).toThrow(/declares 9 attributes/);
  });

  test('empty input or a document without elements', () => {
    expect(() => decodeBinaryXml(new Uint8Array())).toThrow(RangeError);
    expect(() => decodeBinaryXml(Uint8Array.of(3, 0, 8, 0, 8, 0, 0, 0))).toThrow(/ends before/);
  });
});

function offsetOf(bytes: Uint8Array, wanted: number[]): number {
  const at = bytes.findIndex((_, index) => wanted.every((byte, next) => bytes[index + next] === byte));
  if (at < 0) throw new Error('the bytes are not there');
  return at;
}

/** Returns the offset of the first node of a type, or of the one after `from`. */
function nodeAt(xml: Uint8Array, type: number): number {
  return offsetOf(xml, [type & 0xff, type >> 8, 16, 0]);
}

function withByte(bytes: Uint8Array, at: number, value: number): Uint8Array {
  const copy = bytes.slice();
  copy[at] = value;
  return copy;
}

/** Appends chunks to a document, whose size includes them. */
function withChunks(xml: Uint8Array, chunks: number[]): Uint8Array {
  const longer = Uint8Array.from([...xml, ...chunks]);
  new DataView(longer.buffer).setUint32(4, longer.length, true);
  return longer;
}
