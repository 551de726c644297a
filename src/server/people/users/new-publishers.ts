import { sql } from 'drizzle-orm';
import { NEW_PUBLISHERS } from '#shared/admin/calls.ts';
import type { CallResult } from '#shared/calls.ts';
import type { Db } from '../../platform/db/open.ts';
import { defineStatement } from '../../platform/db/statement.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { users } from '../../platform/db/tables/users.ts';

const PUBLISHERS = defineStatement('overview:new-publishers', () => ({
  select: {
    uid: users.uid,
    name: sql<string | null>`coalesce(${users.developerName}, ${users.displayName})`,
    email: users.email,
    isVerified: users.isVerified,
    createdAt: users.createdAt,
    apps: sql<number>`(SELECT count(*)::int FROM ${apps} WHERE ${apps.ownerUid} = ${users.uid})`,
  },
  from: sql`
    FROM ${users} WHERE ${users.role} = 'developer'
    ORDER BY ${users.createdAt} DESC, ${users.uid} DESC LIMIT ${sql.raw(String(NEW_PUBLISHERS))}`,
}));

/** Lists the developers who joined last, newest first. */
export async function listNewPublishers(db: Db): Promise<CallResult<'admin.overview'>['newPublishers']> {
  const rows = await PUBLISHERS.all(db, {});
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}
