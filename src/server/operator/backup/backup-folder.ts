import { createHash, randomUUID } from 'node:crypto';
import { access, createReadStream, createWriteStream } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StartupError } from '../../platform/config/startup-error.ts';
import { makeDirectory, syncDirectory } from '../../platform/process/private-files.ts';
import { readFileList } from './file-list.ts';
import { manifestPath } from './manifest.ts';

/*
 * DIR/
 *   files/ab/ab12…            the content of stored files, by its SHA-256, shared by all backups
 *   2026-11-23T07-30-00.000Z/  one backup
 *     manifest.json            written last
 *     files.jsonl              the key, size and SHA-256 of every file
 *     database/TABLE.copy.gz   the rows of each table
 *     secret
 *   unfinished-…/              a backup that runs, was interrupted or is being deleted
 */

const UNFINISHED = 'unfinished-';
const NAME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}\.\d{3}Z$/;

/** Returns the name of a backup by its time. */
export function backupName(time: Date): string {
  return time.toISOString().replaceAll(':', '-');
}

/** The files and folders of one backup. */
export function partsOf(backup: string) {
  return {
    database: join(backup, 'database'),
    fileList: join(backup, 'files.jsonl'),
    secret: join(backup, 'secret'),
    content: contentFolder(dirname(backup)),
  };
}

/** Returns the folder of the content that the backups of a folder share. */
export function contentFolder(directory: string): string {
  return join(directory, 'files');
}

/** Returns the path of a content by its hash. */
export function contentPath(content: string, sha256: string): string {
  return join(content, sha256.slice(0, 2), sha256);
}

/** Returns the complete backups of a folder, oldest first. */
export async function listBackups(directory: string): Promise<string[]> {
  const names = (await readdir(directory)).filter((name) => NAME.test(name)).sort();
  return names.map((name) => join(directory, name));
}

/** Returns the backup that a path names, itself or the newest one in it. Throws `StartupError` when there is none. */
export async function findBackup(path: string): Promise<string> {
  if (NAME.test(basename(path)) && (await isThere(manifestPath(path)))) return path;
  const names = await readdir(path).catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(`${path} can’t be read: ${error.message}.`);
  });
  const newest = names
    .filter((name) => NAME.test(name))
    .sort()
    .at(-1);
  if (newest !== undefined) return join(path, newest);
  const isInterrupted = names.some((name) => name.startsWith(UNFINISHED));
  throw new StartupError(
    isInterrupted
      ? `${path} only has a backup that was interrupted, which can’t be restored. Make another one.`
      : `${path} has no backup. Name the folder that “backup” was given, or one backup in it.`,
  );
}

async function isThere(path: string): Promise<boolean> {
  return new Promise((resolve) => access(path, (error) => resolve(error === null)));
}

/** A backup that is being made. Disposing deletes it unless it was completed. */
export interface UnfinishedBackup extends AsyncDisposable {
  readonly path: string;
  readonly content: ContentStore;
  /** Gives it its final name: from then on it is a backup. Returns its path. */
  complete(name: string): Promise<string>;
}

/** Makes room for a backup in a folder, and deletes what interrupted ones left. */
export async function startBackup(directory: string): Promise<UnfinishedBackup> {
  for (const name of await readdir(directory)) {
    if (name.startsWith(UNFINISHED)) await rm(join(directory, name), { recursive: true });
  }
  const path = join(directory, `${UNFINISHED}${randomUUID()}`);
  await makeDirectory(path);
  await makeDirectory(contentFolder(directory));
  const content = new ContentStore(contentFolder(directory), path);
  return {
    path,
    content,
    async complete(name) {
      await content.sync();
      for (const folder of [partsOf(path).database, path]) await syncDirectory(folder);
      const final = join(directory, name);
      await rename(path, final);
      await syncDirectory(directory);
      return final;
    },
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}

/** The content of stored files, each under its hash. Content never changes, so backups share it. */
export class ContentStore {
  readonly #directory: string;
  readonly #incoming: string;
  readonly #changed = new Set<string>();

  constructor(directory: string, incoming: string) {
    this.#directory = directory;
    this.#incoming = incoming;
  }

  /** Returns true when the content is there in its full size. */
  async has({ sha256, size }: { sha256: string; size: number }): Promise<boolean> {
    const found = await stat(contentPath(this.#directory, sha256)).catch(() => null);
    return found?.size === size;
  }

  /** Reads content, and returns its size; null when it isn't there or is damaged. */
  async findIntact(sha256: string): Promise<number | null> {
    const hash = createHash('sha256');
    const input = createReadStream(contentPath(this.#directory, sha256));
    try {
      await pipeline(input, hash);
    } catch {
      return null;
    }
    return hash.digest('hex') === sha256 ? input.bytesRead : null;
  }

  /** Writes content under its hash, once it is complete and on the disk. */
  async add(bytes: Readable): Promise<{ size: number; sha256: string }> {
    const unfinished = join(this.#incoming, `content-${randomUUID()}`);
    const hash = createHash('sha256');
    let size = 0;
    await pipeline(
      bytes,
      async function* (pieces: AsyncIterable<Buffer>) {
        for await (const piece of pieces) {
          hash.update(piece);
          size += piece.length;
          yield piece;
        }
      },
      createWriteStream(unfinished, { mode: 0o600, flags: 'wx', flush: true }),
    );
    const sha256 = hash.digest('hex');
    const path = contentPath(this.#directory, sha256);
    await makeDirectory(dirname(path));
    await rename(unfinished, path);
    this.#changed.add(dirname(path));
    return { size, sha256 };
  }

  async sync(): Promise<void> {
    for (const directory of this.#changed) await syncDirectory(directory);
  }
}

/** Deletes a backup, which no longer counts as one from the start: an interrupted deletion leaves parts of it. */
async function removeBackup(backup: string): Promise<void> {
  const removed = join(dirname(backup), `${UNFINISHED}${basename(backup)}`);
  await rename(backup, removed);
  await syncDirectory(dirname(backup));
  await rm(removed, { recursive: true });
}

/** Deletes all but the newest backups of a folder, and the content that none of the others has. Returns their number. */
export async function removeOldBackups(directory: string, keep: number): Promise<number> {
  const backups = await listBackups(directory);
  const old = backups.slice(0, -keep);
  if (old.length === 0) return 0;
  for (const backup of old) await removeBackup(backup);
  const used = new Set<string>();
  for (const backup of backups.slice(-keep)) {
    for await (const { sha256 } of readFileList(partsOf(backup).fileList)) used.add(sha256);
  }
  const content = contentFolder(directory);
  for (const shard of await readdir(content)) {
    for (const name of await readdir(join(content, shard))) {
      if (!used.has(name)) await rm(join(content, shard, name));
    }
  }
  return old.length;
}
