import { eq } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import type { Db, Tx } from '../db/open.ts';
import { type AppRow, apps } from '../db/tables.ts';
import type { Caller } from './authenticate.ts';

/**
 * The one place that decides who may reach an app: its owner, and admins of the store; an API token that is made for
 * certain apps reaches those alone.
 * Everybody else is told the same as for an app that does not exist: throws `not-found`.
 */
export function requireAppAccess(app: AppRow | undefined, caller: Caller): asserts app is AppRow {
  const reaches = caller.via === 'session' || !caller.appIds || (app && caller.appIds.includes(app.id));
  if (app && reaches && (app.ownerUid === caller.uid || caller.role === 'admin')) return;
  throw new CallError('not-found', 'There is no such app, or it is not yours.');
}

/** Refuses everybody but the app's own publisher, admins included: throws `not-found` or `permission-denied`. */
export function requireAppOwner(app: AppRow | undefined, caller: Caller): asserts app is AppRow {
  requireAppAccess(app, caller);
  if (app.ownerUid === caller.uid) return;
  throw new CallError('permission-denied', 'Only the publisher of this app may do this.');
}

/** An app that the caller may see; throws `not-found`. */
export async function findApp(db: Db | Tx, appId: string, caller: Caller): Promise<AppRow> {
  const [app] = await db.select().from(apps).where(eq(apps.id, appId));
  requireAppAccess(app, caller);
  return app;
}
