import { Readable } from 'node:stream';
import type { DiskSpace } from './space.ts';
import { bytesOfAccount, type Storage } from './storage.ts';

/** Bytes of a stream written between two checks of the free space. */
const CHECK_BYTES = 4 * 1024 ** 2;

/**
 * Files that may use half of the reserve: removing a bad app from the feed, and finishing the inspection of
 * an accepted upload. They are small, and users do not control their number.
 */
const ESSENTIAL_PREFIXES = ['feeds/', 'icons/'];
const ESSENTIAL_SHARE = 0.5;

/** Wraps a storage so that writes which would use the reserve are rejected, at the start and midway. */
export function guardSpace(storage: Storage, space: DiskSpace): Storage {
  const requireFor = (key: string, bytes: number) =>
    space.require(bytes, ESSENTIAL_PREFIXES.some((prefix) => key.startsWith(prefix)) ? ESSENTIAL_SHARE : 1);
  return {
    ...storage,
    async put(key, content) {
      await requireFor(key, content instanceof Uint8Array ? content.length : 0);
      if (content instanceof Uint8Array) return storage.put(key, content);
      const watched = watch(content, () => requireFor(key, CHECK_BYTES));
      return storage.put(key, Readable.from(watched, { objectMode: false }));
    },
    async append(key, offset, content) {
      await requireFor(key, 0);
      return storage.append(
        key,
        offset,
        bytesOfAccount(
          watch(content, () => requireFor(key, CHECK_BYTES)),
          content.account,
        ),
      );
    },
  };
}

/** Checks before it reads more bytes, so that a counter upstream counts no bytes that are rejected. */
async function* watch(
  content: AsyncIterable<Uint8Array>,
  check: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  let unchecked = 0;
  for await (const chunk of content) {
    yield chunk;
    unchecked += chunk.length;
    if (unchecked < CHECK_BYTES) continue;
    await check();
    unchecked = 0;
  }
}
