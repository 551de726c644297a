import type { Random } from './random.ts';

/** Builds hostile property lists, code signatures and CMS messages. Shares no code with the readers. */

const INFO = {
  CFBundleIdentifier: 'org.example.harbour',
  CFBundleExecutable: 'Harbour',
  CFBundleVersion: '1',
  CFBundleShortVersionString: '1.0',
  MinimumOSVersion: '15.0',
};

/** Builds an XML Info.plist with additional content in its dictionary. */
export function infoPlist(inside = ''): Buffer {
  const own = Object.entries(INFO).map(([key, value]) => `<key>${key}</key><string>${value}</string>`);
  return xmlPlist(own.join('') + inside);
}

export function xmlPlist(inside: string): Buffer {
  return Buffer.from(`<?xml version="1.0"?><plist version="1.0"><dict>${inside}</dict></plist>`);
}

/** Builds a binary property list of these objects, root first. */
export function binaryPlist(objects: readonly Buffer[]): Buffer {
  const offsets = Buffer.alloc(objects.length * 4);
  let at = 8;
  objects.forEach((object, index) => {
    offsets.writeUInt32BE(at, index * 4);
    at += object.length;
  });
  const trailer = Buffer.alloc(32);
  trailer.writeUInt8(4, 6);
  trailer.writeUInt8(4, 7);
  trailer.writeBigUInt64BE(BigInt(objects.length), 8);
  trailer.writeBigUInt64BE(BigInt(at), 24);
  return Buffer.concat([Buffer.from('bplist00'), ...objects, offsets, trailer]);
}

function counted(kind: number, count: number): Buffer {
  const bytes = Buffer.alloc(6);
  bytes.writeUInt8((kind << 4) | 0x0f);
  bytes.writeUInt8(0x12, 1);
  bytes.writeUInt32BE(count, 2);
  return bytes;
}

function references(numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4);
  numbers.forEach((number, index) => bytes.writeUInt32BE(number, index * 4));
  return bytes;
}

export const text = (value: string) =>
  Buffer.concat([counted(5, value.length), Buffer.from(value, 'latin1')]);
export const array = (items: readonly number[]) =>
  Buffer.concat([counted(0xa, items.length), references(items)]);
export const dict = (keys: readonly number[], values: readonly number[]) =>
  Buffer.concat([counted(0xd, keys.length), references(keys), references(values)]);

/** Builds a valid app's root dictionary with one more value under `key`. */
export function binaryInfo(key: string, value: number, others: readonly Buffer[]): Buffer {
  const pairs = Object.entries(INFO);
  const own = pairs.flatMap(([name, content]) => [text(name), text(content)]);
  const first = others.length + 1;
  const keys = pairs.map((_, index) => first + index * 2);
  const values = pairs.map((_, index) => first + index * 2 + 1);
  const keyAt = first + own.length;
  return binaryPlist([dict([...keys, keyAt], [...values, value]), ...others, ...own, text(key)]);
}

/** Builds an executable with this many load commands, and a code signature around the entitlements. */
export function machO(
  entitlements: Buffer,
  { commands = 1, random }: { commands?: number; random?: Random } = {},
) {
  const head = Buffer.alloc(32);
  [0xfeedfacf, 0x0100000c, 0, 2, commands, commands * 16, 0].forEach((value, index) => {
    head.writeUInt32LE(value, index * 4);
  });
  const blob = Buffer.alloc(8);
  blob.writeUInt32BE(0xfade7171);
  blob.writeUInt32BE(8 + entitlements.length, 4);
  const index = Buffer.alloc(20);
  [0xfade0cc0, 20 + blob.length + entitlements.length, 1, 5, 20].forEach((value, at) => {
    index.writeUInt32BE(value >>> 0, at * 4);
  });
  const signature = Buffer.concat([index, blob, entitlements]);
  const list = Buffer.alloc(commands * 16);
  for (let at = 0; at < commands; at++) {
    const isLast = at === commands - 1;
    list.writeUInt32LE(isLast ? 0x1d : (random?.below(0x40) ?? 2), at * 16);
    list.writeUInt32LE(isLast ? 16 : (random?.pick([0, 8, 16, 0xffffff]) ?? 16), at * 16 + 4);
    list.writeUInt32LE(head.length + list.length, at * 16 + 8);
    list.writeUInt32LE(signature.length, at * 16 + 12);
  }
  return Buffer.concat([head, list, signature]);
}

/** Builds a CMS message whose content is split into chunks of this size. */
export function profile(content: Buffer, pieceSize: number): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < content.length; at += pieceSize) {
    pieces.push(der(0x04, content.subarray(at, at + pieceSize)));
  }
  const data = der(
    0x30,
    der(0x06, Buffer.from('2a864886f70d010701', 'hex')),
    der(0xa0, der(0x24, Buffer.concat(pieces))),
  );
  const signed = der(0x30, der(0x02, Buffer.of(1)), der(0x31), data);
  return der(0x30, der(0x06, Buffer.from('2a864886f70d010702', 'hex')), der(0xa0, signed));
}

export function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  if (content.length < 0x80) return Buffer.concat([Buffer.of(tag, content.length), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([Buffer.of(tag, 0x84), length, content]);
}
