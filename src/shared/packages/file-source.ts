import type { ByteSource } from './byte-source.ts';

/** A file that is open for reading, such as Node's FileHandle. */
export interface OpenFile {
  /** Reads up to `length` bytes from `position` of the file into `target` at `offset`. */
  read(target: Uint8Array, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
}

/** A file as the package readers see it. */
export interface FileSource extends ByteSource {
  /** Fills `target` with the bytes at `offset`: whoever reads much keeps one buffer for it. */
  readInto(offset: number, target: Uint8Array): Promise<void>;
}

/** A source over an open file of `size` bytes. A read rejects with the code EIO when the file became shorter. */
export function fileSource(file: OpenFile, size: number): FileSource {
  async function readInto(offset: number, target: Uint8Array): Promise<void> {
    let done = 0;
    while (done < target.length) {
      const { bytesRead } = await file.read(target, done, target.length - done, offset + done);
      if (bytesRead === 0) throw Object.assign(new Error('The file became shorter'), { code: 'EIO' });
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
