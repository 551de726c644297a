import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartupError } from '../config/startup-error.ts';

/** @see https://www.sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5;

/** Thrown when another process holds a directory. */
export class DirectoryInUse extends StartupError {
  override readonly name = 'DirectoryInUse';
}

interface LockOptions {
  /** The name of the lock's files. */
  readonly name: string;
  /** Describes the other process that holds the lock, whose id may be unknown (''). */
  readonly describe: (pid: string) => string;
}

/** Locks the data directory for this process: see `lockDirectory`. */
export async function lockDataDirectory(dataDir: string): Promise<Disposable> {
  return lockDirectory(dataDir, {
    name: 'server',
    describe: (pid) =>
      `Another Quayside server${pid && ` (process ${pid})`} is using the data directory ${dataDir}. Stop it first, or give this one a DATA_DIR of its own.`,
  });
}

/**
 * Locks a directory for this process until it is disposed or the process exits. The operating system
 * must release the lock automatically, which Node offers for no file; an exclusive transaction on an empty
 * SQLite file does. Throws `DirectoryInUse` when another process holds it, and `StartupError`.
 */
export async function lockDirectory(directory: string, { name, describe }: LockOptions): Promise<Disposable> {
  const lockFile = join(directory, `${name}.lock`);
  await writeFile(lockFile, '', { flag: 'a', mode: 0o600 }).catch((error: Error) => {
    throw new StartupError(`The directory ${directory} can’t be used: ${error.message}.`);
  });
  const file = new DatabaseSync(lockFile, { timeout: 0 });
  const pidFile = join(directory, `${name}.pid`);
  try {
    file.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    file.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY)
      throw new DirectoryInUse(describe(await readHolder(pidFile)));
    throw new StartupError(`The directory ${directory} can’t be locked: ${(error as Error).message}.`);
  }
  await writeFile(pidFile, `${process.pid}\n`, { mode: 0o600 });
  return { [Symbol.dispose]: () => file.close() };
}

async function readHolder(pidFile: string): Promise<string> {
  await sleep(100); // The holder may be about to write its process id.
  return (await readFile(pidFile, 'utf8').catch(() => '')).trim();
}
