import { Pool } from 'pg';
import { waitAtMost } from '#server/platform/process/stopping.ts';
import { waitUntil } from '#test/support/patience.ts';
import { startReplicatedPostgres } from '#test/support/replicated-postgres.ts';
import { startSocketProxy } from '#test/support/socket-proxy.ts';

/** A PostgreSQL with a standby that has everything that was acknowledged, behind one address. */
export interface DatabasePair extends AsyncDisposable {
  /** For `DATABASE_URL`; stays the same after a failover. */
  readonly url: string;
  /** Connections of the observer's own, through the same address. */
  readonly pool: Pool;
  /** Kills the primary, promotes the standby and makes the address lead to it. */
  failOver(): Promise<void>;
  /** After the failover: kills the database, which then restarts, and rejects connections until `recover`. */
  kill(): Promise<void>;
  recover(): Promise<void>;
}

/** A connection that was lost together with the database may never be handed back. */
const CLOSE_MS = 3_000;

/** Starts a primary and a standby that confirms every commit. */
export async function startDatabasePair(): Promise<DatabasePair> {
  await using opening = new AsyncDisposableStack();
  const pair = opening.use(await startReplicatedPostgres());
  await waitForCommits(pair.primaryUrl);
  const proxy = opening.use(await startSocketProxy(socketOf(pair.primaryUrl)));
  const url = `postgresql://quayside@127.0.0.1:${proxy.port}${new URL(pair.primaryUrl).pathname}`;
  const pool = opening.adopt(openPool(url), (used) => waitAtMost(CLOSE_MS, used.end()));
  const opened = opening.move();
  return {
    url,
    pool,
    async failOver() {
      await pair.killPrimary();
      await pair.onReplica('SELECT pg_promote()');
      proxy.leadTo(socketOf(pair.replicaUrl));
    },
    async kill() {
      await proxy.refuse();
      await pair.killReplica();
    },
    recover: proxy.recover,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Makes every commit wait until the standby has it. The tests' PostgreSQL doesn't wait even for its own disk otherwise. */
async function waitForCommits(primaryUrl: string): Promise<void> {
  const pool = openPool(primaryUrl);
  try {
    await pool.query(`ALTER DATABASE ${new URL(primaryUrl).pathname.slice(1)} SET synchronous_commit = on`);
    await pool.query(`ALTER SYSTEM SET synchronous_standby_names = '*'`);
    await pool.query('SELECT pg_reload_conf()');
    await waitUntil('the standby follows synchronously', async () => {
      const { rows } = await pool.query('SELECT FROM pg_stat_replication WHERE sync_state = $1', ['sync']);
      return rows.length > 0;
    });
  } finally {
    await pool.end();
  }
}

function socketOf(url: string): string {
  return `${new URL(url).searchParams.get('host')}/.s.PGSQL.5432`;
}

function openPool(connectionString: string): Pool {
  const pool = new Pool({
    connectionString,
    max: 6,
    connectionTimeoutMillis: 10_000,
    query_timeout: 60_000,
  });
  pool.on('error', () => {});
  return pool;
}
