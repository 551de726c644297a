import { sql } from 'drizzle-orm';
import type { CallResult } from '#shared/calls.ts';
import { DELETED_OWNER } from '../../identity/users.ts';
import type { Db } from '../../platform/db/open.ts';
import { defineStatement } from '../../platform/db/statement.ts';

const PEOPLE = defineStatement('overview:people', () => ({
  select: {
    all: sql<number>`count(*)::int`,
    developers: sql<number>`(count(*) FILTER (WHERE role = 'developer'))::int`,
    admins: sql<number>`(count(*) FILTER (WHERE role = 'admin'))::int`,
    suspended: sql<number>`count(suspended_at)::int`,
  },
  // The placeholder of deleted accounts is nobody.
  from: sql`FROM users WHERE uid <> ${sql.raw(`'${DELETED_OWNER.uid}'`)}`,
}));

/** Counts the users, those of each role, and the suspended ones. */
export async function countByRole(db: Db): Promise<CallResult<'admin.overview'>['people']> {
  return (await PEOPLE.first(db, {})) ?? { all: 0, developers: 0, admins: 0, suspended: 0 };
}
