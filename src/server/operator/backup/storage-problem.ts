import { access, constants, stat, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Config } from '../../platform/config/config.ts';
import { StartupError } from '../../platform/config/startup-error.ts';
import { copiesOf } from '../../platform/context.ts';
import { openStorage, openStorageMark } from '../../platform/open-storage.ts';
import { readFileList } from './file-list.ts';

/**
 * Returns why the configured storage couldn't take the files of a backup's list, as a sentence; null when nothing speaks against
 * it. A folder isn't changed; a bucket gets the probe that every server stores there. The space of a bucket is unknown.
 */
export async function findStorageProblem(config: Config, fileList: string): Promise<string | null> {
  const { storage } = config;
  if (storage.kind === 'disk') return findFolderProblem(config, storage.directory, fileList);
  try {
    await openStorageMark(storage);
    return null;
  } catch (error) {
    if (error instanceof StartupError) return error.message;
    throw error;
  }
}

async function findFolderProblem(
  config: Config,
  directory: string,
  fileList: string,
): Promise<string | null> {
  const existing = await findExisting(resolve(directory));
  try {
    await access(existing, constants.W_OK | constants.X_OK);
  } catch (error) {
    return `The storage ${directory} can’t be written to: ${(error as Error).message}. Let Quayside’s user write there, and mount its file system for reading and writing.`;
  }
  const { bavail, bsize } = await statfs(existing);
  const free = bavail * bsize;
  const needed = await sumMissing(config, existing === resolve(directory), fileList);
  if (needed <= free) return null;
  return `The storage ${directory} has too little space: a restore needs ${inMiB(needed)} MiB more, and ${inMiB(free)} MiB are free.`;
}

const inMiB = (bytes: number) => Math.ceil(bytes / 1024 ** 2).toLocaleString('en');

/** Returns the folder, or the nearest one above it that exists. */
async function findExisting(path: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  return found?.isDirectory() || dirname(path) === path ? path : findExisting(dirname(path));
}

/** Returns the bytes of those files that the storage doesn't have in their size. */
async function sumMissing(config: Config, exists: boolean, fileList: string): Promise<number> {
  const storage = exists ? await openStorage(config.storage, { copies: copiesOf(config) }) : null;
  let sum = 0;
  for await (const { key, size } of readFileList(fileList)) {
    if ((await storage?.stat(key))?.size !== size) sum += size;
  }
  return sum;
}
