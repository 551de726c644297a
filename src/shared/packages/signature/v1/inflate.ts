import { Inflate } from 'fflate';

/** Deflate expands at most 1,032 times, so one step yields at most 17 MB, whatever the file says. */
const STEP = 16 * 1024;

/** Consumes uncompressed chunks. Throws DamagedData to stop. */
export type ChunkSink = (chunk: Uint8Array) => void;

/** Thrown when compressed data does not unpack to what it should. */
export class DamagedData extends Error {
  override name = 'DamagedData';
}

/** The part of the Compression Streams API that we use. */
interface NativeInflater {
  writable: {
    getWriter(): {
      write(chunk: Uint8Array): Promise<void>;
      close(): Promise<void>;
      abort(): Promise<void>;
    };
  };
  readable: {
    getReader(): { read(): Promise<{ done: boolean; value?: Uint8Array }>; cancel(): Promise<void> };
  };
}

const { DecompressionStream: NativeStream } = globalThis as {
  DecompressionStream?: new (format: 'deflate-raw') => NativeInflater;
};

/**
 * Inflates in JavaScript, as leniently as Android: ignores data after the end of the stream.
 * @throws DamagedData when the data is not deflated.
 */
export async function inflate(pieces: AsyncIterable<Uint8Array>, sink: ChunkSink): Promise<void> {
  const inflater = new Inflate(sink);
  for await (const piece of pieces) {
    try {
      for (let at = 0; at < piece.length; at += STEP) inflater.push(piece.subarray(at, at + STEP));
    } catch (error) {
      throw new DamagedData('The data isn’t deflated', { cause: error });
    }
  }
}

/**
 * Inflates with the runtime's implementation.
 * @throws DamagedData when there is none, when it rejects the data, or when a chunk cannot be read.
 */
export async function inflateNatively(pieces: AsyncIterable<Uint8Array>, sink: ChunkSink): Promise<void> {
  if (!NativeStream) throw new DamagedData('This runtime has no Compression Streams');
  const { writable, readable } = new NativeStream('deflate-raw');
  const reader = readable.getReader();
  const feeding = feed(pieces, writable.getWriter());
  try {
    for (let next = await reader.read(); next.value; next = await reader.read()) sink(next.value);
  } catch (error) {
    throw new DamagedData('The runtime rejects the data', { cause: error });
  } finally {
    // The source must be idle before a caller reads from it again.
    await reader.cancel().catch(() => undefined);
    await feeding;
  }
}

/** Writes all chunks. A failure aborts the stream, so that its reader learns of it. */
async function feed(
  pieces: AsyncIterable<Uint8Array>,
  writer: ReturnType<NativeInflater['writable']['getWriter']>,
): Promise<void> {
  try {
    // Copy the chunk, because the stream may still use it when the next one overwrites it.
    for await (const piece of pieces) await writer.write(Uint8Array.from(piece));
    await writer.close();
  } catch {
    await writer.abort().catch(() => undefined);
  }
}
