import { FormatError } from '../problems/format-error.ts';
import { chunkAt, chunksBetween, type ResourceChunk, viewOf } from './chunks.ts';
import { noStrings, readStringPool, type StringPool } from './string-pool.ts';
import type { TypedValue } from './typed-value.ts';

const XML = 0x0003;
const STRING_POOL = 0x0001;
const RESOURCE_MAP = 0x0180;
const START_NAMESPACE = 0x0100;
const END_NAMESPACE = 0x0101;
const START_ELEMENT = 0x0102;
const END_ELEMENT = 0x0103;
const TEXT = 0x0104;
const FILE_HEADER_SIZE = 8;
const NODE_HEADER_SIZE = 16;
const ELEMENT_SIZE = 20;
const ATTRIBUTE_SIZE = 20;
const STRING = 0x03;
const NONE = 0xffffffff;
/** Real manifests have a few thousand elements and attributes in total. */
const MAX_NODES = 100_000;
const MAX_DEPTH = 200;
const MAX_SHOWN = 100;

/** An attribute as the file has it. */
export interface XmlAttribute {
  /** Null without one, which isn't the same as an empty one. */
  readonly namespace: string | null;
  /** Empty when a tool has removed it. */
  readonly name: string;
  /** The framework id that belongs to its name; 0 without one. */
  readonly resourceId: number;
  /** The text as written, where the file keeps it. */
  readonly raw: string | null;
  readonly value: TypedValue;
}

/** An element whose attributes are decoded only when they are read. */
export interface XmlElement {
  readonly name: string;
  readonly namespace: string | null;
  readonly children: readonly XmlElement[];
  /**
   * Returns the attributes in the file's order.
   * @throws RangeError when one cannot be read
   */
  attributes(): readonly XmlAttribute[];
  /**
   * Returns the text directly inside, such as a domain in a configuration.
   * @throws RangeError when it cannot be read
   */
  text(): string;
}

/**
 * Decodes compiled XML, such as a manifest or a drawable, and returns its root element. Everything that the
 * build tools never write is refused, because Android's readers skip some of it and fail on the rest: chunks of
 * other types, a second pool or map, a second root, tags that don't match, bytes behind the document.
 * @throws RangeError when the bytes are damaged or hold too much; reading attributes throws it too
 * @see AOSP ResourceTypes.h, ResXMLTree_header and following, and ResourceTypes.cpp, ResXMLTree
 */
export function decodeBinaryXml(bytes: Uint8Array): XmlElement {
  const view = viewOf(bytes);
  const reading: XmlReading = {
    document: { view, strings: noStrings, resourceIds: null, nodes: 0 },
    open: [],
    namespaces: [],
    root: null,
    seen: new Set(),
  };
  for (const chunk of chunksBetween(view, FILE_HEADER_SIZE, documentEnd(view))) readChunk(chunk, reading);
  if (!reading.root || reading.open.length > 0) {
    throw new FormatError({ problem: 'openRoot' });
  }
  if (reading.namespaces.length > 0) throw new FormatError({ problem: 'openNamespace' });
  return reading.root;
}

/** Checks that the document fills the file, and returns its end. */
function documentEnd(view: DataView): number {
  const { type, headerSize, end } = chunkAt(view, 0, view.byteLength);
  if (type !== XML || headerSize !== FILE_HEADER_SIZE) throw new FormatError({ problem: 'notXml' });
  if (end !== view.byteLength) {
    throw new FormatError({ problem: 'xmlSize', declared: end, bytes: view.byteLength });
  }
  return end;
}

interface Document {
  view: DataView;
  strings: StringPool;
  /** Framework ids by the index of the attribute's name. */
  resourceIds: ResourceChunk | null;
  nodes: number;
}

/** The state while a document is read. */
interface XmlReading {
  readonly document: Document;
  readonly open: Element[];
  /** Prefix and URI of each open namespace. */
  readonly namespaces: string[];
  root: Element | null;
  /** Types of the chunks so far. */
  readonly seen: Set<number>;
}

function readChunk(chunk: ResourceChunk, reading: XmlReading): void {
  const { document, seen } = reading;
  if (chunk.type === STRING_POOL && seen.size === 0) {
    document.strings = readStringPool(document.view, chunk);
  } else if (chunk.type === RESOURCE_MAP && seen.size === 1) {
    document.resourceIds = chunk;
  } else if (seen.has(STRING_POOL) && chunk.type >= START_NAMESPACE && chunk.type <= TEXT) {
    readNode(chunk, reading);
  } else {
    throw new FormatError({ problem: 'xmlChunk', at: chunk.start, type: chunk.type });
  }
  seen.add(chunk.type);
}

function readNode(chunk: ResourceChunk, reading: XmlReading): void {
  if (chunk.headerSize !== NODE_HEADER_SIZE) {
    throw new FormatError({ problem: 'nodeHeader', at: chunk.start, bytes: chunk.headerSize });
  }
  if (chunk.type === START_ELEMENT) openElement(chunk, reading);
  if (chunk.type === END_ELEMENT) closeElement(chunk, reading);
  if (chunk.type === TEXT) reading.open.at(-1)?.addText(chunk);
  if (chunk.type === START_NAMESPACE) reading.namespaces.push(namespaceOf(chunk, reading.document));
  if (chunk.type === END_NAMESPACE && reading.namespaces.pop() !== namespaceOf(chunk, reading.document)) {
    throw new FormatError({ problem: 'namespace', at: chunk.start });
  }
}

function openElement(chunk: ResourceChunk, reading: XmlReading): void {
  const { document, open } = reading;
  if (open.length === 0 && reading.root) throw new FormatError({ problem: 'secondRoot' });
  const element = readElement(chunk, document);
  open.at(-1)?.children.push(element);
  open.push(element);
  reading.root ??= element;
  if (open.length > MAX_DEPTH) throw new FormatError({ problem: 'nesting', max: MAX_DEPTH });
}

function closeElement(chunk: ResourceChunk, { document, open }: XmlReading): void {
  const { name, namespace } = nameAt(document, bodyOf(chunk, 8));
  const opened = open.pop();
  if (opened?.name !== name || opened.namespace !== namespace) {
    const [tag, other] = [name.slice(0, MAX_SHOWN), opened?.name.slice(0, MAX_SHOWN) ?? ''];
    throw new FormatError({ problem: 'closingTag', tag, opened: other });
  }
}

/** Returns where the content of a node of at least `size` bytes begins. */
function bodyOf(chunk: ResourceChunk, size: number): number {
  const body = chunk.start + NODE_HEADER_SIZE;
  if (body + size > chunk.end) throw new FormatError({ problem: 'nodeCutOff', at: chunk.start });
  return body;
}

function namespaceOf(chunk: ResourceChunk, { view }: Document): string {
  const body = bodyOf(chunk, 8);
  return `${view.getUint32(body, true)} ${view.getUint32(body + 4, true)}`;
}

/** Returns the namespace and the name that an element's tags begin with. */
function nameAt(
  { view, strings }: Document,
  body: number,
): { readonly name: string; readonly namespace: string | null } {
  const name = strings(view.getUint32(body + 4, true));
  if (!name) throw new FormatError({ problem: 'namelessElement', at: body });
  return { name, namespace: textAt(strings, view.getUint32(body, true)) };
}

/** Returns the string at an index, or null for no string. */
function textAt(strings: StringPool, index: number): string | null {
  const text = strings(index);
  if (text === null && index !== NONE) throw new FormatError({ problem: 'missingString', index });
  return text;
}

function readElement(chunk: ResourceChunk, document: Document): Element {
  const { view } = document;
  const body = bodyOf(chunk, ELEMENT_SIZE);
  const start = view.getUint16(body + 8, true);
  const size = view.getUint16(body + 10, true);
  const count = view.getUint16(body + 12, true);
  const isUsual = count === 0 || (start === ELEMENT_SIZE && size === ATTRIBUTE_SIZE);
  if (!isUsual || body + ELEMENT_SIZE + ATTRIBUTE_SIZE * count > chunk.end) {
    throw new FormatError({ problem: 'missingAttributes', at: chunk.start, count });
  }
  document.nodes += 1 + count;
  if (document.nodes > MAX_NODES) throw new FormatError({ problem: 'nodes', max: MAX_NODES });
  return new Element(nameAt(document, body), document, { start: body + ELEMENT_SIZE, count });
}

class Element implements XmlElement {
  readonly name: string;
  readonly namespace: string | null;
  readonly children: Element[] = [];
  readonly #document: Document;
  readonly #place: { start: number; count: number };
  readonly #texts: ResourceChunk[] = [];
  #attributes: readonly XmlAttribute[] | null = null;

  constructor(
    { name, namespace }: Pick<XmlElement, 'name' | 'namespace'>,
    document: Document,
    place: { start: number; count: number },
  ) {
    this.name = name;
    this.namespace = namespace;
    this.#document = document;
    this.#place = place;
  }

  /** Adds a chunk of text, which is decoded only when it is read. */
  addText(chunk: ResourceChunk): void {
    this.#document.nodes += 1;
    if (this.#document.nodes > MAX_NODES) throw new FormatError({ problem: 'nodes', max: MAX_NODES });
    this.#texts.push(chunk);
  }

  text(): string {
    const { view, strings } = this.#document;
    const texts = this.#texts.map((chunk) => textAt(strings, view.getUint32(bodyOf(chunk, 4), true)) ?? '');
    return texts.join('').trim();
  }

  attributes(): readonly XmlAttribute[] {
    const { start, count } = this.#place;
    this.#attributes ??= Array.from({ length: count }, (_, index) =>
      attributeAt(this.#document, start + index * ATTRIBUTE_SIZE),
    );
    return this.#attributes;
  }
}

function attributeAt(document: Document, at: number): XmlAttribute {
  const { view, strings } = document;
  const nameIndex = view.getUint32(at + 4, true);
  const type = view.getUint8(at + 15);
  const data = view.getUint32(at + 16, true);
  const raw = textAt(strings, view.getUint32(at + 8, true));
  return {
    namespace: textAt(strings, view.getUint32(at, true)),
    name: textAt(strings, nameIndex) ?? '',
    resourceId: resourceIdAt(document, nameIndex),
    raw,
    value: { type, data, text: type === STRING ? textAt(strings, data) : raw },
  };
}

/** Returns the framework id of the name at an index, or 0 when it has none. */
function resourceIdAt({ view, resourceIds }: Document, nameIndex: number): number {
  if (!resourceIds) return 0;
  const id = resourceIds.start + resourceIds.headerSize + nameIndex * 4;
  return id + 4 <= resourceIds.end ? view.getUint32(id, true) : 0;
}
