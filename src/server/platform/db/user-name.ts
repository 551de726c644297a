import { type Column, type SQL, sql } from 'drizzle-orm';
import { users } from './tables/users.ts';

/**
 * Selects a user's name, or else their address; null without one. A subquery, so that a plan that is made once looks up the
 * few users of a page, one by one.
 */
export function userName(uid: Column): SQL<string | null> {
  return sql`(
    SELECT coalesce(${users.displayName}, ${users.email}) FROM ${users} WHERE ${users.uid} = ${uid})`;
}
