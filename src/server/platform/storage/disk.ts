import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { type FileHandle, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeDirectory, syncDirectory } from '../process/private-files.ts';
import { PIECE_BYTES, PieceBuffers, sendFile } from './send-file.ts';
import {
  type ArrivingBytes,
  assertKey,
  isWithin,
  type ObjectInfo,
  type Storage,
  StorageAccessError,
  StorageFullError,
  StorageReadOnlyError,
} from './storage.ts';

/** Folder of unfinished writes, next to the objects. */
const INCOMING = 'incoming';

/** Bytes of an arriving file that may wait to be written, so that more arrive meanwhile. */
const WAITING_BYTES = 512 * 1024;

/** Only the owner may read or write. */
const PRIVATE_FILE = 0o600;

/**
 * Keeps objects as files under `<directory>/objects`. New ones are written in `<directory>/incoming`, on the
 * same file system, and synced before they are renamed. Several servers may share one directory: files that a
 * crash left in `incoming` stay until `removeUnfinished`, because another server may be writing there.
 */
export async function openDiskStorage(directory: string): Promise<Storage> {
  const objects = join(directory, 'objects');
  const incoming = join(directory, INCOMING);
  const buffers = new PieceBuffers();
  await makeDirectory(objects);
  await makeDirectory(incoming);

  const pathOf = (key: string) => {
    assertKey(key);
    return join(objects, key);
  };
  const storage: Storage = {
    async put(key, content) {
      const path = pathOf(key);
      const unfinished = join(incoming, randomUUID());
      try {
        const written = await writeHashed(unfinished, content);
        await moveIntoPlace(unfinished, path);
        return written;
      } catch (error) {
        await rm(unfinished, { force: true }).catch(() => {});
        return throwWriteError(error);
      }
    },

    async append(key, offset, content) {
      const path = pathOf(key);
      const size = (await stat(path).catch(nullIfMissing))?.size ?? 0;
      if (size !== offset)
        throw new RangeError(`${key} has ${size} bytes, so nothing can be added at ${offset}`);
      if (offset === 0) await makeDirectory(dirname(path)).catch(throwWriteError);
      const handle = await open(path, offset === 0 ? 'w' : 'r+', PRIVATE_FILE).catch(throwWriteError);
      const file = handle.createWriteStream({ start: offset, highWaterMark: WAITING_BYTES });
      const closed = once(file, 'close');
      await pipeline(syncOnTheWay(content, handle), file)
        .catch(throwWriteError)
        .finally(() => closed);
      return offset + file.bytesWritten;
    },

    async move(from, to) {
      const [source, target] = [pathOf(from), pathOf(to)];
      const found = await stat(source).catch(nullIfMissing);
      if (!found?.isFile()) return false;
      // Another server that moves it at the same time may be faster.
      const moved = await syncAndMove(source, target).catch((error: NodeJS.ErrnoException) =>
        error.code === 'ENOENT' ? null : throwWriteError(error),
      );
      return moved !== null;
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
      const stream = handle.createReadStream({ ...range, highWaterMark: PIECE_BYTES });
      const sendTo = (target: Writable) =>
        sendFile(handle, { start: 0, end: size - 1, ...range, target, buffers }).finally(() =>
          stream.destroy(),
        );
      return { stream, size, sendTo };
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

    async linkTo() {
      return null;
    },

    async delete(key) {
      await rm(pathOf(key), { force: true }).catch(throwWriteError);
    },

    async *list(prefix, { after = '' } = {}) {
      for await (const key of keysUnder(objects, '', prefix)) {
        if (key.startsWith(prefix) && key > after) yield key;
      }
    },

    async *listObjects(prefix, options) {
      for await (const key of storage.list(prefix, options)) {
        const found = await storage.stat(key);
        if (found) yield { key, ...found };
      }
    },

    async removeUnfinished(idleMs) {
      const idleSince = (await readClock(incoming)) - idleMs;
      const removed: string[] = [];
      for (const name of await readdir(incoming)) {
        const path = join(incoming, name);
        const found = await stat(path).catch(nullIfMissing);
        if (!found || found.mtimeMs > idleSince) continue;
        await rm(path, { force: true });
        removed.push(`${INCOMING}/${name}`);
      }
      return removed;
    },

    async check() {
      await withProbe(incoming, (probe) => writeFile(probe, 'stored', { mode: PRIVATE_FILE })).catch(
        throwWriteError,
      );
    },
  };
  return storage;
}

/** Returns the file system's time, which may differ from this machine's on a network share. */
async function readClock(directory: string): Promise<number> {
  return withProbe(directory, async (probe) => {
    await writeFile(probe, '', { mode: PRIVATE_FILE });
    return (await stat(probe)).mtimeMs;
  });
}

/** Calls `use` with the path of a temporary file, and deletes the file even when `use` fails. */
async function withProbe<Result>(directory: string, use: (path: string) => Promise<Result>): Promise<Result> {
  const probe = join(directory, `probe-${randomUUID()}`);
  try {
    return await use(probe);
  } finally {
    // What failed before says more than that there is nothing to delete.
    await rm(probe, { force: true }).catch(() => {});
  }
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
    createWriteStream(path, { mode: PRIVATE_FILE, flush: true }),
  );
  return { size, sha256: hash.digest('hex') };
}

/** Bytes of a file that arrives between two syncs. */
const SYNC_BYTES = 32 * 1024 ** 2;

/** True while a file that arrives is synced: one at a time, because Node has few threads for files. */
let isSyncing = false;

/** Passes on what arrives for a file, and syncs it meanwhile, so that little is left to sync when it is complete. */
async function* syncOnTheWay(chunks: ArrivingBytes, handle: FileHandle) {
  let unsynced = 0;
  for await (const chunk of chunks) {
    yield chunk;
    unsynced += chunk.length;
    if (unsynced < SYNC_BYTES || isSyncing) continue;
    unsynced = 0;
    isSyncing = true;
    // The sync at the end tells whether it failed.
    void handle
      .datasync()
      .catch(() => {})
      .finally(() => {
        isSyncing = false;
      });
  }
}

/** Renames a finished file durably. */
async function moveIntoPlace(unfinished: string, path: string): Promise<void> {
  await makeDirectory(dirname(path));
  await rename(unfinished, path);
  await syncDirectory(dirname(path));
}

async function syncAndMove(source: string, target: string): Promise<void> {
  await syncFile(source);
  await moveIntoPlace(source, target);
}

async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** No space is left on the device, or in the user's quota. */
const FULL_CODES: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EDQUOT']);

/** The file system is read-only, or its permissions or attributes forbid writing. */
const READ_ONLY_CODES: ReadonlySet<string | undefined> = new Set(['EROFS', 'EACCES', 'EPERM']);

/**
 * Throws the error of a write as what it means for the storage.
 * @see https://man7.org/linux/man-pages/man2/open.2.html and write.2.html
 */
function throwWriteError(error: unknown): never {
  const { code, message } = error as NodeJS.ErrnoException;
  if (FULL_CODES.has(code)) throw new StorageFullError('the storage has no space left', { cause: error });
  if (!READ_ONLY_CODES.has(code)) throw error;
  throw new StorageReadOnlyError(
    `The storage can’t be written to: ${message}. Let Quayside’s user write there, and mount its file system for reading and writing.`,
    { cause: error },
  );
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  const { code, message } = error;
  if (code === 'ENOENT' || code === 'ENOTDIR') return null;
  if (code !== 'EACCES' && code !== 'EPERM') throw error;
  throw new StorageAccessError(
    `The storage can’t be read: ${message}. Let Quayside’s user read its files and enter its folders.`,
    { cause: error },
  );
}

/**
 * Walks the folders that can contain keys with the prefix. A folder sorts by its name with the trailing
 * slash.
 */
async function* keysUnder(root: string, folder: string, prefix: string): AsyncIterable<string> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const names = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).sort();
  for (const name of names) {
    const key = folder + name;
    if (!key.endsWith('/')) yield key;
    else if (key.startsWith(prefix) || prefix.startsWith(key)) yield* keysUnder(root, key, prefix);
  }
}
