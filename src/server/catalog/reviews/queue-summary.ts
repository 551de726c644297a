import { sql } from 'drizzle-orm';
import { AGE_LIMITS_HOURS } from '#shared/reviews/queue-limits.ts';
import type { Handler } from '../../identity/handler.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import { reviews } from '../../platform/db/tables/reviews.ts';
import { readSettings } from '../../platform/settings.ts';
import { isInQueue } from '../lifecycle/conditions.ts';

interface SummaryValues {
  readonly uid: string;
  readonly now: string;
  readonly staleHours: number;
}

const ageHours = (now: unknown) =>
  sql`(extract(epoch FROM ${now}::timestamptz - ${reviews.queuedAt}) / 3600)`;

export const SUMMARY = defineStatement(
  'reviews.queueSummary',
  ({ uid, now, staleHours }: StatementValues<SummaryValues>) => ({
    select: {
      all: sql<number>`count(*)::int`,
      mine: sql<number>`(count(*) FILTER (WHERE ${reviews.reviewerUid} = ${uid}))::int`,
      unassigned: sql<number>`(count(*) FILTER (WHERE ${reviews.reviewerUid} IS NULL))::int`,
      overdue: sql<number>`(count(*) FILTER (
        WHERE ${reviews.claimedAt} < ${now}::timestamptz - ${staleHours}::int * interval '1 hour'))::int`,
      sensitive: sql<number>`(count(*) FILTER (WHERE ${reviews.newCapabilities} <> '{}'))::int`,
      /** Versions younger than each limit; each includes those before it. */
      younger: sql<number[]>`ARRAY[${sql.join(
        AGE_LIMITS_HOURS.map(
          (hours) => sql`(count(*) FILTER (WHERE ${ageHours(now)} < ${sql.raw(String(hours))}))::int`,
        ),
        sql`, `,
      )}]`,
    },
    from: sql`FROM ${reviews} WHERE ${isInQueue}`,
  }),
);

/** `reviews.queueSummary`: counts the versions that wait for a decision, also by age. */
export const getQueueSummary: Handler<'reviews.queueSummary'> = async ({ caller, context }) => {
  const { db, clock } = context;
  const { review } = await readSettings(db);
  const row = await SUMMARY.first(db, {
    uid: caller.uid,
    now: clock().toISOString(),
    staleHours: review.staleClaimHours,
  });
  const { younger = [], ...counts } = row ?? { all: 0, mine: 0, unassigned: 0, overdue: 0, sensitive: 0 };
  const bounds = [0, ...younger, counts.all];
  return { ...counts, ages: bounds.slice(1).map((count, index) => count - (bounds[index] ?? 0)) };
};
