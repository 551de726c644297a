import { lstat } from 'node:fs/promises';
import type { ClientConfig } from 'pg';
import type { Config } from '../config/config.ts';
import { StartupError } from '../config/startup-error.ts';
import type { Log } from '../log/log.ts';
import { embeddedDirectory, startEmbedded } from './embedded/embedded.ts';
import { assertReachable } from './open.ts';
import { createPool, type DatabaseConnections, openConnections } from './pools.ts';
import { reachDirectory } from './running.ts';

/** Connections for commands that only look at the database. */
export interface ReachedDatabase extends DatabaseConnections, AsyncDisposable {}

/**
 * Connects to the configured database as it is, without migrating it: to the embedded one of a running server, or started
 * for as long as nobody else uses it. Throws `StartupError` when there is none.
 */
export async function reachDatabase(config: Config, log: Log): Promise<ReachedDatabase> {
  await using opening = new AsyncDisposableStack();
  const connection = config.databaseUrl
    ? { connectionString: config.databaseUrl }
    : await reachEmbedded(config.dataDir, { log, opening });
  const { pool, db } = openConnections(createPool(connection, 'jobs', log));
  opening.defer(() => pool.end());
  await assertReachable(pool, config.databaseUrl);
  const opened = opening.move();
  return { pool, db, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

interface ReachOptions {
  readonly log: Log;
  readonly opening: AsyncDisposableStack;
}

async function reachEmbedded(dataDir: string, { log, opening }: ReachOptions): Promise<ClientConfig> {
  if (!(await lstat(embeddedDirectory(dataDir)).catch(() => null))) {
    throw new StartupError(`DATA_DIR ${dataDir} has no database yet. Start Quayside once to create it.`);
  }
  const { running } = opening.use(await reachDirectory(dataDir));
  return running ?? opening.use(await startEmbedded(dataDir, log)).connection;
}
