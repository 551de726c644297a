import { type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/open.ts';
import { OUTBOX_CHANNELS, type OutboxChannel } from '../db/tables/deliveries.ts';
import { enqueue } from './enqueue.ts';

/*
 * While the database's clock is ahead, work gets times that are far in the future once the clock is right again. Nothing
 * would run it until then, and nothing fails, so it is found by its time alone.
 */

/** Longer than any pause of ours: the longest are a day, of digests, and half a day with its jitter, of failed attempts. */
const FAR = sql.raw(`interval '2 days'`);
/** Longer than any call, upload or round of the schedule. */
const SOON_FAR = sql.raw(`interval '1 hour'`);

/**
 * Returns the condition for a row `j` of the queue's table of jobs that is due implausibly late. A publication on a date that
 * somebody chose isn't.
 */
export function isMisdatedJob(): SQL {
  return sql`(j.locked_at IS NULL AND j.attempts < j.max_attempts AND j.run_at > now() + ${FAR}
    AND NOT EXISTS (
      SELECT FROM graphile_worker._private_tasks t
      JOIN releases r ON r.version_id = (j.payload ->> 'versionId')
      WHERE t.id = j.task_id AND t.identifier = 'publish-scheduled' AND j.run_at <= r.publish_at + ${FAR}))`;
}

interface Source {
  readonly name: MisdatedWork['name'];
  readonly table: SQL;
  /** The column with the time. */
  readonly column: SQL;
  readonly isMisdated: SQL;
}

const later = (column: string, than: SQL) => sql`${sql.raw(column)} > now() + ${than}`;

/** The outbox has an index by channel and time. */
const CHANNELS = sql`channel = ANY(${sql.param([...OUTBOX_CHANNELS])}::text[])`;

/** Everything that waits for a time which the store itself has set, but for jobs. */
const OTHERS: readonly Source[] = [
  {
    name: 'deliveries',
    table: sql`outbox`,
    column: sql`due_at`,
    isMisdated: sql`${CHANNELS} AND status = 'pending' AND ${later('due_at', FAR)}`,
  },
  {
    name: 'schedules',
    table: sql`graphile_worker._private_known_crontabs`,
    column: sql`last_execution`,
    isMisdated: later('last_execution', SOON_FAR),
  },
  { name: 'webhooks', table: sql`webhooks`, column: sql`retry_at`, isMisdated: later('retry_at', FAR) },
  {
    name: 'webhook attempts',
    table: sql`webhook_deliveries`,
    column: sql`next_attempt_at`,
    isMisdated: sql`status = 'pending' AND ${later('next_attempt_at', FAR)}`,
  },
  {
    name: 'calls',
    table: sql`idempotent_calls`,
    column: sql`lease_until`,
    isMisdated: sql`finished_at IS NULL AND ${later('lease_until', SOON_FAR)}`,
  },
  {
    name: 'uploads',
    table: sql`upload_locks`,
    column: sql`expires_at`,
    isMisdated: later('expires_at', SOON_FAR),
  },
  {
    name: 'rate limits',
    table: sql`rate_limits`,
    column: sql`resets_at`,
    isMisdated: later('resets_at', FAR),
  },
  {
    name: 'second factors',
    table: sql`auth_two_factors`,
    column: sql`locked_until`,
    isMisdated: later('locked_until', FAR),
  },
];

/** The work of one kind that waits for an implausible time. */
export interface MisdatedWork extends Record<string, unknown> {
  readonly name:
    | 'jobs'
    | 'deliveries'
    | 'schedules'
    | 'webhooks'
    | 'webhook attempts'
    | 'calls'
    | 'uploads'
    | 'rate limits'
    | 'second factors';
  readonly count: number;
  /** The latest of the times. */
  readonly until: string;
}

/** Lists the kinds of work that are due implausibly late, with their numbers; empty when there is none. */
export async function findMisdatedWork(db: Db | Tx): Promise<MisdatedWork[]> {
  const jobs = {
    name: 'jobs',
    table: sql`graphile_worker._private_jobs j`,
    column: sql`run_at`,
    isMisdated: isMisdatedJob(),
  } as const;
  const counts = [jobs, ...OTHERS].map(
    ({ name, table, column, isMisdated }) => sql`
      SELECT ${name}::text AS name, count(*)::int AS count,
        to_char(max(${column}) AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS until
      FROM ${table} WHERE ${isMisdated}`,
  );
  const { rows } = await db.execute<MisdatedWork>(sql.join(counts, sql` UNION ALL `));
  return rows.filter(({ count }) => count > 0);
}

/** Names a kind of work with its number, such as `3 deliveries until 2027-01-02`. */
export function describeMisdated({ name, count, until }: MisdatedWork): string {
  return `${count} ${name} until ${until}`;
}

/** Returns true when jobs, their schedule, or deliveries are due implausibly late: what makes a store stand still. */
export async function isWorkMisdated(db: Db): Promise<boolean> {
  const [deliveries, schedules] = OTHERS;
  const exists = [deliveries, schedules].flatMap((source) =>
    source ? [sql`EXISTS (SELECT FROM ${source.table} WHERE ${source.isMisdated})`] : [],
  );
  const { rows } = await db.execute<{ found: boolean }>(sql`
    SELECT EXISTS (SELECT FROM graphile_worker._private_jobs j WHERE ${isMisdatedJob()})
      OR ${sql.join(exists, sql` OR `)} AS found`);
  return rows[0]?.found ?? false;
}

/** Makes everything due now, or free again, that is due implausibly late, but for jobs (`retryFailedJobs`). Returns how many. */
export async function correctMisdatedWork(tx: Db | Tx): Promise<number> {
  const channels = await tx.execute<{ channel: OutboxChannel }>(
    sql`SELECT DISTINCT channel FROM outbox WHERE ${OTHERS[0]?.isMisdated}`,
  );
  let count = 0;
  for (const { table, column, isMisdated } of OTHERS) {
    const { rowCount } = await tx.execute(sql`UPDATE ${table} SET ${column} = now() WHERE ${isMisdated}`);
    count += rowCount ?? 0;
  }
  for (const { channel } of channels.rows) await enqueue(tx, { name: 'send-outbox', payload: { channel } });
  return count;
}
