import type { FileHandle } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import type { ByteRange } from './storage.ts';

/** Bytes that are read and written at once: larger pieces cost less per byte, and this much memory for each slow reader. */
export const PIECE_BYTES = 256 * 1024;

/** The size of a buffer when all others are taken. */
export const SMALL_PIECE_BYTES = 64 * 1024;

/** Buffers that are kept to be used again: 16 MiB. */
export const MAX_KEPT = 64;

/** Buffers for pieces of files on their way to clients. New ones for each piece would mostly keep the garbage collector busy. */
export class PieceBuffers {
  readonly #free: Buffer[] = [];
  readonly #taken = new Set<Buffer>();

  /** The total size of the buffers that exist. */
  get bytes(): number {
    return [...this.#free, ...this.#taken].reduce((sum, { length }) => sum + length, 0);
  }

  get takenCount(): number {
    return this.#taken.size;
  }

  /** Returns a buffer for the caller alone, until it is given back; a small one when many are taken. */
  take(): Buffer {
    const size = this.#taken.size < MAX_KEPT ? PIECE_BYTES : SMALL_PIECE_BYTES;
    const buffer = this.#free.pop() ?? Buffer.allocUnsafeSlow(size);
    this.#taken.add(buffer);
    return buffer;
  }

  /** Takes a buffer back, which nobody may use any more. */
  giveBack(buffer: Buffer): void {
    this.#taken.delete(buffer);
    if (buffer.length === PIECE_BYTES && this.#free.length < MAX_KEPT) this.#free.push(buffer);
  }
}

interface FileTransfer extends ByteRange {
  readonly target: Writable;
  readonly buffers: PieceBuffers;
}

/**
 * Writes a range of a file to a target, at the target's pace and through a single buffer. Ends early when the target is
 * destroyed. Throws when the file is shorter than the range.
 */
export async function sendFile(
  file: FileHandle,
  { start, end, target, buffers }: FileTransfer,
): Promise<void> {
  const buffer = buffers.take();
  try {
    let position = start;
    while (position <= end && !target.destroyed) {
      const length = Math.min(buffer.length, end - position + 1);
      const { bytesRead } = await file.read(buffer, 0, length, position);
      if (bytesRead === 0) throw new Error(`The file ends at ${position} instead of ${end + 1} bytes.`);
      position += bytesRead;
      if (!target.destroyed) await write(target, buffer.subarray(0, bytesRead));
    }
  } finally {
    buffers.giveBack(buffer);
  }
}

/**
 * Resolves when the system has taken the bytes, or the target is closed: their buffer may then be used again. A response
 * whose connection is gone never calls back.
 */
function write(target: Writable, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      target.off('close', finish);
      resolve();
    };
    target.once('close', finish);
    target.write(bytes, finish);
  });
}
