import { sql } from 'drizzle-orm';
import type { CallResult } from '#shared/calls.ts';
import type { Context } from '../../platform/context.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import { canSendEmail } from '../../platform/mail/mail-configuration.ts';

const REQUESTS = defineStatement(
  'overview:requests',
  ({ listsUnconfirmed }: StatementValues<{ listsUnconfirmed: boolean }>) => ({
    select: { waiting: sql<number>`count(*)::int`, oldestAt: sql<Date | null>`min(requested_at)` },
    from: sql`
    FROM publishing_requests r JOIN auth_users i ON i.id = r.uid
    WHERE r.state = 'waiting' AND (i.email_verified OR ${listsUnconfirmed}::boolean)`,
  }),
);

/** Counts the users who wait for permission to publish, as `users.list` lists them. */
export async function countRequests(
  context: Pick<Context, 'config' | 'db'>,
): Promise<CallResult<'admin.overview'>['publishingRequests']> {
  const { waiting = 0, oldestAt = null } =
    (await REQUESTS.first(context.db, { listsUnconfirmed: !(await canSendEmail(context)) })) ?? {};
  return { waiting, oldestAt: oldestAt?.toISOString() ?? null };
}
