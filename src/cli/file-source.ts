import { type FileHandle, open } from 'node:fs/promises';
import type { ByteSource } from '#shared/packages/byte-source.ts';

/** A file as the package readers see it. Close it by `using`. */
export interface FileSource extends ByteSource, AsyncDisposable {
  /** Fills `target` with the bytes at `offset`: whoever reads much keeps one buffer for it. */
  readInto(offset: number, target: Uint8Array): Promise<void>;
}

/** Opens a file for reading ranges of it. Rejects with the system's error, and with EISDIR for a folder. */
export async function openFileSource(path: string): Promise<FileSource> {
  const file = await open(path, 'r');
  const status = await file.stat();
  if (!status.isFile()) {
    await file.close();
    throw Object.assign(new Error(`${path} is no file`), { code: 'EISDIR' });
  }
  return {
    size: status.size,
    async read(offset, length) {
      const bytes = new Uint8Array(length);
      await fill(file, offset, bytes);
      return bytes;
    },
    readInto: (offset, target) => fill(file, offset, target),
    [Symbol.asyncDispose]: () => file.close(),
  };
}

async function fill(file: FileHandle, offset: number, target: Uint8Array): Promise<void> {
  let done = 0;
  while (done < target.length) {
    const { bytesRead } = await file.read(target, done, target.length - done, offset + done);
    if (bytesRead === 0) throw Object.assign(new Error('The file became shorter'), { code: 'EIO' });
    done += bytesRead;
  }
}
