import { sql } from 'drizzle-orm';
import type { CallResult } from '#shared/calls.ts';
import type { Db } from '../../platform/db/open.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import { reviews } from '../../platform/db/tables/reviews.ts';
import { isInQueue } from '../lifecycle/conditions.ts';

type QueueCounts = Omit<CallResult<'admin.overview'>['queue'], 'times'>;

const QUEUE = defineStatement(
  'overview:queue',
  ({ staleBefore }: StatementValues<{ staleBefore: string }>) => ({
    select: {
      waiting: sql<number>`count(*)::int`,
      claimed: sql<number>`count(${reviews.claimedAt})::int`,
      stale: sql<number>`(count(*) FILTER (WHERE ${reviews.claimedAt} < ${staleBefore}::timestamptz))::int`,
      oldestAt: sql<Date | null>`min(${reviews.submittedAt})`,
    },
    from: sql`FROM ${reviews} WHERE ${isInQueue}`,
  }),
);

/** Counts the versions that wait for a decision, and those whose claim is stale. */
export async function readQueueStatus(db: Db, times: { now: Date; staleBefore: Date }): Promise<QueueCounts> {
  const row = await QUEUE.first(db, { staleBefore: times.staleBefore.toISOString() });
  const { waiting = 0, claimed = 0, stale = 0, oldestAt = null } = row ?? {};
  const oldestSeconds =
    oldestAt === null ? null : Math.max(0, (times.now.getTime() - oldestAt.getTime()) / 1000);
  return { waiting, claimed, stale, oldestSeconds };
}
