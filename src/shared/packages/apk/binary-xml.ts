import { type Chunk, chunksBetween, viewOf } from './chunks.ts';
import { noStrings, readStringPool, type StringPool } from './string-pool.ts';
import type { TypedValue } from './typed-value.ts';

const STRING_POOL = 0x0001;
const RESOURCE_MAP = 0x0180;
const FIRST_NODE = 0x0100;
const LAST_NODE = 0x017f;
const START_ELEMENT = 0x0102;
const END_ELEMENT = 0x0103;
const NODE_HEADER_SIZE = 16;
const ATTRIBUTE_SIZE = 20;
const NONE = 0xffffffff;
/** Real manifests have a few thousand elements and attributes in total. */
const MAX_NODES = 100_000;
const MAX_DEPTH = 200;

/** An attribute of an element. */
export interface XmlAttribute {
  readonly name: string;
  /** The framework id that belongs to its name; 0 without one. */
  readonly resourceId: number;
  readonly value: TypedValue;
}

/** An element whose attributes are decoded only when they are read. */
export interface XmlElement {
  readonly name: string;
  readonly children: readonly XmlElement[];
  /** Returns the value of the attribute with a framework id, whatever its name; null when there is none. */
  valueById(resourceId: number): TypedValue | null;
  /** Returns the value of the attribute with this name and no framework id; null when there is none. */
  valueByName(name: string): TypedValue | null;
  /** Returns the attributes in the file's order. */
  attributes(): readonly XmlAttribute[];
}

/**
 * Decodes compiled XML, such as a manifest or a drawable, and returns its root element. Skips chunks of
 * unknown types, as Android does.
 * @throws RangeError when the bytes are damaged or hold too much; the elements' methods throw it too
 * @see AOSP ResourceTypes.h, ResXMLTree_header and following
 */
export function decodeBinaryXml(bytes: Uint8Array): XmlElement {
  const view = viewOf(bytes);
  const document: Document = { view, strings: noStrings, resourceIds: null, nodes: 0 };
  const open: Element[] = [];
  let root: XmlElement | undefined;
  let inNodes = false;
  for (const chunk of chunksBetween(view, view.getUint16(2, true), documentEnd(view))) {
    // Only chunks before the first node describe the document; Android ignores a string pool that comes
    // later.
    if (!inNodes && chunk.type === STRING_POOL) document.strings = readStringPool(view, chunk);
    if (!inNodes && chunk.type === RESOURCE_MAP) document.resourceIds = chunk;
    inNodes ||= chunk.type >= FIRST_NODE && chunk.type <= LAST_NODE;
    if (chunk.type === START_ELEMENT) {
      const element = readElement(chunk, document);
      open.at(-1)?.children.push(element);
      open.push(element);
      root ??= element;
      if (open.length > MAX_DEPTH)
        throw new RangeError(`elements are nested more than ${MAX_DEPTH} levels deep`);
    }
    if (chunk.type === END_ELEMENT) open.pop();
    if (root && open.length === 0) return root;
  }
  throw new RangeError('it ends before its root element is closed');
}

function documentEnd(view: DataView): number {
  const size = view.getUint32(4, true);
  if (size > view.byteLength) throw new RangeError(`it declares ${size} bytes but has ${view.byteLength}`);
  return size;
}

interface Document {
  view: DataView;
  strings: StringPool;
  /** Framework ids by the index of the attribute's name. */
  resourceIds: Chunk | null;
  nodes: number;
}

function readElement(chunk: Chunk, document: Document): Element {
  const { view } = document;
  const body = chunk.start + Math.max(chunk.headerSize, NODE_HEADER_SIZE);
  const start = body + view.getUint16(body + 8, true);
  const size = view.getUint16(body + 10, true);
  const count = view.getUint16(body + 12, true);
  if (count > 0 && (size < ATTRIBUTE_SIZE || start + size * count > chunk.end)) {
    throw new RangeError(`the element at byte ${chunk.start} declares ${count} attributes that don’t exist`);
  }
  document.nodes += 1 + count;
  if (document.nodes > MAX_NODES)
    throw new RangeError(`it has more than ${MAX_NODES} elements and attributes`);
  const name = document.strings(view.getUint32(body + 4, true)) ?? '';
  return new Element(name, document, { start, size, count });
}

class Element implements XmlElement {
  readonly name: string;
  readonly children: Element[] = [];
  readonly #document: Document;
  readonly #attributes: { start: number; size: number; count: number };

  constructor(name: string, document: Document, attributes: { start: number; size: number; count: number }) {
    this.name = name;
    this.#document = document;
    this.#attributes = attributes;
  }

  valueById(resourceId: number): TypedValue | null {
    for (const at of this.#positions()) if (this.#resourceIdAt(at) === resourceId) return this.#valueAt(at);
    return null;
  }

  valueByName(name: string): TypedValue | null {
    const { view, strings } = this.#document;
    for (const at of this.#positions()) {
      if (this.#resourceIdAt(at) !== 0) continue;
      if ((strings(view.getUint32(at + 4, true)) ?? '') === name) return this.#valueAt(at);
    }
    return null;
  }

  attributes(): XmlAttribute[] {
    const { view, strings } = this.#document;
    return [...this.#positions()].map((at) => ({
      name: strings(view.getUint32(at + 4, true)) ?? '',
      resourceId: this.#resourceIdAt(at),
      value: this.#valueAt(at),
    }));
  }

  *#positions(): Generator<number> {
    const { start, size, count } = this.#attributes;
    for (let index = 0; index < count; index++) yield start + index * size;
  }

  /** Returns the attribute's framework id, or 0 when it has none. The id takes precedence over the name. */
  #resourceIdAt(at: number): number {
    const { view, resourceIds } = this.#document;
    if (!resourceIds) return 0;
    const id = resourceIds.start + resourceIds.headerSize + view.getUint32(at + 4, true) * 4;
    return id + 4 <= resourceIds.end ? view.getUint32(id, true) : 0;
  }

  #valueAt(at: number): TypedValue {
    const { view, strings } = this.#document;
    const rawIndex = view.getUint32(at + 8, true);
    const type = view.getUint8(at + 15);
    const data = view.getUint32(at + 16, true);
    const text = type === 3 ? strings(data) : rawIndex === NONE ? null : strings(rawIndex);
    return { type, data, text };
  }
}
