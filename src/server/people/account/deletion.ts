import { sql } from 'drizzle-orm';
import { MAX_SHOWN_REQUESTS } from '#shared/account/deletion-calls.ts';
import { countOwned, type DeletionObstacle, describeObstacle } from '#shared/account/obstacles.ts';
import type { CallResult } from '#shared/calls.ts';
import { type AppStatus, appStatusSchema } from '#shared/statuses/app-status.ts';
import type { Caller } from '../../identity/authenticate.ts';
import { findLastAdmin } from '../../identity/users.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import { appInvitations, appMembers, appRemovalRequests, apps } from '../../platform/db/tables/apps.ts';
import { isHeld } from '../../platform/db/tables/holds.ts';
import { authSessions } from '../../platform/db/tables/identity.ts';
import { notificationRecipients } from '../../platform/db/tables/notifications.ts';
import { isOpenReview, reviews } from '../../platform/db/tables/reviews.ts';
import { apiTokens } from '../../platform/db/tables/tokens.ts';
import { deletionRequestOf, presentDeletion } from '../users/deletion-request.ts';

type Preview = CallResult<'account.previewDeletion'>;

const PREVIEW = defineStatement(
  'account.previewDeletion',
  ({ uid, now }: StatementValues<{ uid: string; now: string }>) => ({
    select: {
      appsByStatus: sql<Partial<Record<AppStatus, number>>>`(
        SELECT coalesce(jsonb_object_agg(status, count), '{}')
        FROM (SELECT ${apps.status}, count(*) FROM ${apps} WHERE ${apps.ownerUid} = ${uid} GROUP BY ${apps.status}) owned)`,
      sessions: sql<number>`(
        SELECT count(*)::int FROM ${authSessions}
        WHERE ${authSessions.userId} = ${uid} AND ${authSessions.expiresAt} > ${now}::timestamptz)`,
      tokens: sql<number>`(SELECT count(*)::int FROM ${apiTokens} WHERE ${apiTokens.ownerUid} = ${uid})`,
      notifications: sql<number>`(
        SELECT count(*)::int FROM ${notificationRecipients} WHERE ${notificationRecipients.uid} = ${uid})`,
      memberships: sql<number>`(SELECT count(*)::int FROM ${appMembers} WHERE ${appMembers.uid} = ${uid})`,
      claims: sql<number>`(
        SELECT count(*)::int FROM ${reviews} WHERE ${isOpenReview} AND ${reviews.reviewerUid} = ${uid})`,
      request: deletionRequestOf(uid),
    },
    from: sql``,
  }),
);

const LEAVING = defineStatement(
  'account.previewDeletion:apps',
  ({ uid, now }: StatementValues<{ uid: string; now: string }>) => ({
    select: {
      id: apps.id,
      name: apps.name,
      status: apps.status,
      isHeld: isHeld(apps.id, apps.ownerUid),
      reviews: sql<number>`(
        SELECT count(*)::int FROM ${reviews} WHERE ${reviews.appId} = ${apps.id} AND ${isOpenReview})`,
      members: sql<number>`(SELECT count(*)::int FROM ${appMembers} WHERE ${appMembers.appId} = ${apps.id})`,
      transferTo: sql<string | null>`(
        SELECT ${appInvitations.email} FROM ${appInvitations}
        WHERE ${appInvitations.appId} = ${apps.id} AND ${appInvitations.role} = 'publisher'
          AND ${appInvitations.expiresAt} > ${now}::timestamptz
        ORDER BY ${appInvitations.createdAt} DESC LIMIT 1)`,
      removeAt: sql<Date | null>`(
        SELECT ${appRemovalRequests.removeAt} FROM ${appRemovalRequests}
        WHERE ${appRemovalRequests.appId} = ${apps.id} AND ${appRemovalRequests.state} = 'pending')`,
    },
    from: sql`
      FROM ${apps} WHERE ${apps.ownerUid} = ${uid} AND ${apps.status} <> 'removed'
      ORDER BY lower(${apps.name}), ${apps.id} LIMIT ${sql.raw(String(MAX_SHOWN_REQUESTS))}`,
  }),
);

/** Returns the effects of deleting the caller's account, and the obstacles. */
export async function previewDeletion(
  db: Db | Tx,
  caller: Pick<Caller, 'uid' | 'role'>,
  now: Date,
): Promise<Preview> {
  const values = { uid: caller.uid, now: now.toISOString() };
  const counted = await PREVIEW.first(db, values);
  if (!counted) throw new Error('a statement without tables has one row');
  const { appsByStatus, request, ...counts } = counted;
  const leaving = await LEAVING.all(db, values);
  const statuses = appStatusSchema.options.map((status) => [status, appsByStatus[status] ?? 0]);
  const owned = Object.fromEntries(statuses) as Preview['apps'];
  const isLastAdmin = caller.role === 'admin' && (await findLastAdmin(db)) === caller.uid;
  const reasons: DeletionObstacle[] = [];
  if (countOwned(owned) > 0) reasons.push('owns-apps');
  if (isLastAdmin) reasons.push('last-admin');
  const obstacles = reasons.map((reason) => ({ reason, message: describeObstacle(reason, owned) }));
  return {
    obstacles,
    apps: owned,
    ...counts,
    request: request && presentDeletion(request),
    leaving: leaving.map((app) => ({ ...app, removeAt: app.removeAt?.toISOString() ?? null })),
  };
}
