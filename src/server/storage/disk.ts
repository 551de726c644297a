import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { copyFile, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeDirectory, syncDirectory } from '../files.ts';
import { assertKey, type ByteRange, type ObjectInfo, type Storage } from './storage.ts';

/**
 * Keeps objects as files under `<directory>/objects`. New ones grow in `<directory>/incoming`, on the same file
 * system, and are synced before they are renamed to their place; what a crash left in there is removed at opening,
 * so only one server may use a directory (see `lock.ts`).
 */
export async function openDiskStorage(directory: string): Promise<Storage> {
  const objects = join(directory, 'objects');
  const incoming = join(directory, 'incoming');
  await makeDirectory(objects);
  await rm(incoming, { recursive: true, force: true });
  await makeDirectory(incoming);

  const pathOf = (key: string) => {
    assertKey(key);
    return join(objects, key);
  };
  return {
    async put(key, content) {
      const path = pathOf(key);
      const unfinished = join(incoming, randomUUID());
      try {
        const written = await writeHashed(unfinished, content);
        await place(unfinished, path);
        return written;
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },

    async putFile(key, source) {
      const path = pathOf(key);
      try {
        await syncFile(source);
        await place(source, path);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
        const unfinished = join(incoming, randomUUID());
        await copyFile(source, unfinished);
        await syncFile(unfinished);
        await place(unfinished, path);
        await rm(source);
      }
    },

    async open(key, range) {
      const handle = await open(pathOf(key), 'r').catch(nullIfMissing);
      if (!handle) return null;
      const found = await handle.stat();
      if (!found.isFile()) {
        await handle.close();
        return null;
      }
      const { size } = found;
      if (range && !isWithin(range, size)) {
        await handle.close();
        throw new RangeError(`bytes ${range.start} to ${range.end} do not lie within ${size} bytes`);
      }
      return { stream: handle.createReadStream(range), size };
    },

    async stat(key) {
      const found = await stat(pathOf(key)).catch(nullIfMissing);
      return found?.isFile() ? ({ size: found.size, modifiedAt: found.mtime } satisfies ObjectInfo) : null;
    },

    async withFile(key, use) {
      const path = pathOf(key);
      const found = await stat(path).catch(nullIfMissing);
      return found?.isFile() ? use(path) : null;
    },

    async delete(key) {
      await rm(pathOf(key), { force: true });
    },

    async *list(prefix) {
      for await (const key of keysUnder(objects, '', prefix)) if (key.startsWith(prefix)) yield key;
    },

    async check() {
      const probe = join(incoming, `check-${randomUUID()}`);
      await writeFile(probe, 'stored');
      await rm(probe);
    },
  };
}

async function writeHashed(path: string, content: Readable | Uint8Array) {
  const hash = createHash('sha256');
  let size = 0;
  const source = content instanceof Uint8Array ? Readable.from([content], { objectMode: false }) : content;
  await pipeline(
    source,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    },
    createWriteStream(path, { mode: 0o600, flush: true }),
  );
  return { size, sha256: hash.digest('hex') };
}

/** Gives a finished file its final name, for good. */
async function place(unfinished: string, path: string): Promise<void> {
  await makeDirectory(dirname(path));
  await rename(unfinished, path);
  await syncDirectory(dirname(path));
}

async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isWithin({ start, end }: ByteRange, size: number): boolean {
  return Number.isSafeInteger(start) && Number.isSafeInteger(end) && 0 <= start && start <= end && end < size;
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}

/** Walks the folders that can hold keys with the prefix. A folder sorts as its name with the slash that follows. */
async function* keysUnder(root: string, folder: string, prefix: string): AsyncIterable<string> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const names = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).sort();
  for (const name of names) {
    const key = folder + name;
    if (!key.endsWith('/')) yield key;
    else if (key.startsWith(prefix) || prefix.startsWith(key)) yield* keysUnder(root, key, prefix);
  }
}
