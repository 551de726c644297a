import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { Log } from '../log/log.ts';
import type { Db, Tx } from './pools.ts';

/** Interval for comparing the clock with the database's. */
const COMPARE_MS = 10_000;

/** Readings per comparison; the one with the shortest round trip counts, because it is the most accurate. */
const READINGS = 3;

/** A clock that follows the database's time. */
export interface DatabaseClock extends AsyncDisposable {
  readonly now: () => Date;
  /** Reads the database's clock again, which also happens every ten seconds. Throws the database's errors. */
  readonly compare: () => Promise<void>;
}

/**
 * Opens a clock that follows the database's time, so that servers with different clocks agree on what is due.
 * Between two readings it measures elapsed time, which changes of the system clock do not affect.
 */
export async function openDatabaseClock(pool: Pool, log: Log): Promise<DatabaseClock> {
  let offset = 0;
  const compare = async () => {
    const readings = [];
    for (let count = 0; count < READINGS; count += 1) readings.push(await readOffset(pool));
    offset = readings.reduce((a, b) => (b.wayMs < a.wayMs ? b : a)).offset;
  };
  await compare();
  const timer = setInterval(() => {
    compare().catch((error: unknown) => log.debug({ err: error }, "the database's clock could not be read"));
  }, COMPARE_MS);
  timer.unref();
  return {
    now: () => new Date(offset + performance.now()),
    compare,
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
    },
  };
}

/** Offset from the process's elapsed time to the database's time, in milliseconds. */
async function readOffset(pool: Pool): Promise<{ offset: number; wayMs: number }> {
  const sentAt = performance.now();
  const { rows } = await pool.query('SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms');
  const wayMs = performance.now() - sentAt;
  return { offset: rows[0].ms - sentAt - wayMs / 2, wayMs };
}

/** Returns the time at which a transaction began, by the database's clock. */
export async function readTransactionTime(tx: Db | Tx): Promise<Date> {
  const { rows } = await tx.execute<{ ms: number }>(
    sql`SELECT (extract(epoch FROM now()) * 1000)::float8 AS ms`,
  );
  return new Date(rows[0]?.ms as number);
}
