import { chmod, mkdtemp, readFile, statfs } from 'node:fs/promises';

const PARENT = '/dev/shm';
/** A whole run writes 5 GB, and its processes and browsers need as much again. */
const REQUIRED_BYTES = 12 * 1024 ** 3;

/**
 * Makes a folder in memory for all temporary files, and returns its path; null without enough memory. Databases are
 * thousands of files, and ext4 skips the inodes of recently deleted files one by one whenever it creates another.
 */
export async function makeMemoryFolder(): Promise<string | null> {
  const mounts = await readFile('/proc/mounts', 'utf8').catch(() => '');
  // Of several mounts the last one counts.
  const [, type, options = ''] = [...mounts.matchAll(/^\S+ \/dev\/shm (\S+) (\S+)/gm)].at(-1) ?? [];
  if (type !== 'tmpfs' || options.split(',').includes('noexec')) return null;
  try {
    const { bavail, bsize } = await statfs(PARENT);
    if (Math.min(bavail * bsize, process.availableMemory()) < REQUIRED_BYTES) return null;
    const folder = await mkdtemp(`${PARENT}/quayside-`);
    // As open as /tmp for the account of the databases.
    await chmod(folder, 0o1777);
    return folder;
  } catch {
    // Read-only, or not for this account.
    return null;
  }
}
