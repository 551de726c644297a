import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type ClientConfig, Pool } from 'pg';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { StartupError } from '../startup-error.ts';
import { startEmbedded } from './embedded/embedded.ts';
import { migrateDatabase } from './migrate.ts';

export type Db = NodePgDatabase;
/** What a transaction's callback is given. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];

export interface Database extends AsyncDisposable {
  readonly pool: Pool;
  readonly db: Db;
}

/** Connections that one server holds at most; the embedded PostgreSQL allows 60 in all. */
const POOL_SIZE = 20;

const CLOSE_MS = 3_000;

/**
 * Opens the database that the configuration names, or starts the embedded one, and brings its tables up to date.
 * Throws `StartupError` when it cannot be reached or used.
 */
export async function openDatabase(config: Config, log: Log): Promise<Database> {
  await using opening = new AsyncDisposableStack();
  const connection = config.databaseUrl
    ? { connectionString: config.databaseUrl }
    : opening.use(await startEmbedded(config.dataDir, log)).connection;

  const pool = opening.adopt(createPool(connection, log), closePool);
  await assertReachable(pool, config.databaseUrl);
  await migrateDatabase(pool);
  const opened = opening.move();
  return { pool, db: drizzle(pool), [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** A pool that outlives lost connections: they are logged and replaced. */
export function createPool(connection: ClientConfig, log: Log): Pool {
  const pool = new Pool({
    ...connection,
    application_name: 'quayside',
    max: POOL_SIZE,
    // Prepared statements belong to a connection, so idle ones are kept for a while.
    idleTimeoutMillis: 300_000,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // A lost connection is reported to the query that ran on it; without a listener it would also end the process.
  pool.on('connect', (client) => {
    client.on('error', (error) => {
      if (!pool.ending) log.warn({ err: error }, 'a database connection was lost');
    });
  });
  pool.on('error', () => {});
  return pool;
}

/** Closes the connections, and waits only so long for one that nobody hands back, as happens after a lost one. */
async function closePool(pool: Pool): Promise<void> {
  const closed = new AbortController();
  const patience = sleep(CLOSE_MS, undefined, { signal: closed.signal }).catch(() => {});
  await Promise.race([pool.end(), patience]);
  closed.abort();
}

async function assertReachable(pool: Pool, databaseUrl: string | null): Promise<void> {
  try {
    await pool.query('select 1');
  } catch (error) {
    if (databaseUrl === null) throw error;
    const { host, pathname } = new URL(databaseUrl.replace('@/', '@localhost/'));
    const reason = error instanceof AggregateError ? error.errors.join('; ') : (error as Error).message;
    throw new StartupError(
      `The database ${host}${pathname} of DATABASE_URL cannot be used: ${reason}. Check that it runs and that the address, name and password are right.`,
    );
  }
}
