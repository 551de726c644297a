import { createHash } from 'node:crypto';
import type { StoredFile } from '../../platform/db/tables/feeds.ts';
import type { Storage } from '../../platform/storage/storage.ts';

/** Returns true when all files of the feed are in storage with their full size. */
export async function areFilesThere(
  { storage }: { readonly storage: Storage },
  files: readonly StoredFile[],
): Promise<boolean> {
  const found = await Promise.all(files.map(({ key }) => storage.stat(key)));
  return found.every((info, at) => info?.size === files[at]?.size);
}

/** Returns true when all files of the feed are in storage with their content. */
export async function areIntact(
  { storage }: { readonly storage: Storage },
  files: readonly StoredFile[],
): Promise<boolean> {
  for (const { key, sha256 } of files) {
    const opened = await storage.open(key);
    if (!opened) return false;
    const hash = createHash('sha256');
    for await (const piece of opened.stream) hash.update(piece);
    if (hash.digest('hex') !== sha256) return false;
  }
  return true;
}
