import { decodeUtf8, decodeUtf16 } from '../text.ts';
import type { Chunk } from './chunks.ts';

const UTF8_FLAG = 1 << 8;
/** Longest string decoded, in UTF-8 bytes or UTF-16 code units: the limit of the UTF-8 encoding. */
const MAX_LENGTH = 0x7fff;
/**
 * Maximum bytes decoded from one pool: strings may overlap, so a small file could expand to gigabytes. Real
 * manifests have a few hundred kilobytes, and only referenced strings of a resource table are read.
 */
const MAX_DECODED_BYTES = 4 * 1024 * 1024;
const MAX_DECODED_STRINGS = 200_000;

/** Returns the string at an index; null when there is none. */
export type StringPool = (index: number) => string | null;

export const noStrings: StringPool = () => null;

/**
 * Returns a string pool that decodes one string at a time. A lookup throws RangeError when the string lies
 * outside the pool, is longer than 32,767, or too much has been decoded already.
 * @see AOSP ResourceTypes.h, ResStringPool_header
 */
export function readStringPool(view: DataView, chunk: Chunk): StringPool {
  const count = view.getUint32(chunk.start + 8, true);
  const utf8 = (view.getUint32(chunk.start + 16, true) & UTF8_FLAG) !== 0;
  const stringsStart = chunk.start + view.getUint32(chunk.start + 20, true);
  const known = new Map<number, string>();
  let decodedBytes = 0;
  return (index) => {
    const offsetAt = chunk.start + chunk.headerSize + index * 4;
    if (index >= count || offsetAt + 4 > chunk.end) return null;
    let text = known.get(index);
    if (text === undefined) {
      const at = stringsStart + view.getUint32(offsetAt, true);
      const bytes = utf8 ? utf8At(view, at, chunk.end) : utf16At(view, at, chunk.end);
      decodedBytes += bytes.length;
      if (decodedBytes > MAX_DECODED_BYTES || known.size >= MAX_DECODED_STRINGS) {
        throw new RangeError(`its texts exceed ${MAX_DECODED_BYTES} bytes`);
      }
      text = utf8 ? decodeUtf8(bytes) : decodeUtf16(bytes);
      known.set(index, text);
    }
    return text;
  };
}

function utf8At(view: DataView, at: number, end: number): Uint8Array {
  const [, afterCharacters] = utf8Length(view, at);
  const [length, start] = utf8Length(view, afterCharacters);
  return slice(view, { start, length, end });
}

function utf8Length(view: DataView, at: number): [length: number, next: number] {
  const first = view.getUint8(at);
  return first & 0x80 ? [((first & 0x7f) << 8) | view.getUint8(at + 1), at + 2] : [first, at + 1];
}

function utf16At(view: DataView, at: number, end: number): Uint8Array {
  const first = view.getUint16(at, true);
  const long = (first & 0x8000) !== 0;
  const length = long ? ((first & 0x7fff) << 16) | view.getUint16(at + 2, true) : first;
  if (length > MAX_LENGTH) throw new RangeError(`a string declares ${length} characters`);
  return slice(view, { start: at + (long ? 4 : 2), length: length * 2, end });
}

function slice(view: DataView, range: { start: number; length: number; end: number }): Uint8Array {
  if (range.start + range.length > range.end) {
    throw new RangeError(`a string at byte ${range.start} is cut off`);
  }
  return new Uint8Array(view.buffer, view.byteOffset + range.start, range.length);
}
