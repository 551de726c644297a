import { describe, expect, test } from 'vitest';
import { binaryXml, type TestElement } from '#test/resource-files.ts';
import { decodeBinaryXml } from './binary-xml.ts';
import { findAttribute } from './manifest-attributes.ts';
import { textOf } from './typed-value.ts';

const MIN_SDK = 0x0101020c;

describe.each(['utf8', 'utf16'] as const)('strings in %s', (encoding) => {
  test('come out as they went in', () => {
    const long = 'ø'.repeat(200);
    const xml = binaryXml({ name: 'manifest', attributes: [{ name: 'package', value: long }] }, encoding);
    expect(decodeBinaryXml(xml)).toMatchObject({ name: 'manifest', attributes: [{ value: { text: long } }] });
  });
});

test('an attribute is found by its id, whatever its name says', () => {
  const lying = { name: 'maxSdkVersion', id: MIN_SDK, value: { type: 0x10, data: 24 } };
  const root = decodeBinaryXml(binaryXml({ name: 'uses-sdk', attributes: [lying] }));
  const found = findAttribute(root, 'minSdkVersion');
  expect(found && textOf(found)).toBe('24');
  expect(findAttribute(root, 'maxSdkVersion')).toBeNull();
});

test('an attribute without id is found by its name', () => {
  const named = { name: 'minSdkVersion', value: { type: 0x10, data: 21 } };
  const found = findAttribute(
    decodeBinaryXml(binaryXml({ name: 'uses-sdk', attributes: [named] })),
    'minSdkVersion',
  );
  expect(found && textOf(found)).toBe('21');
});

describe('refused with a reason', () => {
  test('elements that nest without end', () => {
    let deep: TestElement = { name: 'a' };
    for (let depth = 0; depth < 300; depth++) deep = { name: 'a', children: [deep] };
    expect(() => decodeBinaryXml(binaryXml(deep))).toThrow(/nested deeper than 200/);
  });

  test('a size larger than the file', () => {
    const xml = binaryXml({ name: 'manifest' });
    new DataView(xml.buffer).setUint32(4, xml.length + 1, true);
    expect(() => decodeBinaryXml(xml)).toThrow(/claims/);
  });

  test('more attributes than there are', () => {
    const xml = binaryXml({ name: 'manifest' });
    const element = xml.findIndex((byte, at) => byte === 0x02 && xml[at + 1] === 0x01 && xml[at + 2] === 16);
    new DataView(xml.buffer).setUint16(element + 16 + 12, 9, true);
    expect(() => decodeBinaryXml(xml)).toThrow(/claims 9 attributes/);
  });

  test('nothing, or no element', () => {
    expect(() => decodeBinaryXml(new Uint8Array())).toThrow(RangeError);
    expect(() => decodeBinaryXml(Uint8Array.of(3, 0, 8, 0, 8, 0, 0, 0))).toThrow(/ends before/);
  });
});
