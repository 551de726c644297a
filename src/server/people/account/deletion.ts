import { sql } from 'drizzle-orm';
import { countOwned, type DeletionObstacle, describeObstacle } from '#shared/account/deletion.ts';
import type { CallResult } from '#shared/calls.ts';
import { type AppStatus, appStatusSchema } from '#shared/statuses/app-status.ts';
import type { Caller } from '../../identity/authenticate.ts';
import { findLastAdmin } from '../../identity/users.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { authSessions } from '../../platform/db/tables/identity.ts';
import { notificationRecipients } from '../../platform/db/tables/notifications.ts';
import { apiTokens } from '../../platform/db/tables/tokens.ts';

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
    },
    from: sql``,
  }),
);

/** Returns the effects of deleting the caller's account, and the obstacles. */
export async function previewDeletion(db: Db | Tx, caller: Caller, now: Date): Promise<Preview> {
  const counted = await PREVIEW.first(db, { uid: caller.uid, now: now.toISOString() });
  if (!counted) throw new Error('a statement without tables has one row');
  const { appsByStatus, ...counts } = counted;
  const statuses = appStatusSchema.options.map((status) => [status, appsByStatus[status] ?? 0]);
  const owned = Object.fromEntries(statuses) as Preview['apps'];
  const isLastAdmin = caller.role === 'admin' && (await findLastAdmin(db)) === caller.uid;
  const reasons: DeletionObstacle[] = [];
  if (countOwned(owned) > 0) reasons.push('owns-apps');
  if (isLastAdmin) reasons.push('last-admin');
  const obstacles = reasons.map((reason) => ({ reason, message: describeObstacle(reason, owned) }));
  return { obstacles, apps: owned, ...counts };
}
