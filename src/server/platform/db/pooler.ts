import type { Pool } from 'pg';
import { StartupError } from '../config/startup-error.ts';

/** The backend of a connection, which a pooler may change between two transactions. */
const BACKEND = 'SELECT pg_backend_pid() AS pid';

/** @see https://www.postgresql.org/docs/18/errcodes-appendix.html: protocol_violation, PgBouncer's for `BEGIN` */
const NO_TRANSACTIONS = '08P01';

/**
 * Checks that a connection to the database stays the same for as long as it is open. Throws `StartupError` for a pooler
 * that lends one to each transaction: locks, LISTEN, time limits and prepared statements belong to a connection.
 */
export async function assertOwnConnections(
  pool: Pick<Pool, 'connect'>,
  variable = 'DATABASE_URL',
): Promise<void> {
  const first = await pool.connect();
  const second = await pool.connect();
  try {
    const [before, other] = [
      await first.query(BACKEND),
      await second.query(`BEGIN; ${BACKEND}`).then(lastResult),
    ];
    // A pooler that lent the second transaction the first one's backend needs another one for this.
    const after = await first.query(BACKEND);
    const pids = [before, other, after].map(({ rows }) => rows[0]?.pid);
    if (pids[0] === pids[1] || pids[0] !== pids[2]) throw notOwn(variable);
    await second.query('ROLLBACK');
  } catch (error) {
    throw (error as { code?: unknown }).code === NO_TRANSACTIONS ? notOwn(variable) : error;
  } finally {
    first.release();
    second.release(true);
  }
}

/** The driver returns a list of results for several statements. */
function lastResult<Result>(results: Result | Result[]): Result {
  return Array.isArray(results) ? (results.at(-1) as Result) : results;
}

function notOwn(variable: string): StartupError {
  return new StartupError(
    `${variable} leads to a connection pooler that lends a connection to each transaction. Live events, locks, time limits and prepared statements need connections that stay. Set pool_mode = session for this database in the pooler, or set ${variable} to PostgreSQL itself.`,
  );
}
