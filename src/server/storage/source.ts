import { buffer } from 'node:stream/consumers';
import type { ByteSource } from '#shared/packages/byte-source.ts';
import type { Storage } from './storage.ts';

/** A stored object as the package readers see it: only the ranges they ask for are read. Rejects when it is not there. */
export async function storageSource(storage: Storage, key: string): Promise<ByteSource> {
  const stored = await storage.stat(key);
  if (!stored) throw new Error(`there is no stored object ${key}`);
  return {
    size: stored.size,
    read: async (offset, length) => {
      if (length === 0) return new Uint8Array();
      const opened = await storage.open(key, { start: offset, end: offset + length - 1 });
      if (!opened) throw new Error(`the stored object ${key} is gone`);
      return buffer(opened.stream);
    },
  };
}
