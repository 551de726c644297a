import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDirectory } from './private-files.ts';

/** Starts the names of folders in the data directory that have all rows of a database while it moves. */
const PREFIX = 'moving-';

/** Makes a folder for the rows of a database that moves; disposing deletes it. */
export async function makeMovingFolder(dataDir: string): Promise<{ path: string } & AsyncDisposable> {
  const path = join(dataDir, `${PREFIX}${randomUUID()}`);
  await makeDirectory(path);
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

/** Deletes what interrupted moves left in a data directory, which the caller has locked. */
export async function removeMovingFolders(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(PREFIX)) await rm(join(dataDir, name), { recursive: true });
  }
}
