import { FormatError } from '../problems/format-error.ts';
import { bytesToNumber } from './numbers.ts';

/** Deeper than any certificate or signature; indefinite lengths would otherwise allow unbounded recursion. */
const MAX_DEPTH = 32;
const MAX_OID_BYTES = 64;
/** Certificates and signatures have a handful of values in a row, chunked property lists a few hundred. */
const MAX_CHILDREN = 10_000;
/** The size of the largest key's numbers; serial numbers have 20 bytes. */
const MAX_INTEGER_BYTES = 16384 / 8 + 1;

export const TAG = {
  boolean: 1,
  integer: 2,
  bitString: 3,
  octetString: 4,
  oid: 6,
  sequence: 16,
  set: 17,
} as const;

/** One ASN.1 value, as slices of the file. Nothing is re-encoded, so signatures over `encoded` stay valid. */
export interface DerElement {
  /** 0 universal, 1 application, 2 context-specific, 3 private. */
  tagClass: number;
  tag: number;
  constructed: boolean;
  /** Header, content and, for an indefinite length, the end marker. */
  encoded: Uint8Array;
  content: Uint8Array;
}

/** Thrown when ASN.1 bytes do not have the expected structure. */
export class DerError extends FormatError {
  override readonly name = 'DerError';
}

/**
 * Reads the value at `offset`. Accepts BER beyond DER (long-form and indefinite lengths), which old signing
 * tools wrote.
 * @throws DerError when the bytes are cut off or nest too deeply.
 * @see ITU-T X.690, section 8.1
 */
export function readDer(bytes: Uint8Array, offset = 0): DerElement {
  return readElement(bytes, offset, 0);
}

/**
 * Reads the consecutive values in `content`.
 * @throws DerError as `readDer` does, and when there are too many.
 */
export function derChildren(content: Uint8Array): DerElement[] {
  const children: DerElement[] = [];
  for (let at = 0; at < content.length; ) {
    const child = readDer(content, at);
    children.push(child);
    if (children.length > MAX_CHILDREN) throw new DerError({ problem: 'derValues' });
    at += child.encoded.length;
  }
  return children;
}

function readElement(bytes: Uint8Array, start: number, depth: number): DerElement {
  if (depth > MAX_DEPTH) throw new DerError({ problem: 'derDepth' });
  const first = byteAt(bytes, start);
  let at = start + 1;
  let tag = first & 0x1f;
  if (tag === 0x1f) {
    tag = 0;
    let part: number;
    do {
      part = byteAt(bytes, at++);
      tag = tag * 128 + (part & 0x7f);
      if (tag > 0xffffff) throw new DerError({ problem: 'tagNumber' });
    } while (part & 0x80);
  }
  const head = { tagClass: first >> 6, constructed: (first & 0x20) !== 0, tag };
  let length = byteAt(bytes, at++);
  if (length === 0x80) {
    if (!head.constructed) throw new DerError({ problem: 'indefiniteLength' });
    const end = endOfContents(bytes, at, depth);
    return { ...head, encoded: bytes.subarray(start, end + 2), content: bytes.subarray(at, end) };
  }
  if (length > 0x80) {
    const lengthBytes = length & 0x7f;
    length = 0;
    for (let index = 0; index < lengthBytes; index++) {
      length = length * 256 + byteAt(bytes, at++);
      if (length > bytes.length) throw new DerError({ problem: 'derCutOff' });
    }
  }
  if (at + length > bytes.length) throw new DerError({ problem: 'derCutOff' });
  return { ...head, encoded: bytes.subarray(start, at + length), content: bytes.subarray(at, at + length) };
}

function endOfContents(bytes: Uint8Array, start: number, depth: number): number {
  let at = start;
  while (byteAt(bytes, at) !== 0 || byteAt(bytes, at + 1) !== 0) {
    at += readElement(bytes, at, depth + 1).encoded.length;
  }
  return at;
}

function byteAt(bytes: Uint8Array, offset: number): number {
  const byte = bytes[offset];
  if (byte === undefined) throw new DerError({ problem: 'derCutOff' });
  return byte;
}

/**
 * Returns `element` if it has the universal tag `tag`.
 * @throws DerError when it has another or is missing.
 */
export function expectTag(element: DerElement | undefined, tag: number): DerElement {
  if (!element || element.tagClass !== 0 || element.tag !== tag) {
    throw new DerError(
      element
        ? { problem: 'valueTag', expected: tag, actual: element.tag }
        : { problem: 'missingTag', expected: tag },
    );
  }
  return element;
}

/**
 * Returns the members of a SEQUENCE.
 * @throws DerError when `element` is not a SEQUENCE.
 */
export function sequenceOf(element: DerElement | undefined): DerElement[] {
  return derChildren(expectTag(element, TAG.sequence).content);
}

/** Returns true when `element` has the context-specific tag `[tag]`. */
export function isContext(element: DerElement | undefined, tag: number): element is DerElement {
  return element?.tagClass === 2 && element.tag === tag;
}

/**
 * Reads an OBJECT IDENTIFIER in dotted form.
 * @throws DerError when `element` is not one.
 */
export function readOid(element: DerElement | undefined): string {
  const { content } = expectTag(element, TAG.oid);
  if (content.length === 0 || content.length > MAX_OID_BYTES) throw new DerError({ problem: 'oidLength' });
  const arcs: bigint[] = [];
  let arc = 0n;
  for (const byte of content) {
    arc = (arc << 7n) | BigInt(byte & 0x7f);
    if (byte & 0x80) continue;
    arcs.push(arc);
    arc = 0n;
  }
  if ((content.at(-1) ?? 0) & 0x80) throw new DerError({ problem: 'oidCutOff' });
  const first = arcs[0] ?? 0n;
  const root = first < 80n ? first / 40n : 2n;
  return [root, first - root * 40n, ...arcs.slice(1)].join('.');
}

/**
 * Reads a signed INTEGER.
 * @throws DerError when `element` is not one or is empty.
 */
export function readInteger(element: DerElement | undefined): bigint {
  const { content } = expectTag(element, TAG.integer);
  if (content.length === 0) throw new DerError({ problem: 'emptyInteger' });
  if (content.length > MAX_INTEGER_BYTES) throw new DerError({ problem: 'largeInteger' });
  return BigInt.asIntN(content.length * 8, bytesToNumber(content));
}
