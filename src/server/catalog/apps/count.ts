import { sql } from 'drizzle-orm';
import type { CallResult } from '#shared/calls.ts';
import { type AppStatus, appStatusSchema } from '#shared/statuses/app-status.ts';
import type { Db } from '../../platform/db/open.ts';
import { defineStatement } from '../../platform/db/statement.ts';

type AppCounts = CallResult<'admin.overview'>['apps'];

const APPS = defineStatement('overview:apps', () => ({
  select: { status: sql<AppStatus>`status`, count: sql<number>`count(*)::int` },
  from: sql`FROM apps GROUP BY status`,
}));

/** Counts the store's apps by status. */
export async function countApps(db: Db): Promise<AppCounts> {
  const counts = new Map((await APPS.all(db, {})).map(({ status, count }) => [status, count]));
  return Object.fromEntries(
    appStatusSchema.options.map((status) => [status, counts.get(status) ?? 0]),
  ) as AppCounts;
}
