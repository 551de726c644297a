import { sql } from 'drizzle-orm';
import { MAX_SHOWN_REQUESTS } from '#shared/account/deletion-calls.ts';
import type { Handler } from '../../identity/handler.ts';
import { findLastAdmin } from '../../identity/users.ts';
import { defineStatement } from '../../platform/db/statement.ts';
import { appRemovalRequests, apps } from '../../platform/db/tables/apps.ts';
import { isHeld } from '../../platform/db/tables/holds.ts';
import { accountDeletionRequests, users } from '../../platform/db/tables/users.ts';
import { isAccountHeld } from './carry-out.ts';

const LIMIT = sql.raw(String(MAX_SHOWN_REQUESTS));

const REMOVALS = defineStatement('admin.removalRequests:apps', () => ({
  select: {
    appId: apps.id,
    name: apps.name,
    publisherName: sql<string | null>`(
      SELECT coalesce(${users.developerName}, ${users.displayName}) FROM ${users} WHERE ${users.uid} = ${apps.ownerUid})`,
    requestedAt: appRemovalRequests.requestedAt,
    removeAt: appRemovalRequests.removeAt,
    isHeld: isHeld(apps.id, apps.ownerUid),
  },
  from: sql`
    FROM ${appRemovalRequests} JOIN ${apps} ON ${apps.id} = ${appRemovalRequests.appId}
    WHERE ${appRemovalRequests.state} = 'pending' AND NOT ${appRemovalRequests.isWithAccount}
    ORDER BY ${appRemovalRequests.removeAt}, ${appRemovalRequests.appId} LIMIT ${LIMIT}`,
}));

const DELETIONS = defineStatement('admin.removalRequests:accounts', () => ({
  select: {
    uid: users.uid,
    name: users.displayName,
    email: users.email,
    apps: sql<number>`(
      SELECT count(*)::int FROM ${apps} WHERE ${apps.ownerUid} = ${users.uid} AND ${apps.status} <> 'removed')`,
    requestedAt: accountDeletionRequests.requestedAt,
    deleteAt: accountDeletionRequests.deleteAt,
    isHeld: sql<boolean>`${isAccountHeld()}`,
  },
  from: sql`
    FROM ${accountDeletionRequests} JOIN ${users} ON ${users.uid} = ${accountDeletionRequests.uid}
    WHERE ${accountDeletionRequests.state} = 'pending'
    ORDER BY ${accountDeletionRequests.deleteAt}, ${accountDeletionRequests.uid} LIMIT ${LIMIT}`,
}));

/** `admin.removalRequests`: returns the pending requests to remove apps and to delete accounts, next ones first. */
export const listRemovalRequests: Handler<'admin.removalRequests'> = async ({ context: { db } }) => {
  const [removals, deletions, lastAdmin] = await Promise.all([
    REMOVALS.all(db, {}),
    DELETIONS.all(db, {}),
    findLastAdmin(db),
  ]);
  return {
    apps: removals.map(({ isHeld: isWaiting, ...row }) => ({
      ...row,
      requestedAt: row.requestedAt.toISOString(),
      removeAt: row.removeAt.toISOString(),
      waitsFor: isWaiting ? ('hold' as const) : null,
    })),
    accounts: deletions.map(({ isHeld: isWaiting, ...row }) => ({
      ...row,
      requestedAt: row.requestedAt.toISOString(),
      deleteAt: row.deleteAt.toISOString(),
      waitsFor: row.uid === lastAdmin ? ('last-admin' as const) : isWaiting ? ('hold' as const) : null,
    })),
  };
};
