import type { ByteSource } from './byte-source.ts';
import { createDigest } from './signature/digest.ts';
import { toHex } from './text.ts';

const PIECE_BYTES = 1024 ** 2;

/**
 * Returns the SHA-256 of a whole file in hexadecimal. Reads in chunks, and rejects when the file cannot be
 * read.
 */
export async function digestFile(source: ByteSource): Promise<string> {
  const running = createDigest('SHA-256');
  for (let offset = 0; offset < source.size; offset += PIECE_BYTES) {
    running.update(await source.read(offset, Math.min(PIECE_BYTES, source.size - offset)));
  }
  return toHex(running.digest());
}
