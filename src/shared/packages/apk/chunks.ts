/** A piece of a binary resource file: it spans `start` to `end`, its content begins after `headerSize` bytes. */
export interface Chunk {
  type: number;
  headerSize: number;
  start: number;
  end: number;
}

const CHUNK_HEADER_SIZE = 8;

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/**
 * The chunk at `start`, checked to lie before `end`.
 * @throws RangeError when it does not
 * @see AOSP ResourceTypes.h, ResChunk_header
 */
export function chunkAt(view: DataView, start: number, end: number): Chunk {
  const headerSize = view.getUint16(start + 2, true);
  const size = view.getUint32(start + 4, true);
  if (headerSize < CHUNK_HEADER_SIZE || size < headerSize || start + size > end) {
    throw new RangeError(`the piece at byte ${start} claims ${size} bytes, ${end - start} are there`);
  }
  return { type: view.getUint16(start, true), headerSize, start, end: start + size };
}

/** The chunks that follow each other from `start` to `end`. Throws RangeError at the first that does not fit. */
export function* chunksBetween(view: DataView, start: number, end: number): Generator<Chunk> {
  let at = start;
  while (at + CHUNK_HEADER_SIZE <= end) {
    const chunk = chunkAt(view, at, end);
    yield chunk;
    at = chunk.end;
  }
}
