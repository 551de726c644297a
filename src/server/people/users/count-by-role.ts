import { sql } from 'drizzle-orm';
import type { CallResult } from '#shared/calls.ts';
import { DELETED_OWNER } from '../../identity/users.ts';
import { rowCount } from '../../platform/counts.ts';
import type { Db } from '../../platform/db/open.ts';
import { defineStatement } from '../../platform/db/statement.ts';

/** Reads kept numbers and small indexes; the placeholder of deleted accounts is a suspended user. */
const PEOPLE = defineStatement('overview:people', () => ({
  select: {
    all: sql<number>`${rowCount('users')}`,
    developers: sql<number>`${rowCount('users', 'developer')}`,
    admins: sql<number>`${rowCount('users', 'admin')}`,
    suspended: sql<number>`(SELECT count(*)::int FROM users WHERE suspended_at IS NOT NULL)`,
    deleted: sql<number>`(SELECT count(*)::int FROM users WHERE uid = ${sql.raw(`'${DELETED_OWNER.uid}'`)})`,
  },
  from: sql``,
}));

/** Counts the users, those of each role, and the suspended ones. */
export async function countByRole(db: Db): Promise<CallResult<'admin.overview'>['people']> {
  const row = await PEOPLE.first(db, {});
  const { all = 0, developers = 0, admins = 0, suspended = 0, deleted = 0 } = row ?? {};
  return { all: all - deleted, developers, admins, suspended: suspended - deleted };
}
