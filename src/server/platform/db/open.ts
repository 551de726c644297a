import { sql } from 'drizzle-orm';
import { type ClientConfig, escapeIdentifier, type Pool } from 'pg';
import type { Config } from '../config/config.ts';
import { StartupError } from '../config/startup-error.ts';
import type { Log } from '../log/log.ts';
import { STOP_PARTS, waitAtMost } from '../process/stopping.ts';
import { startEmbedded } from './embedded/embedded.ts';
import { MISSING_DATABASE, type WhileStarting } from './embedded/process.ts';
import { migrateDatabase } from './migrate.ts';
import { assertOwnConnections } from './pooler.ts';
import { createPool, type DatabaseConnections, openConnections, type PoolName, type Tx } from './pools.ts';
import { assertNotReplaced } from './replacing.ts';
import { assertDatabaseUsable, explainMigrationError } from './requirements.ts';
import { assertSameServer } from './running.ts';
import { assertExpectedSchema } from './schema-check.ts';

export { type DatabaseConnections, type Db, finishTransactions, type Tx } from './pools.ts';

/** The connections for calls, and those reserved for other work. */
export interface Database extends DatabaseConnections, AsyncDisposable {
  /** For health, sign-in, sessions, event streams and store clients. */
  readonly essential: DatabaseConnections;
  /** For the job queue and its jobs, and for rare large changes (`allowLongTransaction`). */
  readonly jobs: DatabaseConnections;
}

/** PostgreSQL's settings that limit a transaction. */
const TIMEOUTS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];

interface OpeningDatabase {
  /** Work that is done while the embedded database starts. */
  readonly whileStarting?: WhileStarting | undefined;
  /** Leads to the embedded database that a server runs and has migrated (see `reachShared`). */
  readonly running?: ClientConfig | null;
}

/**
 * Opens the configured database, or starts the embedded one, and migrates it. That of a running server is used as it is.
 * Throws `StartupError` when it cannot be reached or used.
 */
export async function openDatabase(
  config: Config,
  log: Log,
  { whileStarting, running = null }: OpeningDatabase = {},
): Promise<Database> {
  await using opening = new AsyncDisposableStack();
  const connection = config.databaseUrl
    ? { connectionString: config.databaseUrl }
    : (running ?? opening.use(await startEmbedded(config.dataDir, log, whileStarting)).connection);

  const isWorker = config.role === 'worker';
  const open = (name: PoolName) => openConnections(createPool({ ...connection, isWorker }, name, log));
  const calls = open('calls');
  const essential = open('essential');
  const jobs = open('jobs');
  const pools = [calls.pool, essential.pool, jobs.pool];
  opening.defer(async () => void (await Promise.all(pools.map(closePool))));
  await assertReachable(calls.pool, config.databaseUrl);
  if (running) {
    await assertSameServer(calls.pool);
  } else {
    if (config.databaseUrl !== null) await assertOwnConnections(calls.pool);
    await assertNotReplaced(calls.pool);
    const used = await assertDatabaseUsable(calls.pool);
    await migrateDatabase(connection, Infinity, assertExpectedSchema).catch((error: unknown) => {
      throw explainMigrationError(error, used) ?? error;
    });
  }
  const opened = opening.move();
  return { ...calls, essential, jobs, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/**
 * Extends the timeouts of a transaction to ten minutes, for jobs and rare large changes. It must use a
 * connection for jobs, because others are closed when the database does not respond for a moment.
 */
export async function allowLongTransaction(tx: Tx): Promise<void> {
  await tx.execute(
    sql`SELECT set_config(name, '10min', true) FROM unnest(${sql.param(TIMEOUTS)}::text[]) AS name`,
  );
}

/** Closes the connections, and waits a limited time for those in use, such as lost ones. */
async function closePool(pool: Pool): Promise<void> {
  await waitAtMost(STOP_PARTS.connectionsMs, pool.end());
}

/** Throws `StartupError` with what to do when the database can't be reached. */
export async function assertReachable(pool: Pool, databaseUrl: string | null): Promise<void> {
  try {
    await pool.query('select 1');
  } catch (error) {
    if (databaseUrl === null) throw error;
    // libpq's form for a socket has no host, which a URL must have.
    const { host, pathname } = new URL(databaseUrl.replace('@/', '@localhost/'));
    const reason = error instanceof AggregateError ? error.errors.join('; ') : (error as Error).message;
    const { code } = error as { code?: unknown };
    const fix =
      code === MISSING_DATABASE
        ? `Create it:\n  CREATE DATABASE ${escapeIdentifier(decodeURIComponent(pathname.slice(1)))};`
        : 'Check that it runs and that the address, name and password are right.';
    throw new StartupError(
      `The database ${host}${pathname} of DATABASE_URL cannot be used: ${reason}. ${fix}`,
    );
  }
}
