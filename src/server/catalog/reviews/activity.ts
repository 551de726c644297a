import { sql } from 'drizzle-orm';
import type { EventName } from '#shared/events.ts';
import { ACTIVITY_DAYS } from '#shared/reviews/queue-calls.ts';
import type { Handler } from '../../identity/handler.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import { auditEvents } from '../../platform/db/tables/audit.ts';

const COUNTED = ['version.submitted', 'version.approved', 'version.rejected'] as const satisfies EventName[];

const countOf = (event: (typeof COUNTED)[number]) =>
  sql`(count(*) FILTER (WHERE ${auditEvents.event} = ${sql.raw(`'${event}'`)}))::int`;

/** Days without an event have no row among the counted ones. */
const ACTIVITY = defineStatement('reviews.activity', ({ today }: StatementValues<{ today: string }>) => {
  const firstDay = sql`${today}::date - ${sql.raw(String(ACTIVITY_DAYS - 1))}`;
  return {
    select: {
      day: sql<string>`days.day::date::text`,
      submitted: sql<number>`coalesce(counted.submitted, 0)`,
      approved: sql<number>`coalesce(counted.approved, 0)`,
      rejected: sql<number>`coalesce(counted.rejected, 0)`,
    },
    from: sql`
      FROM generate_series((${firstDay})::timestamp, ${today}::date::timestamp, interval '1 day') AS days (day)
      LEFT JOIN (
        SELECT (${auditEvents.at} AT TIME ZONE 'UTC')::date AS day, ${countOf('version.submitted')} AS submitted,
          ${countOf('version.approved')} AS approved, ${countOf('version.rejected')} AS rejected
        FROM ${auditEvents}
        WHERE ${auditEvents.event} IN (${sql.raw(COUNTED.map((event) => `'${event}'`).join(', '))})
          AND ${auditEvents.at} >= (${firstDay})::timestamp AT TIME ZONE 'UTC'
        GROUP BY 1
      ) AS counted ON counted.day = days.day
      ORDER BY days.day`,
  };
});

/** `reviews.activity`: counts submissions and decisions by day, those of the store's policy too. */
export const countReviewActivity: Handler<'reviews.activity'> = async ({ context: { db, clock } }) => ({
  days: await ACTIVITY.all(db, { today: clock().toISOString().slice(0, 10) }),
});
