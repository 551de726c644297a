import { sql } from 'drizzle-orm';
import type { CallResult } from '#shared/calls.ts';
import type { Db } from '../../platform/db/open.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';

const isEmail = sql`channel IN ('account-email', 'email', 'digest')`;

const STATUS = defineStatement('email-status', ({ since }: StatementValues<{ since: string }>) => {
  const waiting = sql`outbox WHERE status = 'pending' AND last_error IS NOT NULL AND ${isEmail}`;
  const failed = sql`outbox WHERE status = 'failed' AND finished_at > ${since}::timestamptz AND ${isEmail}`;
  return {
    select: {
      waiting: sql<number>`waiting.count`,
      waitingSince: sql<Date | null>`waiting.since`,
      failed: sql<number>`(SELECT count(*)::int FROM ${failed})`,
      lastError: sql<string | null>`left(coalesce(
        (SELECT last_error FROM ${waiting} ORDER BY created_at DESC LIMIT 1),
        (SELECT last_error FROM ${failed} ORDER BY finished_at DESC LIMIT 1)
      ), 2000)`,
    },
    from: sql`FROM (SELECT count(*)::int AS count, min(created_at) AS since FROM ${waiting}) AS waiting`,
  };
});

/** Returns the emails that are still retried, and those that failed in the last seven days. */
export async function readEmailStatus(
  db: Db,
  now: Date,
): Promise<Omit<CallResult<'admin.overview'>['mail'], 'isKept'>> {
  const since = new Date(now.getTime() - 7 * 86_400_000).toISOString();
  const {
    waiting = 0,
    waitingSince = null,
    failed = 0,
    lastError = null,
  } = (await STATUS.first(db, { since })) ?? {};
  return { waiting, waitingSince: waitingSince?.toISOString() ?? null, failed, lastError };
}
