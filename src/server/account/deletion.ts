import { and, count, eq, gt } from 'drizzle-orm';
import type { CallResult } from '#shared/calls.ts';
import type { Caller } from '../auth/authenticate.ts';
import { apiTokens } from '../db/account-tables.ts';
import { authSessions } from '../db/identity-tables.ts';
import type { Tx } from '../db/open.ts';
import { apps, notifications } from '../db/tables.ts';
import { countActiveAdmins } from '../users/queries.ts';

type Preview = CallResult<'account.previewDeletion'>;

/** What deleting the caller's account would do, and what stands against it. */
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
    .from(notifications)
    .where(eq(notifications.userId, caller.uid));
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
  message: 'You are the last admin of this store. Make somebody else an admin first.',
};

async function countApps(tx: Tx, uid: string): Promise<Preview['apps']> {
  const rows = await tx
    .select({ status: apps.status, count: count() })
    .from(apps)
    .where(eq(apps.ownerUid, uid))
    .groupBy(apps.status);
  const counted = new Map(rows.map((row) => [row.status, row.count]));
  const of = (status: keyof Preview['apps']) => counted.get(status) ?? 0;
  return {
    draft: of('draft'),
    published: of('published'),
    unpublished: of('unpublished'),
    removed: of('removed'),
  };
}

/** People have these apps installed, or the store has reviews of them: somebody must answer for them. */
function ownsApps({ draft, published, unpublished }: Preview['apps']): Preview['obstacles'] {
  const total = draft + published + unpublished;
  if (total === 0) return [];
  const message =
    total === 1
      ? `You have an app${published > 0 ? ' that is published' : ''}. Hand it over or have it removed first.`
      : `You have ${total} apps, ${published} of them published. Hand them over or have them removed first.`;
  return [{ reason: 'owns-apps', message }];
}
