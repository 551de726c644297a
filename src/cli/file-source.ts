import { type FileHandle, open } from 'node:fs/promises';
import type { ByteSource } from '#shared/packages/byte-source.ts';

/** A file as the package readers see it. Close it by `using`. */
export interface FileSource extends ByteSource, AsyncDisposable {}

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
    read: (offset, length) => readRange(file, offset, length),
    [Symbol.asyncDispose]: () => file.close(),
  };
}

async function readRange(file: FileHandle, offset: number, length: number): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafeSlow(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await file.read(bytes, done, length - done, offset + done);
    if (bytesRead === 0) throw Object.assign(new Error('The file became shorter'), { code: 'EIO' });
    done += bytesRead;
  }
  return bytes;
}
