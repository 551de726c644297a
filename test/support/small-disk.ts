import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, statfs, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freeBytesOf, limitDirectory } from './small-disk-stand-in.ts';

const run = promisify(execFile);
const MB = 1024 ** 2;
const STAND_IN = fileURLToPath(new URL('small-disk-stand-in.ts', import.meta.url));

/** A file system of a few megabytes that a test can fill up. */
export interface SmallDisk extends AsyncDisposable {
  readonly path: string;
  /** The environment variables for a server process to see it. */
  readonly env: Readonly<Record<string, string>>;
  readonly readFreeBytes: () => Promise<number>;
  /** Uses up the free space except for so many bytes. */
  readonly fill: (leaveBytes?: number) => Promise<void>;
  /** Frees the space that `fill` used. */
  readonly empty: () => Promise<void>;
}

/** Mounts a tmpfs of so many MiB; where this user may not mount, a directory stands in for it. */
export async function openSmallDisk(megabytes: number): Promise<SmallDisk> {
  return (await mountSmallDisk(megabytes)) ?? (await makeStandIn(megabytes));
}

/** Mounts a tmpfs of so many MiB; null where this user may not mount. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk | null> {
  const path = await makeDirectory();
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path]);
  } catch {
    await rm(path, { recursive: true });
    return null;
  }
  // A mount hides the permissions of the directory below it.
  await chmod(path, 0o755);
  const ballast = join(path, 'ballast');
  const readFreeBytes = async () => {
    const { bavail, bsize } = await statfs(path);
    return bavail * bsize;
  };
  const empty = () => rm(ballast, { force: true });
  return {
    path,
    env: {},
    readFreeBytes,
    empty,
    fill: async (leaveBytes = 0) => {
      await empty();
      const bytes = Buffer.alloc(Math.max(0, (await readFreeBytes()) - leaveBytes));
      await writeFile(ballast, bytes).catch((error: NodeJS.ErrnoException) => {
        // Somebody else took the rest meanwhile: it is full all the same.
        if (error.code !== 'ENOSPC') throw error;
      });
    },
    [Symbol.asyncDispose]: async () => {
      // Lazily, as a server that was just killed may still hold a file in it.
      await run('umount', ['-l', path]);
      await rm(path, { recursive: true });
    },
  };
}

/** Makes a directory that this process, and a server with its `env`, see as a file system of so many MiB. */
export async function makeStandIn(megabytes: number): Promise<SmallDisk> {
  const directory = { path: await makeDirectory(), bytes: megabytes * MB };
  const ballast = join(directory.path, 'ballast');
  const lift = limitDirectory(directory);
  const readFreeBytes = async () => freeBytesOf(directory);
  const empty = () => rm(ballast, { force: true });
  return {
    path: directory.path,
    env: { NODE_OPTIONS: `--import ${STAND_IN}`, SMALL_DISK: JSON.stringify(directory) },
    readFreeBytes,
    empty,
    fill: async (leaveBytes = 0) => {
      await empty();
      const size = Math.max(0, (await readFreeBytes()) - leaveBytes);
      await writeFile(ballast, '');
      await truncate(ballast, size);
    },
    [Symbol.asyncDispose]: async () => {
      lift();
      await rm(directory.path, { recursive: true, maxRetries: 5 });
    },
  };
}

/** Makes an empty directory that the user of the embedded database can enter. */
async function makeDirectory(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'quayside-small-'));
  await chmod(path, 0o755);
  return path;
}
