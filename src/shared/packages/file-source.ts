import type { ByteSource } from './byte-source.ts';

/** An open file, such as Node's FileHandle. */
export interface OpenFile {
  /** Reads up to `length` bytes at `position` into `target` at `offset`. */
  read(target: Uint8Array, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
}

/** A byte source that can read into an existing buffer. */
export interface FileSource extends ByteSource {
  /** Fills `target` with the bytes at `offset`, which lets a caller reuse one buffer for many reads. */
  readInto(offset: number, target: Uint8Array): Promise<void>;
}

/**
 * Creates a source over an open file of `size` bytes. A read rejects with the code EIO when the file was
 * truncated meanwhile.
 */
export function fileSource(file: OpenFile, size: number): FileSource {
  async function readInto(offset: number, target: Uint8Array): Promise<void> {
    let done = 0;
    while (done < target.length) {
      const { bytesRead } = await file.read(target, done, target.length - done, offset + done);
      if (bytesRead === 0) throw Object.assign(new Error('The file was truncated'), { code: 'EIO' });
      done += bytesRead;
    }
  }
  return {
    size,
    readInto,
    async read(offset, length) {
      const bytes = new Uint8Array(length);
      await readInto(offset, bytes);
      return bytes;
    },
  };
}
