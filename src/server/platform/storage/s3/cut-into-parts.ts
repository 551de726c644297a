import { StorageUnavailableError } from '../storage.ts';
import { PART_BYTES } from './multipart.ts';

/** Memory of this process for bytes that arrive and are not stored yet: about fifty uploads at once. */
const MAX_BUFFERED_BYTES = 256 * 1024 ** 2;

let bufferedBytes = 0;

/**
 * Cuts bytes into parts of `PART_BYTES`, of which the last may be shorter; none for no bytes. Content that breaks off is
 * passed on up to there, and then its error is thrown. Throws `StorageUnavailableError` when too many bytes are waiting
 * in this process.
 */
export async function* cutIntoParts(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = [];
  let size = 0;
  const take = () => {
    const part = Buffer.concat(chunks);
    chunks = [];
    return part;
  };
  const release = () => {
    bufferedBytes -= size;
    size = 0;
  };
  let failure: { readonly error: unknown } | null = null;
  try {
    try {
      for await (const chunk of content) {
        for (let rest = chunk; rest.length > 0; ) {
          const fitting = rest.subarray(0, PART_BYTES - size);
          reserve(fitting.length);
          chunks.push(fitting);
          size += fitting.length;
          rest = rest.subarray(fitting.length);
          if (size < PART_BYTES) continue;
          // A part counts until the next is asked for, because it is in memory while it is sent.
          yield take();
          release();
        }
      }
    } catch (error) {
      failure = { error };
    }
    if (size > 0) yield take();
  } finally {
    release();
  }
  if (failure) throw failure.error;
}

function reserve(bytes: number): void {
  if (bufferedBytes + bytes > MAX_BUFFERED_BYTES) {
    throw new StorageUnavailableError('too many bytes are waiting to be stored');
  }
  bufferedBytes += bytes;
}
