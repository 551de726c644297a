import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Caller } from '../auth/authenticate.ts';
import { notifications } from '../db/tables.ts';

/** The condition for the caller's own notifications that have not expired: all that anybody can reach. */
export function ownVisible({ uid }: Caller): SQL | undefined {
  return and(
    eq(notifications.userId, uid),
    sql`(${notifications.expiresAt} IS NULL OR ${notifications.expiresAt} > now())`,
  );
}
