import { sql } from 'drizzle-orm';
import type { CallResult } from '#shared/calls.ts';
import type { Db } from '../../platform/db/open.ts';
import { defineStatement } from '../../platform/db/statement.ts';

const REQUESTS = defineStatement('overview:requests', () => ({
  select: { waiting: sql<number>`count(*)::int`, oldestAt: sql<Date | null>`min(requested_at)` },
  from: sql`
    FROM publishing_requests r JOIN auth_users i ON i.id = r.uid
    WHERE r.state = 'waiting' AND i.email_verified`,
}));

/** Counts the confirmed users who wait for permission to publish. */
export async function countRequests(db: Db): Promise<CallResult<'admin.overview'>['publishingRequests']> {
  const { waiting = 0, oldestAt = null } = (await REQUESTS.first(db, {})) ?? {};
  return { waiting, oldestAt: oldestAt?.toISOString() ?? null };
}
