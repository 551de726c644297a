/*
 * Writes Android's binary resource files for tests of the readers, including forms that Android's build tools
 * never write. Shares no code with the readers.
 */

type Bytes = number[];

const u16 = (value: number): Bytes => [value & 0xff, (value >> 8) & 0xff];
const u32 = (value: number): Bytes => [...u16(value), ...u16(value >>> 16)];

/** Builds a chunk: type and sizes, then `header`, then `body`. */
function chunk(type: number, header: Bytes, body: Bytes = []): Bytes {
  return [
    ...u16(type),
    ...u16(8 + header.length),
    ...u32(8 + header.length + body.length),
    ...header,
    ...body,
  ];
}

function stringPool(strings: string[], encoding: 'utf8' | 'utf16' = 'utf8'): Bytes {
  const encoded = strings.map((text) => (encoding === 'utf8' ? utf8(text) : utf16(text)));
  let end = 0;
  const offsets = encoded.map(({ length }) => {
    end += length;
    return end - length;
  });
  const data = encoded.flat();
  while (data.length % 4 !== 0) data.push(0);
  const flags = encoding === 'utf8' ? 0x100 : 0;
  const header = [strings.length, 0, flags, 28 + strings.length * 4, 0].flatMap(u32);
  return chunk(1, header, [...offsets.flatMap(u32), ...data]);
}

function utf8(text: string): Bytes {
  const bytes = [...new TextEncoder().encode(text)];
  return [...utf8Length(text.length), ...utf8Length(bytes.length), ...bytes, 0];
}

function utf8Length(size: number): Bytes {
  return size > 0x7f ? [0x80 | (size >> 8), size & 0xff] : [size];
}

function utf16(text: string): Bytes {
  return [
    ...utf16Length(text.length),
    ...text.split('').flatMap((character) => u16(character.charCodeAt(0))),
    0,
    0,
  ];
}

function utf16Length(size: number): Bytes {
  return size > 0x7fff ? [...u16(0x8000 | (size >> 16)), ...u16(size)] : u16(size);
}

interface TestAttribute {
  name: string;
  /** Framework id; none by default. */
  id?: number;
  /** Null for none; by default that of the framework for an attribute with an id, and none for others. */
  namespace?: string | null;
  /** Text, or a type and its data. */
  value: string | { type: number; data: number };
  /** The text as written; by default that of the value, and none for a type and its data. */
  raw?: string;
}

const ANDROID = 'http://schemas.android.com/apk/res/android';

export interface TestElement {
  name: string;
  namespace?: string;
  attributes?: TestAttribute[];
  children?: TestElement[];
  /** Text before the children. */
  text?: string;
}

/** Compiles XML. Attributes with an id come first in the pool, as the map of ids requires. */
export function binaryXml(root: TestElement, encoding: 'utf8' | 'utf16' = 'utf8'): Uint8Array {
  const attributes = flatten(root).flatMap((element) => element.attributes ?? []);
  const withId = attributes.filter(({ id }) => id !== undefined);
  const strings = withId.map(({ name }) => name);
  const indexOf = (text: string, from = withId.length) => {
    const found = strings.indexOf(text, from);
    return found >= 0 ? found : strings.push(text) - 1;
  };
  const nodes = elementNodes(
    root,
    (attribute) => (attribute.id === undefined ? indexOf(attribute.name) : withId.indexOf(attribute)),
    indexOf,
  );
  const ids = chunk(
    0x180,
    [],
    withId.flatMap(({ id = 0 }) => u32(id)),
  );
  return Uint8Array.from(chunk(3, [], [...stringPool(strings, encoding), ...ids, ...nodes]));
}

function flatten(element: TestElement): TestElement[] {
  return [element, ...(element.children ?? []).flatMap(flatten)];
}

function elementNodes(
  element: TestElement,
  nameOf: (attribute: TestAttribute) => number,
  indexOf: (text: string) => number,
): Bytes {
  const none = u32(0xffffffff);
  const node = [...u32(1), ...none];
  const attributes = (element.attributes ?? []).map((attribute) => {
    const { value } = attribute;
    const typed = typeof value === 'string' ? { type: 3, data: indexOf(value) } : value;
    const written = attribute.raw ?? (typeof value === 'string' ? value : undefined);
    const raw = written === undefined ? none : u32(indexOf(written));
    const usual = attribute.id === undefined ? null : ANDROID;
    const namespace = attribute.namespace === undefined ? usual : attribute.namespace;
    const uri = namespace === null ? none : u32(indexOf(namespace));
    return [uri, u32(nameOf(attribute)), raw, u16(8), [0, typed.type], u32(typed.data)].flat();
  });
  const name = u32(indexOf(element.name));
  const namespace = element.namespace === undefined ? none : u32(indexOf(element.namespace));
  const start = [
    ...namespace,
    ...name,
    ...u16(20),
    ...u16(20),
    ...u16(attributes.length),
    ...[0, 0, 0].flatMap(u16),
  ];
  return [
    ...chunk(0x102, node, [...start, ...attributes.flat()]),
    ...(element.text === undefined ? [] : textNode(node, indexOf(element.text))),
    ...(element.children ?? []).flatMap((child) => elementNodes(child, nameOf, indexOf)),
    ...chunk(0x103, node, [...namespace, ...name]),
  ];
}

function textNode(node: Bytes, index: number): Bytes {
  return chunk(0x104, node, [...u32(index), ...u16(8), 0, 3, ...u32(index)]);
}

interface TestConfig {
  locale?: string;
  density?: number;
  /** The first platform version that the values are for. */
  sdk?: number;
  night?: boolean;
}

export interface TestType {
  /** Type id, from 1. */
  id: number;
  config?: TestConfig;
  /** Values by entry index: a string's index in the pool, or a type and its data; null for none. */
  entries: (number | { type: number; data: number } | null)[];
  form?: 'plain' | 'sparse' | 'offset16' | 'compact';
}

const PACKAGE_HEADER_SIZE = 288;

/** Builds a resource table with one package, 0x7f. */
export function resourceTable(strings: string[], types: TestType[]): Uint8Array {
  const name = Array.from({ length: 128 }, (_, index) => 'org.example'.charCodeAt(index) || 0).flatMap(u16);
  const ids = [...new Set(types.map(({ id }) => id))].sort((one, other) => one - other);
  const entries = Math.max(0, ...types.map((type) => type.entries.length));
  const typeNames = stringPool(Array.from({ length: ids.at(-1) ?? 0 }, (_, index) => `type${index + 1}`));
  const keys = stringPool(Array.from({ length: entries }, (_, index) => `key${index}`));
  const offsets = [PACKAGE_HEADER_SIZE, 0, PACKAGE_HEADER_SIZE + typeNames.length, 0, 0];
  const body = ids.flatMap((id) => {
    const ofType = types.filter((type) => type.id === id);
    return [...specificationChunk(id, entries), ...ofType.flatMap(typeChunk)];
  });
  const header = [...u32(0x7f), ...name, ...offsets.flatMap(u32)];
  const pack = chunk(0x200, header, [...typeNames, ...keys, ...body]);
  return Uint8Array.from(chunk(2, u32(1), [...stringPool(strings, 'utf16'), ...pack]));
}

function specificationChunk(id: number, entries: number): Bytes {
  const flags = Array.from({ length: entries }, () => 0).flatMap(u32);
  return chunk(0x202, [id, 0, 0, 0, ...u32(entries)], flags);
}

function typeChunk({ id, config = {}, entries, form = 'plain' }: TestType): Bytes {
  const present = entries.flatMap((entry, index) => (entry === null ? [] : [{ entry, index }]));
  const values = present.map(({ entry, index }) => {
    const { type, data } = typeof entry === 'number' ? { type: 3, data: entry } : entry;
    if (form === 'compact') return [...u16(index), ...u16(8 | (type << 8)), ...u32(data)];
    return [...u16(8), ...u16(0), ...u32(index), ...u16(8), 0, type, ...u32(data)];
  });
  const offset = (position: number) => values.slice(0, position).flat().length;
  const positions = entries.map((_, index) => present.findIndex((found) => found.index === index));
  const offsets = {
    plain: () => positions.flatMap((position) => u32(position < 0 ? 0xffffffff : offset(position))),
    compact: () => positions.flatMap((position) => u32(position < 0 ? 0xffffffff : offset(position))),
    offset16: () => positions.flatMap((position) => u16(position < 0 ? 0xffff : offset(position) / 4)),
    sparse: () => present.flatMap(({ index }, position) => [...u16(index), ...u16(offset(position) / 4)]),
  }[form]();
  while (offsets.length % 4 !== 0) offsets.push(0);
  const flags = { plain: 0, compact: 0, sparse: 1, offset16: 2 }[form];
  const count = form === 'sparse' ? present.length : entries.length;
  const configuration = configBytes(config);
  const start = 20 + configuration.length + offsets.length;
  return chunk(
    0x201,
    [id, flags, 0, 0, ...u32(count), ...u32(start), ...configuration],
    [...offsets, ...values.flat()],
  );
}

function configBytes({ locale = '', density = 0, sdk = 0, night = false }: TestConfig): Bytes {
  const bytes = Array.from({ length: 48 }, () => 0);
  const [language = '', region = ''] = locale.split('-');
  bytes.splice(0, 4, ...u32(48));
  bytes.splice(8, language.length, ...Buffer.from(language));
  bytes.splice(10, region.length, ...Buffer.from(region));
  bytes.splice(14, 2, ...u16(density));
  bytes.splice(24, 2, ...u16(sdk));
  bytes.splice(29, 1, night ? 0x20 : 0);
  return bytes;
}
