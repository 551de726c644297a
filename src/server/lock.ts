import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartupError } from './startup-error.ts';

/** https://www.sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5;

/**
 * Takes the data directory for this process alone, until disposed or until the process ends in whatever way.
 * The operating system must free the lock by itself, which Node offers for no file; SQLite's exclusive transaction
 * holds such a lock, so an empty SQLite file is used for nothing else.
 * Throws `StartupError` naming the process that holds the directory.
 */
export async function lockDataDirectory(dataDir: string): Promise<Disposable> {
  const file = new DatabaseSync(join(dataDir, 'server.lock'), { timeout: 0 });
  const pidFile = join(dataDir, 'server.pid');
  try {
    file.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    file.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) throw await describeHolder(dataDir, pidFile);
    throw new StartupError(`DATA_DIR ${dataDir} cannot be locked: ${(error as Error).message}.`);
  }
  await writeFile(pidFile, `${process.pid}\n`);
  return { [Symbol.dispose]: () => file.close() };
}

async function describeHolder(dataDir: string, pidFile: string): Promise<StartupError> {
  await sleep(100); // The holder may be just about to write down its process id.
  const pid = (await readFile(pidFile, 'utf8').catch(() => '')).trim();
  return new StartupError(
    `Another Quayside server${pid && ` (process ${pid})`} is using the data directory ${dataDir}. Stop it first, or give this one a DATA_DIR of its own.`,
  );
}
