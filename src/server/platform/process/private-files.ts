import { randomUUID } from 'node:crypto';
import { chmod, lstat, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** Syncs a directory, so that new files and renames survive a power failure. */
export async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Creates a directory and its parents durably. Only the owner may enter the new ones, unless another mode is given. */
export async function makeDirectory(path: string, mode = 0o700): Promise<void> {
  for (const made of await makeMissing(resolve(path), mode)) await syncDirectory(dirname(made));
}

/**
 * Creates a directory and its missing parents, and returns those that it created. `mkdir` with `recursive` never ends where
 * the kernel returns ENOENT for a place whose parent exists, such as in /proc (Node 24).
 */
async function makeMissing(path: string, mode: number): Promise<string[]> {
  const make = () => mkdir(path, { mode });
  try {
    await make();
    return [path];
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const isMissing = code === 'ENOENT' && dirname(path) !== path;
    if (!isMissing && (await isDirectory(path))) return [];
    if (!isMissing) throw error;
  }
  const parents = await makeMissing(dirname(path), mode);
  await make().catch(async (error: unknown) => {
    // Another process made it meanwhile.
    if (!(await isDirectory(path))) throw error;
  });
  return [path, ...parents];
}

async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/**
 * Creates a directory that only its owner may enter, or closes an existing one and its direct contents to
 * others. Throws when it cannot be created, or belongs to another user.
 */
export async function makePrivateDirectory(path: string): Promise<void> {
  await makeDirectory(path);
  await closeToOthers(path);
  for (const name of await readdir(path)) await closeToOthers(join(path, name));
}

async function closeToOthers(path: string): Promise<void> {
  const found = await lstat(path);
  const isOurs = found.isDirectory() || found.isFile();
  if (isOurs && (found.mode & 0o077) !== 0) await chmod(path, found.mode & 0o700);
}

/** Writes a small private file atomically: after a crash it exists completely or not at all. */
export async function writePrivateFile(path: string, content: string | Uint8Array): Promise<void> {
  const unfinished = `${path}.${randomUUID()}`;
  const handle = await open(unfinished, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
    await handle.close();
    await rename(unfinished, path);
  } catch (error) {
    await handle.close();
    await rm(unfinished, { force: true });
    throw error;
  }
  await syncDirectory(dirname(path));
}
