import { and, count, eq, gt } from 'drizzle-orm';
import { appStatusSchema } from '#shared/apps/status.ts';
import type { CallResult } from '#shared/calls.ts';
import type { Caller } from '../../identity/authenticate.ts';
import { countActiveAdmins } from '../../identity/users.ts';
import type { Tx } from '../../platform/db/open.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { authSessions } from '../../platform/db/tables/identity.ts';
import { notificationRecipients } from '../../platform/db/tables/notifications.ts';
import { apiTokens } from '../../platform/db/tables/tokens.ts';

type Preview = CallResult<'account.previewDeletion'>;

/** Returns the effects of deleting the caller's account, and the obstacles. */
export async function previewDeletion(tx: Tx, caller: Caller, now: Date): Promise<Preview> {
  const owned = await countApps(tx, caller.uid);
  const [sessions] = await tx
    .select({ count: count() })
    .from(authSessions)
    .where(and(eq(authSessions.userId, caller.uid), gt(authSessions.expiresAt, now)));
  const [tokens] = await tx
    .select({ count: count() })
    .from(apiTokens)
    .where(eq(apiTokens.ownerUid, caller.uid));
  const [received] = await tx
    .select({ count: count() })
    .from(notificationRecipients)
    .where(eq(notificationRecipients.uid, caller.uid));
  const isLastAdmin = caller.role === 'admin' && (await countActiveAdmins(tx)) <= 1;
  return {
    obstacles: [...ownsApps(owned), ...(isLastAdmin ? [LAST_ADMIN] : [])],
    apps: owned,
    sessions: sessions?.count ?? 0,
    tokens: tokens?.count ?? 0,
    notifications: received?.count ?? 0,
  };
}

const LAST_ADMIN = {
  reason: 'last-admin' as const,
  message: 'You’re the last admin of this store. Make someone else an admin first.',
};

async function countApps(tx: Tx, uid: string): Promise<Preview['apps']> {
  const rows = await tx
    .select({ status: apps.status, count: count() })
    .from(apps)
    .where(eq(apps.ownerUid, uid))
    .groupBy(apps.status);
  const counted = new Map(rows.map((row) => [row.status, row.count]));
  const statuses = appStatusSchema.options.map((status) => [status, counted.get(status) ?? 0]);
  return Object.fromEntries(statuses) as Preview['apps'];
}

/** These apps are installed or have been reviewed, so someone must stay responsible for them. */
function ownsApps(counts: Preview['apps']): Preview['obstacles'] {
  const { published, removed } = counts;
  const total = Object.values(counts).reduce((sum, number) => sum + number, 0) - removed;
  if (total === 0) return [];
  const message =
    total === 1
      ? `You have an app${published > 0 ? ' that is published' : ''}. Transfer it or have it removed first.`
      : `You have ${total} apps, ${published} of them published. Transfer them or have them removed first.`;
  return [{ reason: 'owns-apps', message }];
}
