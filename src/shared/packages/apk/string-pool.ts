import { FormatError } from '../problems/format-error.ts';
import { decodeModifiedUtf8, decodeUtf16 } from '../text.ts';
import type { ResourceChunk } from './chunks.ts';

const HEADER_SIZE = 28;
const UTF8_FLAG = 1 << 8;
/** Longest string decoded, in UTF-8 bytes or UTF-16 code units: the limit of the UTF-8 encoding. */
const MAX_LENGTH = 0x7fff;
/**
 * Maximum bytes decoded from one pool: strings may overlap, so a small file could expand to gigabytes. Real
 * manifests have a few hundred kilobytes, and only referenced strings of a resource table are read.
 */
const MAX_DECODED_BYTES = 4 * 1024 * 1024;
const MAX_DECODED_STRINGS = 200_000;
/** Characters shown of a string that isn’t as it should be. */
const MAX_SHOWN = 100;

/** Returns the string at an index; null when there is none. */
export type StringPool = (index: number) => string | null;

export const noStrings: StringPool = () => null;

/** The place of a pool's strings. */
interface Layout {
  readonly utf8: boolean;
  readonly start: number;
  readonly end: number;
}

/**
 * Returns a string pool that decodes one string at a time. A lookup throws RangeError when the string is longer than
 * 32,767 or isn’t written as the build tools write it, because Android’s readers then disagree about it: outside the
 * pool, at an odd offset, of another length than declared, not terminated, with a NUL or bytes that aren’t UTF-8. It
 * throws too when too much has been decoded already.
 * @throws RangeError when Android would refuse the pool
 * @see AOSP ResourceTypes.h, ResStringPool_header, and ResourceTypes.cpp, ResStringPool
 */
export function readStringPool(view: DataView, chunk: ResourceChunk): StringPool {
  const count = checkedCount(view, chunk);
  const layout = layoutOf(view, chunk, count);
  const known = new Map<number, string>();
  let decodedBytes = 0;
  return (index) => {
    if (index >= count) return null;
    let text = known.get(index);
    if (text === undefined) {
      const at = layout.start + view.getUint32(chunk.start + chunk.headerSize + index * 4, true);
      const { bytes, units } = layout.utf8 ? utf8At(view, at, layout) : utf16At(view, at, layout);
      decodedBytes += bytes.length;
      if (decodedBytes > MAX_DECODED_BYTES || known.size >= MAX_DECODED_STRINGS) {
        throw new FormatError({ problem: 'poolSize', max: MAX_DECODED_BYTES });
      }
      text = decode(bytes, units, layout);
      known.set(index, text);
    }
    return text;
  };
}

/** Returns the number of strings, whose offsets follow the header. */
function checkedCount(view: DataView, chunk: ResourceChunk): number {
  if (chunk.headerSize < HEADER_SIZE) throw new FormatError({ problem: 'poolHeader' });
  const count = view.getUint32(chunk.start + 8, true);
  const styles = view.getUint32(chunk.start + 12, true);
  if (chunk.start + chunk.headerSize + (count + styles) * 4 > chunk.end) {
    throw new FormatError({ problem: 'poolCounts', strings: count, styles });
  }
  return count;
}

function layoutOf(view: DataView, chunk: ResourceChunk, count: number): Layout {
  const utf8 = (view.getUint32(chunk.start + 16, true) & UTF8_FLAG) !== 0;
  if (count === 0) return { utf8, start: chunk.end, end: chunk.end };
  const start = chunk.start + view.getUint32(chunk.start + 20, true);
  const styles = view.getUint32(chunk.start + 12, true);
  const end = styles === 0 ? chunk.end : chunk.start + view.getUint32(chunk.start + 24, true);
  const isInside = start >= chunk.start + chunk.headerSize + count * 4 && start < end && end <= chunk.end;
  if (!isInside || (!utf8 && start % 2 !== 0)) throw new FormatError({ problem: 'poolLayout' });
  return { utf8, start, end };
}

interface StoredString {
  readonly bytes: Uint8Array;
  /** The declared length in UTF-16 code units. */
  readonly units: number;
}

function utf8At(view: DataView, at: number, { end }: Layout): StoredString {
  const [units, afterUnits] = utf8Length(view, at, end);
  const [length, start] = utf8Length(view, afterUnits, end);
  if (start + length >= end || view.getUint8(start + length) !== 0) {
    throw new FormatError({ problem: 'stringCutOff', at });
  }
  return { bytes: slice(view, start, length), units };
}

function utf8Length(view: DataView, at: number, end: number): [length: number, next: number] {
  if (at + 2 > end) throw new FormatError({ problem: 'stringCutOff', at });
  const first = view.getUint8(at);
  return first & 0x80 ? [((first & 0x7f) << 8) | view.getUint8(at + 1), at + 2] : [first, at + 1];
}

function utf16At(view: DataView, at: number, { start, end }: Layout): StoredString {
  // Android divides the offset by two and rounds down.
  if ((at - start) % 2 !== 0) throw new FormatError({ problem: 'oddString', at });
  if (at + 4 > end) throw new FormatError({ problem: 'stringCutOff', at });
  const first = view.getUint16(at, true);
  const long = (first & 0x8000) !== 0;
  const units = long ? ((first & 0x7fff) << 16) | view.getUint16(at + 2, true) : first;
  if (units > MAX_LENGTH) throw new FormatError({ problem: 'longString', characters: units });
  const text = at + (long ? 4 : 2);
  const textEnd = text + units * 2;
  if (textEnd + 2 > end || view.getUint16(textEnd, true) !== 0) {
    throw new FormatError({ problem: 'stringCutOff', at });
  }
  return { bytes: slice(view, text, units * 2), units };
}

function slice(view: DataView, start: number, length: number): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset + start, length);
}

function decode(bytes: Uint8Array, units: number, { utf8 }: Layout): string {
  const text = utf8 ? decodeModifiedUtf8(bytes) : decodeUtf16(bytes);
  if (text === null) throw new FormatError({ problem: 'stringEncoding' });
  if (text.includes('\0')) throw new FormatError({ problem: 'stringNul', text: text.slice(0, MAX_SHOWN) });
  if (text.length !== units) {
    throw new FormatError({ problem: 'stringLength', text: text.slice(0, MAX_SHOWN), characters: units });
  }
  return text;
}
