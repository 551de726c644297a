import { FormatError } from '../problems/format-error.ts';
/**
 * A section of a binary resource file, from `start` to `end`; its content begins after `headerSize` bytes.
 */
export interface ResourceChunk {
  type: number;
  headerSize: number;
  start: number;
  end: number;
}

const CHUNK_HEADER_SIZE = 8;
/**
 * Twice the number of elements in the largest supported document: each element has a start and an end chunk.
 */
const MAX_CHUNKS = 400_000;

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/**
 * Reads the chunk at `start` and checks that it ends before `end`, and that its sizes are multiples of 4.
 * @throws RangeError when it does not
 * @see AOSP ResourceTypes.h, ResChunk_header, and ResourceTypes.cpp, validate_chunk
 */
export function chunkAt(view: DataView, start: number, end: number): ResourceChunk {
  const headerSize = view.getUint16(start + 2, true);
  const size = view.getUint32(start + 4, true);
  if (headerSize < CHUNK_HEADER_SIZE || size < headerSize || start + size > end) {
    throw new FormatError({ problem: 'chunkSize', at: start, bytes: size, left: end - start });
  }
  if (headerSize % 4 !== 0 || size % 4 !== 0) {
    throw new FormatError({ problem: 'chunkAlignment', at: start, bytes: size });
  }
  return { type: view.getUint16(start, true), headerSize, start, end: start + size };
}

/**
 * Iterates over consecutive chunks from `start` to `end`.
 * @throws RangeError at the first chunk that does not fit, and when there are more than real files have
 */
export function* chunksBetween(view: DataView, start: number, end: number): Generator<ResourceChunk> {
  let at = start;
  for (let count = 0; at + CHUNK_HEADER_SIZE <= end; count++) {
    if (count === MAX_CHUNKS) throw new FormatError({ problem: 'chunks', max: MAX_CHUNKS });
    const chunk = chunkAt(view, at, end);
    yield chunk;
    at = chunk.end;
  }
}
