import { deflateRawSync, inflateRawSync, constants as zlib } from 'node:zlib';

/**
 * A part of a file that is compressed on its own, so that it can be copied into another file without compressing it again.
 */
export interface JarSegment {
  readonly plain: Uint8Array;
  /** Compressed segments that follow each other, and `END_OF_SEGMENTS`, are one compressed file. */
  readonly compressed: Uint8Array<ArrayBuffer>;
}

/**
 * An empty last block of Deflate, which ends a compressed file.
 * @see RFC 1951, section 3.2.6: the end-of-block code of fixed Huffman codes is seven zero bits
 */
export const END_OF_SEGMENTS = Buffer.of(0x03, 0x00);

/** Uncompressed bytes of a segment: smaller ones compress worse. */
export const SEGMENT_BYTES = 512 * 1024;

/** Higher levels take several times as long and save a tenth. */
const LEVEL = 3;
const CHUNK_BYTES = 128 * 1024;

/** Compresses a segment. */
export function compressSegment(plain: Uint8Array): JarSegment {
  // A full flush ends at a byte, and what follows refers to nothing before it.
  const options = { level: LEVEL, chunkSize: CHUNK_BYTES, finishFlush: zlib.Z_FULL_FLUSH };
  return { plain, compressed: deflateRawSync(plain, options) };
}

/** Inflates a segment of so many bytes. Throws `RangeError` or an error of zlib when it is something else. */
export function inflateSegment(compressed: Uint8Array<ArrayBuffer>, length: number): JarSegment {
  // One more byte, because zlib would otherwise allocate the same again to see whether there is more.
  const chunkSize = Math.max(length + 1, zlib.Z_MIN_CHUNK);
  const plain = inflateRawSync(compressed, { chunkSize, finishFlush: zlib.Z_SYNC_FLUSH });
  if (plain.length !== length)
    throw new RangeError(`a segment has ${plain.length} instead of ${length} bytes`);
  return { plain, compressed };
}

/** Divides a stream into segments. */
export async function* toSegments(content: AsyncIterable<Uint8Array>): AsyncGenerator<JarSegment> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const bytes of content) {
    waiting.push(bytes);
    length += bytes.length;
    if (length < SEGMENT_BYTES) continue;
    yield compressSegment(Buffer.concat(waiting));
    waiting = [];
    length = 0;
  }
  if (length > 0) yield compressSegment(Buffer.concat(waiting));
}
