import { sql } from 'drizzle-orm';
import type { CallResult } from '#shared/calls.ts';
import type { EventName } from '#shared/events.ts';
import type { Db } from '../../platform/db/open.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import { oneOf } from '../../platform/db/tables/columns.ts';

type WeekCounts = CallResult<'admin.overview'>['week'];

const COUNTED = [
  'version.submitted',
  'version.approved',
  'version.rejected',
  'version.published',
] as const satisfies readonly EventName[];

const WEEK = defineStatement('overview:week', ({ since }: StatementValues<{ since: string }>) => ({
  select: {
    submitted: countOf('version.submitted'),
    approved: countOf('version.approved'),
    rejected: countOf('version.rejected'),
    published: countOf('version.published'),
    downloads: sql<number>`(
      SELECT coalesce(sum(count), 0)::int FROM app_downloads
      WHERE day > (${since}::timestamptz AT TIME ZONE 'UTC')::date)`,
  },
  from: sql`
    FROM audit_events
    WHERE ${oneOf(sql`event`, COUNTED)} AND at > ${since}::timestamptz`,
}));

function countOf(event: (typeof COUNTED)[number]) {
  return sql<number>`(count(*) FILTER (WHERE event = ${sql.raw(`'${event}'`)}))::int`;
}

/** Counts what happened to versions in the last seven days, and their downloads. */
export async function countWeek(db: Db, now: Date): Promise<WeekCounts> {
  const since = new Date(now.getTime() - 7 * 86_400_000).toISOString();
  return (await WEEK.first(db, { since })) as WeekCounts;
}
