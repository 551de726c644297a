import { describe, expect, test } from 'vitest';
import { readPlist } from './plist.ts';
import type { PlistValue } from './plist-value.ts';
import { readStringsFile } from './strings-file.ts';

const EXPECTED = new Map<string, PlistValue>([
  ['big', 5_000_000_000],
  ['data', Uint8Array.of(1, 2)],
  ['date', '2020-01-01T00:00:00.000Z'],
  ['list', [1, new Map([['a', 'b']])]],
  ['n', -2],
  ['no', false],
  ['real', 1.5],
  ['text', 'Ahoi'],
  ['wide', 'Häfen'],
  ['yes', true],
]);

/** The output of Python's plistlib for the expected dictionary. */
const BINARY = new Uint8Array(
  Buffer.from(
    'YnBsaXN0MDDaAQIDBAUGBwgJCgsMDQ4TFBUWFxhTYmlnVGRhdGFUZGF0ZVRsaXN0UW5Sbm9UcmVhbFR0ZXh0VHdpZGVTeWVzEwAAAAEqBfIAQgECM0HB3gxAAAAAog8QEAHRERJRYVFiE//////////+CCM/+AAAAAAAAFRBaG9pZQBIAOQAZgBlAG4JCB0hJiswMjU6P0RIUVRdYGJlZ2lyc3yBjAAAAAAAAAEBAAAAAAAAABkAAAAAAAAAAAAAAAAAAACN',
    'base64',
  ),
);

const XML = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><!-- ships & ports -->
<dict>
  <key>big</key><integer>5000000000</integer>
  <key>data</key><data>
    AQI=
  </data>
  <key>date</key><date>2020-01-01T00:00:00Z</date>
  <key>list</key><array><integer>1</integer><dict><key>a</key><string>b</string></dict></array>
  <key>n</key><integer>-2</integer>
  <key>no</key><false/>
  <key>real</key><real>1.5</real>
  <key>text</key><string>A<![CDATA[ho]]>i</string>
  <key>wide</key><string>H&#xe4;fen</string>
  <key>yes</key><true/>
</dict>
</plist>`;

function xml(body: string): Uint8Array {
  return Buffer.from(`<plist>${body}</plist>`);
}

test('both formats have the same values', () => {
  expect(readPlist(BINARY, 'Info.plist')).toEqual(EXPECTED);
  expect(readPlist(Buffer.from(XML), 'Info.plist')).toEqual(EXPECTED);
});

test('replaces only XML’s own entities', () => {
  const text = '<dict><key>k</key><string>&lt;&amp;&#65;&unknown;</string></dict>';
  expect(readPlist(xml(text), 'Info.plist').get('k')).toBe('<&A&unknown;');
});

describe('rejects with a reason', () => {
  test.each([
    ['nothing', new Uint8Array(), /isn’t a property list|ends before/],
    ['another document', Buffer.from('<html></html>'), /isn’t a property list/],
    ['isn’t a dictionary', xml('<array/>'), /isn’t a dictionary/],
    ['an open element', Buffer.from('<plist><dict><key>a</key>'), /ends before/],
    ['a comment without end', Buffer.from('<plist><!-- <dict/></plist>'), /isn’t closed/],
    ['a value without key', xml('<dict><string>a</string></dict>'), /without a key/],
    ['an unknown element', xml('<dict><key>a</key><blob>1</blob></dict>'), /unknown element "blob"/],
    ['a number that is none', xml('<dict><key>a</key><integer>x</integer></dict>'), /"x" isn’t a number/],
    ['nesting without end', xml('<dict><key>a</key>'.repeat(100)), /nests more than 64/],
    ['a binary form that is cut off', BINARY.subarray(0, 60), /can’t have 100 bytes/],
  ])('%s', (_, bytes, message) => {
    expect(() => readPlist(bytes, 'Info.plist')).toThrow(message);
  });

  test('a dictionary that contains itself', () => {
    const circle = [...Buffer.from('bplist00'), 0xa1, 0, 8];
    const trailer = [0, 0, 0, 0, 0, 0, 1, 1, ...long(1), ...long(0), ...long(10)];
    expect(() => readPlist(Uint8Array.from([...circle, ...trailer]), 'Info.plist')).toThrow(
      /nests more than/,
    );
  });

  test('a small file that refers to the same values again and again', () => {
    const levels = Array.from({ length: 20 }, (_, level) => [
      0xaa,
      ...Array.from({ length: 10 }, () => level + 1),
    ]);
    const objects = [...levels, [0x09]];
    const offsets = objects.map((_, index) => 8 + objects.slice(0, index).flat().length);
    const body = [...Buffer.from('bplist00'), ...objects.flat(), ...offsets];
    const trailer = [
      0,
      0,
      0,
      0,
      0,
      0,
      1,
      1,
      ...long(objects.length),
      ...long(0),
      ...long(body.length - offsets.length),
    ];
    expect(() => readPlist(Uint8Array.from([...body, ...trailer]), 'Info.plist')).toThrow(/more than 20000/);
  });
});

function long(value: number): number[] {
  return [0, 0, 0, 0, 0, 0, value >> 8, value & 0xff];
}

test('reads the pairs of a strings file in either encoding', () => {
  const text = '/* Name */ "CFBundleDisplayName" = "Der \\"Hafen\\"";\nplain = "b";';
  const expected = new Map([
    ['CFBundleDisplayName', 'Der "Hafen"'],
    ['plain', 'b'],
  ]);
  expect(readStringsFile(Buffer.from(text))).toEqual(expected);
  expect(readStringsFile(Buffer.from(`\uFEFF${text}`, 'utf16le'))).toEqual(expected);
});
