import type { Random } from './random.ts';

/*
 * Builds compiled manifests and resource tables of any size, with false counts, offsets and references.
 * Shares no code with the readers, nor with the small valid files of `test/support/resource-files.ts`.
 */

function chunk(type: number, header: Buffer, body: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt16LE(type);
  head.writeUInt16LE(8 + header.length, 2);
  head.writeUInt32LE(8 + header.length + body.length, 4);
  return Buffer.concat([head, header, body]);
}

export function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeUInt32LE(value >>> 0, index * 4));
  return bytes;
}

/** Builds a pool of UTF-8 strings. */
export function stringPool(strings: readonly string[]): Buffer {
  const data: Buffer[] = [];
  const offsets = Buffer.alloc(strings.length * 4);
  let at = 0;
  strings.forEach((text, index) => {
    const bytes = Buffer.from(text);
    const item = Buffer.concat([length8(text.length), length8(bytes.length), bytes, Buffer.alloc(1)]);
    offsets.writeUInt32LE(at, index * 4);
    data.push(item);
    at += item.length;
  });
  return pool(offsets, Buffer.concat(data), strings.length);
}

/** Builds a pool in which many strings are the same 32,000 characters: gigabytes in a few megabytes. */
export function overlappingPool(first: readonly string[], count: number): Buffer {
  const item = (text: string) => {
    const bytes = Buffer.from(text);
    return Buffer.concat([length8(text.length), length8(bytes.length), bytes, Buffer.alloc(1)]);
  };
  const honest = first.map(item);
  const start = Buffer.concat(honest);
  const offsets = Buffer.alloc((first.length + count) * 4);
  let at = 0;
  honest.forEach((bytes, index) => {
    offsets.writeUInt32LE(at, index * 4);
    at += bytes.length;
  });
  for (let index = 0; index < count; index++) offsets.writeUInt32LE(start.length, (first.length + index) * 4);
  return pool(offsets, Buffer.concat([start, item('s'.repeat(32_000))]), first.length + count);
}

function pool(offsets: Buffer, data: Buffer, count: number): Buffer {
  const padded = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);
  return chunk(1, words(count, 0, 0x100, 28 + offsets.length, 0), Buffer.concat([offsets, padded]));
}

function length8(size: number): Buffer {
  return size > 0x7f ? Buffer.of(0x80 | (size >> 8), size & 0xff) : Buffer.of(size);
}

/** Pool indexes of an attribute's name and value, or the reference it holds. */
export interface HostileAttribute {
  name: number;
  string?: number;
  reference?: number;
  integer?: number;
}

const NONE = 0xffffffff;
const ANDROID = 'http://schemas.android.com/apk/res/android';

export function startElement(name: number, attributes: readonly HostileAttribute[] = []): Buffer {
  const bytes = Buffer.alloc(attributes.length * 20);
  attributes.forEach(({ name: key, string, reference, integer }, index) => {
    const at = index * 20;
    bytes.writeUInt32LE(IDS[key] === undefined ? NONE : NAMES.indexOf(ANDROID), at);
    bytes.writeUInt32LE(key, at + 4);
    bytes.writeUInt32LE(string ?? NONE, at + 8);
    bytes.writeUInt16LE(8, at + 12);
    bytes.writeUInt8(string !== undefined ? 3 : reference !== undefined ? 1 : 0x10, at + 15);
    bytes.writeUInt32LE((string ?? reference ?? integer ?? 0) >>> 0, at + 16);
  });
  const head = Buffer.alloc(20);
  head.writeUInt32LE(NONE);
  head.writeUInt32LE(name, 4);
  head.writeUInt16LE(20, 8);
  head.writeUInt16LE(20, 10);
  head.writeUInt16LE(attributes.length, 12);
  return chunk(0x102, words(1, NONE), Buffer.concat([head, bytes]));
}

export function endElement(name: number): Buffer {
  return chunk(0x103, words(1, NONE), words(NONE, name));
}

export function xml(...chunks: Buffer[]): Buffer {
  return chunk(3, Buffer.alloc(0), Buffer.concat(chunks));
}

/** The first strings of every manifest's pool. */
export const NAMES = [
  'manifest',
  'package',
  'org.example.harbour',
  'uses-permission',
  'name',
  'application',
  'label',
  'icon',
  'uses-feature',
  'activity',
  'uses-sdk',
  'minSdkVersion',
  'resource',
  'meta-data',
  ANDROID,
] as const;
/** Framework ids by the index of an attribute's name. */
const IDS: Readonly<Record<number, number>> = {
  4: 0x01010003,
  6: 0x01010001,
  7: 0x01010002,
  11: 0x0101020c,
  12: 0x01010025,
};
export const at = (name: (typeof NAMES)[number]): number => NAMES.indexOf(name);

/** Builds a manifest around these elements. */
export function manifest(strings: Buffer, ...inside: Buffer[]): Buffer {
  const root = startElement(at('manifest'), [{ name: at('package'), string: at('org.example.harbour') }]);
  const ids = chunk(0x180, Buffer.alloc(0), words(...NAMES.map((_, index) => IDS[index] ?? 0)));
  return xml(strings, ids, root, ...inside, endElement(at('manifest')));
}

/** Builds an XML file of elements without attributes, each by the index of its name among the strings. */
export function file(
  strings: readonly string[],
  make: (element: (name: number, ...inside: Buffer[]) => Buffer) => Buffer,
): Buffer {
  const element = (name: number, ...inside: Buffer[]) =>
    Buffer.concat([startElement(name), ...inside, endElement(name)]);
  return xml(stringPool(strings), chunk(0x180, Buffer.alloc(0)), make(element));
}

/** Builds an application whose name and icon are in the resource table. */
export function application(label: number, icon: number): Buffer {
  const attributes = [
    { name: at('label'), reference: label },
    { name: at('icon'), reference: icon },
  ];
  return Buffer.concat([startElement(at('application'), attributes), endElement(at('application'))]);
}

/** A resource value: a string in the pool, or a reference to another resource. */
export type HostileValue = { string: number } | { reference: number };

/** Builds a type of a resource table with one configuration, optionally for a two-letter locale. */
export function resourceType(id: number, values: readonly HostileValue[], language = ''): Buffer {
  const config = Buffer.alloc(48);
  config.writeUInt32LE(48);
  config.write(language, 8, 'latin1');
  const offsets = Buffer.alloc(values.length * 4);
  const entries = Buffer.alloc(values.length * 16);
  values.forEach((value, index) => {
    offsets.writeUInt32LE(index * 16, index * 4);
    entries.writeUInt16LE(8, index * 16);
    entries.writeUInt16LE(8, index * 16 + 8);
    entries.writeUInt8('string' in value ? 3 : 1, index * 16 + 11);
    entries.writeUInt32LE(('string' in value ? value.string : value.reference) >>> 0, index * 16 + 12);
  });
  const head = Buffer.alloc(12);
  head.writeUInt8(id);
  head.writeUInt32LE(values.length, 4);
  head.writeUInt32LE(20 + config.length + offsets.length, 8);
  return chunk(0x201, Buffer.concat([head, config]), Buffer.concat([offsets, entries]));
}

/** Builds a resource table with one package, 0x7f. */
export function table(strings: Buffer, types: readonly Buffer[]): Buffer {
  const header = Buffer.concat([words(0x7f), Buffer.alloc(256), words(0, 0, 0, 0, 0)]);
  return chunk(2, words(1), Buffer.concat([strings, chunk(0x200, header, Buffer.concat([...types]))]));
}

/** Returns a two-letter language; unique up to 676. */
export function languageOf(index: number): string {
  return String.fromCharCode(97 + (Math.floor(index / 26) % 26), 97 + (index % 26));
}

/** Replaces random words with values that break lengths, counts and offsets. */
export function lie(bytes: Buffer, random: Random, times: number): Buffer {
  const copy = Buffer.from(bytes);
  const awkward = [0, 1, 7, 0x7f, 0xff, 0x7fff, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xffffffff];
  for (let time = 0; time < times; time++) {
    copy.writeUInt32LE(random.pick(awkward), random.below(Math.max(1, Math.floor(copy.length / 4))) * 4);
  }
  return copy;
}
