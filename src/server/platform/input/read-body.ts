import type { HttpBindings } from '@hono/node-server';
import { t } from '#shared/languages/translate.ts';
import { callError } from './call-error.ts';

/** Initial buffer size; it grows with the data received, not with the announced length. */
const FIRST_BYTES = 16 * 1024;

/**
 * Reads the whole body of a request; null when it has more than `maxBytes` bytes. The HTTP library discards
 * the rest of a rejected body for a moment after the response before it closes the connection: closing at
 * once would lose the response for a client that is still sending (RFC 9112, section 9.6). Joins chunks as
 * they arrive, because a body in small chunks would otherwise take hundreds of times its size in memory.
 * Throws `cancelled` when the client disconnects early.
 */
export async function readBody(
  { incoming: request }: Pick<HttpBindings, 'incoming'>,
  maxBytes: number,
): Promise<Buffer | null> {
  const announced = request.headers['content-length'];
  if (announced !== undefined && Number(announced) > maxBytes) {
    return null;
  }
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | null>();
  let buffer: Buffer = Buffer.allocUnsafe(Math.min(Number(announced ?? FIRST_BYTES), FIRST_BYTES));
  let size = 0;
  const take = (piece: Buffer) => {
    if (size + piece.length > maxBytes) {
      request.pause();
      resolve(null);
    } else {
      buffer = withRoom(buffer, { size, needed: size + piece.length, maxBytes });
      piece.copy(buffer, size);
      size += piece.length;
    }
  };
  const complete = () => resolve(buffer.subarray(0, size));
  const giveUp = () => {
    // The connection also closes after a complete body.
    if (request.complete) return;
    reject(callError('cancelled', () => t`The connection closed before the whole body arrived.`));
  };
  request.on('data', take).once('end', complete).once('error', giveUp).once('close', giveUp);
  try {
    return await promise;
  } finally {
    request.off('data', take).off('end', complete).off('close', giveUp);
  }
}

/** Returns the buffer, or a larger copy when it cannot hold the required bytes. */
function withRoom(
  buffer: Buffer,
  { size, needed, maxBytes }: { size: number; needed: number; maxBytes: number },
): Buffer {
  if (needed <= buffer.length) return buffer;
  const grown = Buffer.allocUnsafe(Math.min(maxBytes, Math.max(needed, buffer.length * 2)));
  buffer.copy(grown, 0, 0, size);
  return grown;
}
