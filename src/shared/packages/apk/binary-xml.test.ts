import { describe, expect, test } from 'vitest';
import { binaryXml, type TestElement } from '#test/support/resource-files.ts';
import { decodeBinaryXml } from './binary-xml.ts';
import { findAttribute, plainAttribute } from './manifest-attributes.ts';
import { textOf } from './typed-value.ts';

const MIN_SDK = 0x0101020c;

describe.each(['utf8', 'utf16'] as const)('strings in %s', (encoding) => {
  test('survive a round trip', () => {
    const long = 'ø'.repeat(200);
    const xml = binaryXml({ name: 'manifest', attributes: [{ name: 'package', value: long }] }, encoding);
    const root = decodeBinaryXml(xml);
    expect([root.name, plainAttribute(root, 'package')]).toEqual(['manifest', long]);
  });
});

test('finds an attribute by its id, regardless of its name', () => {
  const lying = { name: 'maxSdkVersion', id: MIN_SDK, value: { type: 0x10, data: 24 } };
  const root = decodeBinaryXml(binaryXml({ name: 'uses-sdk', attributes: [lying] }));
  const found = findAttribute(root, 'minSdkVersion');
  expect(found && textOf(found)).toBe('24');
  expect(findAttribute(root, 'maxSdkVersion')).toBeNull();
});

test('finds an attribute without id by its name', () => {
  const named = { name: 'minSdkVersion', value: { type: 0x10, data: 21 } };
  const found = findAttribute(
    decodeBinaryXml(binaryXml({ name: 'uses-sdk', attributes: [named] })),
    'minSdkVersion',
  );
  expect(found && textOf(found)).toBe('21');
});

describe('rejects with a reason', () => {
  test('elements nested too deeply', () => {
    let deep: TestElement = { name: 'a' };
    for (let depth = 0; depth < 300; depth++) deep = { name: 'a', children: [deep] };
    expect(() => decodeBinaryXml(binaryXml(deep))).toThrow(/nested more than 200/);
  });

  test('a size larger than the file', () => {
    const xml = binaryXml({ name: 'manifest' });
    new DataView(xml.buffer).setUint32(4, xml.length + 1, true);
    expect(() => decodeBinaryXml(xml)).toThrow(/declares/);
  });

  test('more attributes than there are', () => {
    const xml = binaryXml({ name: 'manifest' });
    const element = xml.findIndex((byte, at) => byte === 0x02 && xml[at + 1] === 0x01 && xml[at + 2] === 16);
    new DataView(xml.buffer).setUint16(element + 16 + 12, 9, true);
    expect(() => decodeBinaryXml(xml)).toThrow(/declares 9 attributes/);
  });

  test('empty input or a document without elements', () => {
    expect(() => decodeBinaryXml(new Uint8Array())).toThrow(RangeError);
    expect(() => decodeBinaryXml(Uint8Array.of(3, 0, 8, 0, 8, 0, 0, 0))).toThrow(/ends before/);
  });
});
