import { sql } from 'drizzle-orm';
import { MAX_FAILING_JOBS } from '#shared/admin/calls.ts';
import type { CallResult } from '#shared/calls.ts';
import type { Db } from '../db/open.ts';
import { defineStatement, type StatementValues } from '../db/statement.ts';
import { isMisdatedJob } from './misdated-work.ts';

const SYSTEM = defineStatement('overview:system', ({ since }: StatementValues<{ since: string }>) => ({
  select: {
    failingJobs: sql<number>`(
      SELECT count(*)::int FROM graphile_worker._private_jobs j WHERE last_error IS NOT NULL OR ${isMisdatedJob()})`,
    oldestJobSeconds: sql<number>`(
      SELECT greatest(coalesce(extract(epoch FROM now() - min(run_at)), 0), 0)::float8 FROM graphile_worker.jobs
      WHERE run_at <= now() AND locked_at IS NULL AND attempts < max_attempts)`,
    failedDeliveries: sql<number>`(
      SELECT count(*)::int FROM outbox WHERE channel IN ('push', 'webhook')
        AND (status = 'pending' AND last_error IS NOT NULL
          OR status = 'failed' AND finished_at > ${since}::timestamptz))`,
    feedAt: sql<Date | null>`(SELECT to_timestamp(timestamp / 1000.0) FROM feeds WHERE name = 'fdroid')`,
    databaseBytes: sql<number>`pg_database_size(current_database())::float8`,
  },
  from: sql``,
}));

const FAILURES = defineStatement('overview:failures', () => ({
  select: {
    id: sql<string>`id::text`,
    name: sql<string>`left(identifier, 100)`,
    error: sql<string | null>`left(last_error, 500)`,
    runsAt: sql<Date | null>`CASE WHEN attempts < max_attempts THEN run_at END`,
    isDue: sql<boolean>`attempts < max_attempts AND run_at <= now()`,
  },
  from: sql`
    FROM graphile_worker._private_jobs j
    JOIN (SELECT id AS task, identifier FROM graphile_worker._private_tasks) kinds ON task = task_id
    WHERE last_error IS NOT NULL OR ${isMisdatedJob()}
    ORDER BY updated_at DESC, id LIMIT ${sql.raw(String(MAX_FAILING_JOBS))}`,
}));

/** Reads how jobs, deliveries, the feed and the database are. */
export async function readSystemStatus(db: Db, now: Date): Promise<CallResult<'admin.overview'>['system']> {
  const since = new Date(now.getTime() - 7 * 86_400_000).toISOString();
  const {
    failingJobs = 0,
    oldestJobSeconds = 0,
    failedDeliveries = 0,
    feedAt = null,
    databaseBytes = 0,
  } = (await SYSTEM.first(db, { since })) ?? {};
  const lastFailures = failingJobs === 0 ? [] : await FAILURES.all(db, {});
  return {
    failingJobs,
    lastFailures: lastFailures.map((job) => ({ ...job, runsAt: job.runsAt?.toISOString() ?? null })),
    oldestJobSeconds,
    failedDeliveries,
    feedAt: feedAt?.toISOString() ?? null,
    databaseBytes,
  };
}
