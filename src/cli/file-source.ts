import { open } from 'node:fs/promises';
import { type FileSource, fileSource } from '#shared/packages/file-source.ts';

/**
 * Opens a file for random access; close it with `using`. Rejects with the system's error, and with EISDIR for
 * a folder.
 */
export async function openFileSource(path: string): Promise<FileSource & AsyncDisposable> {
  const file = await open(path, 'r');
  const status = await file.stat();
  if (!status.isFile()) {
    await file.close();
    throw Object.assign(new Error(`${path} isn’t a file`), { code: 'EISDIR' });
  }
  return { ...fileSource(file, status.size), [Symbol.asyncDispose]: () => file.close() };
}
