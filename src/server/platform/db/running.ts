import type { ClientConfig, Pool } from 'pg';
import type { Config } from '../config/config.ts';
import { StartupError } from '../config/startup-error.ts';
import { DirectoryInUse, lockDataDirectory } from '../process/data-lock.ts';
import { findRunningEmbedded } from './embedded/embedded.ts';
import { SERVER_CONNECTIONS, serverConnectionName } from './pools.ts';

/** A data directory in use by this process: alone, or beside a server. */
export interface ReachedDirectory extends Disposable {
  /** False when a server may be using it, or start to. */
  readonly isLocked: boolean;
  /** Leads to the embedded database that another process runs in it. */
  readonly running: ClientConfig | null;
}

/** Locks a data directory until it is disposed. Throws `StartupError` when another process uses it. */
export async function reachAlone(dataDir: string): Promise<ReachedDirectory> {
  const lock = await lockDataDirectory(dataDir);
  return { isLocked: true, running: null, [Symbol.dispose]: () => lock[Symbol.dispose]() };
}

/** Locks a data directory, or finds the embedded database that another process runs in it. Throws `StartupError`. */
export async function reachDirectory(dataDir: string): Promise<ReachedDirectory> {
  try {
    return await reachAlone(dataDir);
  } catch (error) {
    const running = error instanceof DirectoryInUse ? await findRunningEmbedded(dataDir) : null;
    if (running) return { isLocked: false, running, [Symbol.dispose]: () => {} };
    throw error;
  }
}

/** Reaches the data directory of a command, which may run beside a server. Databases elsewhere can be shared anyway. */
export async function reachShared({ databaseUrl, dataDir }: Config): Promise<ReachedDirectory> {
  if (databaseUrl === null) return await reachDirectory(dataDir);
  return { isLocked: false, running: null, [Symbol.dispose]: () => {} };
}

/**
 * Throws `StartupError` when no server of this version runs an embedded database: it would be migrated for another one, or
 * belong to a command such as `restore`.
 */
export async function assertSameServer(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT DISTINCT application_name AS name FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE $1`,
    [SERVER_CONNECTIONS],
  );
  if (rows.length === 0) {
    throw new StartupError(
      'Another command uses the embedded database, or the server is still starting. Try again when that is done.',
    );
  }
  if (rows.every(({ name }) => name === serverConnectionName)) return;
  throw new StartupError(
    'The running server is another version of Quayside than this command, and their tables differ. Run the command of the server’s version, or stop the server and start this version.',
  );
}
