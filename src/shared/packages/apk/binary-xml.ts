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
/** Real manifests have some thousand elements and attributes together. */
const MAX_NODES = 100_000;
const MAX_DEPTH = 200;

interface XmlAttribute {
  name: string;
  /** The framework's id for the attribute, 0 when it has none. It counts more than the name, which may lie. */
  resourceId: number;
  value: TypedValue;
}

export interface XmlElement {
  name: string;
  attributes: XmlAttribute[];
  children: XmlElement[];
}

/**
 * Decodes compiled XML, such as a manifest or a drawable, into its root element.
 * Chunks of unknown kinds are passed over, as Android does.
 * @throws RangeError saying what is wrong when the bytes are damaged or hold too much
 * @see AOSP ResourceTypes.h, ResXMLTree_header and following
 */
export function decodeBinaryXml(bytes: Uint8Array): XmlElement {
  const view = viewOf(bytes);
  const document: Document = { strings: noStrings, resourceIds: [], nodes: 0 };
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  let inNodes = false;
  for (const chunk of chunksBetween(view, view.getUint16(2, true), documentEnd(view))) {
    // Only what stands before the first node describes it: a pool hidden further down is not Android's.
    if (!inNodes && chunk.type === STRING_POOL) document.strings = readStringPool(view, chunk);
    if (!inNodes && chunk.type === RESOURCE_MAP) document.resourceIds = readResourceIds(view, chunk);
    inNodes ||= chunk.type >= FIRST_NODE && chunk.type <= LAST_NODE;
    if (chunk.type === START_ELEMENT) {
      const element = readElement(view, chunk, document);
      open.at(-1)?.children.push(element);
      open.push(element);
      root ??= element;
      if (open.length > MAX_DEPTH) throw new RangeError(`elements are nested deeper than ${MAX_DEPTH}`);
    }
    if (chunk.type === END_ELEMENT) open.pop();
    if (root && open.length === 0) return root;
  }
  throw new RangeError('it ends before its first element is closed');
}

function documentEnd(view: DataView): number {
  const size = view.getUint32(4, true);
  if (size > view.byteLength) throw new RangeError(`it claims ${size} bytes, ${view.byteLength} are there`);
  return size;
}

function readResourceIds(view: DataView, chunk: Chunk): number[] {
  const ids: number[] = [];
  for (let at = chunk.start + chunk.headerSize; at + 4 <= chunk.end; at += 4)
    ids.push(view.getUint32(at, true));
  return ids;
}

interface Document {
  strings: StringPool;
  resourceIds: number[];
  nodes: number;
}

function readElement(view: DataView, chunk: Chunk, document: Document): XmlElement {
  const body = chunk.start + Math.max(chunk.headerSize, NODE_HEADER_SIZE);
  const first = body + view.getUint16(body + 8, true);
  const size = view.getUint16(body + 10, true);
  const count = view.getUint16(body + 12, true);
  if (count > 0 && (size < ATTRIBUTE_SIZE || first + size * count > chunk.end)) {
    throw new RangeError(`the element at byte ${chunk.start} claims ${count} attributes that are not there`);
  }
  document.nodes += 1 + count;
  if (document.nodes > MAX_NODES)
    throw new RangeError(`it has more than ${MAX_NODES} elements and attributes`);
  const attributes: XmlAttribute[] = [];
  for (let index = 0; index < count; index++) {
    attributes.push(readAttribute(view, first + index * size, document));
  }
  return { name: document.strings(view.getUint32(body + 4, true)) ?? '', attributes, children: [] };
}

function readAttribute(view: DataView, at: number, { strings, resourceIds }: Document): XmlAttribute {
  const nameIndex = view.getUint32(at + 4, true);
  const rawIndex = view.getUint32(at + 8, true);
  const type = view.getUint8(at + 15);
  const data = view.getUint32(at + 16, true);
  const text = type === 3 ? strings(data) : rawIndex === NONE ? null : strings(rawIndex);
  return {
    name: strings(nameIndex) ?? '',
    resourceId: resourceIds[nameIndex] ?? 0,
    value: { type, data, text },
  };
}
