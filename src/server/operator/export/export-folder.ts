import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { StartupError } from '../../platform/config/startup-error.ts';
import { makeDirectory } from '../../platform/process/private-files.ts';
import { splitPath } from '../repository/source.ts';

/** Marks a folder as an export, and lists the files of the last export and of the one before. */
const MARKER = 'quayside-export.json';
const UNFINISHED = 'unfinished-';
const IS_UNFINISHED = new RegExp(`^${UNFINISHED}[0-9a-f-]{36}$`);
const markerSchema = z.object({ last: z.array(z.string()), before: z.array(z.string()) });
type Marker = z.infer<typeof markerSchema>;
const NOTHING: Marker = { last: [], before: [] };

/** A folder with an exported repository, which a web server may be serving meanwhile. */
export interface ExportFolder {
  /** Records the files that this export will write, so that a later one removes them if this one is interrupted. */
  plan(files: readonly string[]): Promise<void>;
  /** Writes a file under its final name once it is complete. */
  write(path: string, content: Readable): Promise<void>;
  /** Returns true when a file with this hash is there already. */
  has(path: string, sha256: string): Promise<boolean>;
  /**
   * Records the files of this export, and removes those that only the one before the last had. Returns how many. Clients
   * may still read the last export.
   */
  finish(files: readonly string[]): Promise<number>;
}

/**
 * Opens a new or empty folder, or that of an earlier export. Throws `StartupError` for any other, because its files would
 * be mixed with those of the repository.
 */
export async function openExportFolder(directory: string): Promise<ExportFolder> {
  await makeDirectory(directory, 0o777).catch((error: Error) => {
    throw new StartupError(`${directory} can’t be used: ${error.message}.`);
  });
  const marker = join(directory, MARKER);
  const earlier = await readMarker(marker);
  if (earlier === null) {
    if ((await readdir(directory)).length > 0) {
      throw new StartupError(
        `${directory} isn’t empty and has no earlier export. Use an empty folder: files that aren’t part of the repository would be served with it.`,
      );
    }
    // Before the first file, so that an interrupted export can be repeated.
    await writeFile(marker, JSON.stringify(NOTHING));
  }
  for (const name of await readdir(directory)) {
    if (IS_UNFINISHED.test(name)) await rm(join(directory, name));
  }
  const { last, before } = earlier ?? NOTHING;
  const pathOf = (path: string) => join(directory, 'repo', ...splitPath(path));
  return {
    async plan(files) {
      await writeFile(marker, JSON.stringify({ last: [...new Set([...last, ...files])], before }));
    },
    async write(path, content) {
      const file = pathOf(path);
      await mkdir(dirname(file), { recursive: true });
      const unfinished = join(directory, `${UNFINISHED}${randomUUID()}`);
      try {
        await pipeline(content, createWriteStream(unfinished, { flush: true }));
        await rename(unfinished, file);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    async has(path, sha256) {
      const file = pathOf(path);
      const isThere = await stat(file).then(
        (info) => info.isFile(),
        () => false,
      );
      if (!isThere) return false;
      const hash = createHash('sha256');
      await pipeline(createReadStream(file), hash);
      return hash.digest('hex') === sha256;
    },
    async finish(files) {
      const kept = new Set([...files, ...last]);
      const unused = before.filter((path) => !kept.has(path));
      for (const path of unused) await rm(pathOf(path), { force: true });
      await writeFile(marker, JSON.stringify({ last: files, before: last }));
      return unused.length;
    },
  };
}

async function readMarker(file: string): Promise<Marker | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new StartupError(`${file} can’t be read: ${error.message}.`);
  });
  if (text === null) return null;
  try {
    return markerSchema.parse(JSON.parse(text));
  } catch {
    // Cut off by a power failure: every file is then written again, and none is removed.
    return NOTHING;
  }
}
