import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartupError } from '../config/startup-error.ts';

/** @see https://www.sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5;

/** Thrown when another process holds the data directory. */
export class DataDirectoryInUse extends StartupError {
  override readonly name = 'DataDirectoryInUse';
}

/**
 * Locks the data directory for this process until it is disposed or the process exits. The operating system
 * must release the lock automatically, which Node offers for no file; an exclusive transaction on an empty
 * SQLite file does. Throws `DataDirectoryInUse` naming the process that holds the directory.
 */
export async function lockDataDirectory(dataDir: string): Promise<Disposable> {
  const lockFile = join(dataDir, 'server.lock');
  await writeFile(lockFile, '', { flag: 'a', mode: 0o600 }).catch((error: Error) => {
    throw new StartupError(`DATA_DIR ${dataDir} can’t be used: ${error.message}.`);
  });
  const file = new DatabaseSync(lockFile, { timeout: 0 });
  const pidFile = join(dataDir, 'server.pid');
  try {
    file.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    file.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) throw await describeHolder(dataDir, pidFile);
    throw new StartupError(`DATA_DIR ${dataDir} can’t be locked: ${(error as Error).message}.`);
  }
  await writeFile(pidFile, `${process.pid}\n`, { mode: 0o600 });
  return { [Symbol.dispose]: () => file.close() };
}

async function describeHolder(dataDir: string, pidFile: string): Promise<DataDirectoryInUse> {
  await sleep(100); // The holder may be about to write its process id.
  const pid = (await readFile(pidFile, 'utf8').catch(() => '')).trim();
  return new DataDirectoryInUse(
    `Another Quayside server${pid && ` (process ${pid})`} is using the data directory ${dataDir}. Stop it first, or give this one a DATA_DIR of its own.`,
  );
}
