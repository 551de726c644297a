import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { mountSmallDisk } from './small-disk.ts';

const run = promisify(execFile);
const MEGABYTES = 64;

/** A folder that a test can make read-only, also for root. */
export interface ReadOnlyDisk extends AsyncDisposable {
  readonly path: string;
  /** Changes the folders directly or a level below it, or the whole file system. */
  readonly setReadOnly: (isReadOnly: boolean) => Promise<void>;
}

/** Mounts a tmpfs, which becomes read-only as a whole. Where this user may not mount, file modes bind it. */
export async function openReadOnlyDisk(): Promise<ReadOnlyDisk> {
  const mounted = await mountSmallDisk(MEGABYTES);
  if (mounted) {
    return {
      path: mounted.path,
      setReadOnly: async (isReadOnly) => {
        // A write that has just ended may still hold its file open for a moment.
        await retry(() => run('mount', ['-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, mounted.path]));
      },
      [Symbol.asyncDispose]: () => mounted[Symbol.asyncDispose](),
    };
  }
  const path = await mkdtemp(join(tmpdir(), 'quayside-read-only-'));
  const setReadOnly = async (isReadOnly: boolean) => {
    await run('find', [
      path,
      '-mindepth',
      '1',
      '-type',
      'd',
      '-exec',
      'chmod',
      isReadOnly ? '500' : '700',
      '{}',
      '+',
    ]);
    await run('find', [path, '-type', 'f', '-exec', 'chmod', isReadOnly ? '400' : '600', '{}', '+']);
    await chmod(path, isReadOnly ? 0o500 : 0o700);
  };
  return {
    path,
    setReadOnly,
    [Symbol.asyncDispose]: async () => {
      await setReadOnly(false);
      await rm(path, { recursive: true, force: true });
    },
  };
}

async function retry(work: () => Promise<unknown>): Promise<void> {
  for (let left = 50; ; left -= 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (left === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
