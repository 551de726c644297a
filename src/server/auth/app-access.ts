import { and, eq } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import { type AppRole, type MemberRole, whyNotRole } from '#shared/members/member.ts';
import type { Db, Tx } from '../db/open.ts';
import { appMembers } from '../db/publishing-tables.ts';
import { type AppRow, apps } from '../db/tables.ts';
import type { Caller } from './authenticate.ts';

/**
 * What the caller is to an app; null when it is nothing of theirs. Its publisher is an owner; an API token that is made
 * for certain apps reaches those alone; admins of the store who are no members read.
 */
export async function findAppRole(db: Db | Tx, app: AppRow, caller: Caller): Promise<AppRole | null> {
  if (caller.via === 'token' && caller.appIds && !caller.appIds.includes(app.id)) return null;
  if (app.ownerUid === caller.uid) return 'owner';
  const [member] = await db
    .select({ role: appMembers.role })
    .from(appMembers)
    .where(and(eq(appMembers.appId, app.id), eq(appMembers.uid, caller.uid)));
  return member?.role ?? (caller.role === 'admin' ? 'admin' : null);
}

/**
 * The one place that decides who may do what with an app (`findAppRole`). Throws `not-found` for people to whom it is
 * nothing, as for an app that does not exist, and `permission-denied` for those who may see it but not do this.
 */
export async function requireAppRole(
  db: Db | Tx,
  app: AppRow | undefined,
  { caller, role: needed }: { caller: Caller; role: MemberRole },
): Promise<AppRole> {
  const role = app ? await findAppRole(db, app, caller) : null;
  if (!role) throw new CallError('not-found', 'There is no such app, or it is not yours.');
  const refusal = whyNotRole(role, needed);
  if (refusal === null) return role;
  throw new CallError('permission-denied', refusal, { role, needed });
}

/** An app that the caller may see; throws `not-found`. */
export async function findApp(db: Db | Tx, appId: string, caller: Caller): Promise<AppRow> {
  const [app] = await db.select().from(apps).where(eq(apps.id, appId));
  await requireAppRole(db, app, { caller, role: 'viewer' });
  return app as AppRow;
}

/**
 * An app locked until the transaction ends, for whoever has the role; throws `not-found` or `permission-denied`.
 * Whatever changes an app or a version of it takes this lock first.
 */
export async function lockApp(
  tx: Tx,
  appId: string,
  need: { caller: Caller; role: MemberRole },
): Promise<AppRow> {
  const [app] = await tx.select().from(apps).where(eq(apps.id, appId)).for('update');
  await requireAppRole(tx, app, need);
  return app as AppRow;
}
