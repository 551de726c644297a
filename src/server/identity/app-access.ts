import { eq, getTableColumns, sql } from 'drizzle-orm';
import { type CallError } from '#shared/errors.ts';
import { t } from '#shared/languages/translate.ts';
import { type AppRole, type MemberRole, roleDenialReason } from '#shared/members/member.ts';
import type { Db, Tx } from '../platform/db/open.ts';
import { defineStatement, type StatementValues } from '../platform/db/statement.ts';
import { type AppRow, appMembers, apps } from '../platform/db/tables/apps.ts';
import { callError } from '../platform/input/call-error.ts';
import type { Caller } from './authenticate.ts';
import { DEVELOPERS_ONLY } from './authorise.ts';

/** The caller of an app: a user with their store role, or an API token limited to some apps. */
type AppVisitor = Pick<Caller, 'uid' | 'role'> & { readonly appIds?: readonly string[] | null };

/** The parts of an app that decide who has access to it. */
type AccessedApp = Pick<AppRow, 'id' | 'ownerUid'>;

const APP = defineStatement('app', ({ appId }: StatementValues<{ appId: string }>) => ({
  select: getTableColumns(apps),
  from: sql`FROM ${apps} WHERE ${apps.id} = ${appId}`,
}));

/** The columns of an app that most reads need: not its details, which are the largest. */
export type AppHead = Pick<AppRow, 'id' | 'ownerUid' | 'platform' | 'applicationId' | 'name' | 'status'>;

const APP_HEAD = defineStatement('app:head', ({ appId }: StatementValues<{ appId: string }>) => ({
  select: {
    id: apps.id,
    ownerUid: apps.ownerUid,
    platform: apps.platform,
    applicationId: apps.applicationId,
    name: apps.name,
    status: apps.status,
  },
  from: sql`FROM ${apps} WHERE ${apps.id} = ${appId}`,
}));

const MEMBER_ROLE = defineStatement(
  'app-member-role',
  ({ appId, uid }: StatementValues<{ appId: string; uid: string }>) => ({
    select: { role: appMembers.role },
    from: sql`FROM ${appMembers} WHERE ${appMembers.appId} = ${appId} AND ${appMembers.uid} = ${uid}`,
  }),
);

/**
 * Returns a caller's role in an app; null without access. The publisher is an owner; admins of the store who
 * are not members can view. Anyone who is not a developer of the store can only view, whatever their role in
 * the app.
 */
export async function findAppRole(
  db: Db | Tx,
  app: AccessedApp,
  visitor: AppVisitor,
): Promise<AppRole | null> {
  const role = await findGivenRole(db, app, visitor);
  return role !== null && visitor.role === 'user' ? 'viewer' : role;
}

/** Returns the role that a user has in an app besides its publisher; null without one. */
export async function findMemberRole(db: Db | Tx, appId: string, uid: string): Promise<MemberRole | null> {
  return (await MEMBER_ROLE.first(db, { appId, uid }))?.role ?? null;
}

async function findGivenRole(db: Db | Tx, app: AccessedApp, visitor: AppVisitor): Promise<AppRole | null> {
  if (!isAllowedByToken(visitor, app.id)) return null;
  if (app.ownerUid === visitor.uid) return 'owner';
  return (await findMemberRole(db, app.id, visitor.uid)) ?? (visitor.role === 'admin' ? 'admin' : null);
}

/** Returns false for an API token that is limited to other apps. */
export function isAllowedByToken({ appIds }: AppVisitor, appId: string): boolean {
  return !appIds || appIds.includes(appId);
}

/** Throws `permission-denied` for an API token that is limited to certain apps, in calls that concern all or new ones. */
export function requireAllApps({ appIds }: AppVisitor): void {
  if (!appIds) return;
  throw callError(
    'permission-denied',
    () => t`This API token is limited to certain apps. Use a token for all your apps.`,
    { reason: 'limited-token' },
  );
}

/**
 * Returns the error for missing objects and for those of apps that the caller cannot see. Both get the same
 * text, so that it does not reveal which ids exist.
 */
export function notFound(): CallError {
  return callError('not-found', () => t`It doesn’t exist, or you don’t have access to it.`);
}

/**
 * Checks the caller's role in an app (`findAppRole`), for calls, uploads and images; statements that read many
 * apps have the same conditions. Throws `not-found` for callers who cannot see the app, as for a missing app, and
 * `permission-denied` for those who can see it but lack the role.
 */
export async function requireAppRole(
  db: Db | Tx,
  app: AccessedApp | null | undefined,
  { caller, role: needed }: { caller: AppVisitor; role: MemberRole },
): Promise<AppRole> {
  const role = app ? await findAppRole(db, app, caller) : null;
  if (!role) throw notFound();
  if (roleDenialReason(role, needed) === null) return role;
  if (caller.role === 'user') throw callError('permission-denied', DEVELOPERS_ONLY, { reason: 'role' });
  throw callError('permission-denied', () => roleDenialReason(role, needed) ?? '', {
    reason: 'role',
    role,
    needed,
  });
}

/** Returns an app without a lock; null when there is none. */
export async function readApp(db: Db | Tx, appId: string): Promise<AppRow | null> {
  return APP.first(db, { appId });
}

/** Returns an app with the caller's role in it; throws `not-found` or `permission-denied`. */
export async function requireApp(
  db: Db | Tx,
  appId: string,
  need: { caller: AppVisitor; role: MemberRole },
): Promise<{ app: AppRow; role: AppRole }> {
  const app = await readApp(db, appId);
  const role = await requireAppRole(db, app, need);
  return { app: app as AppRow, role };
}

/** Returns the head of an app that the caller may see; throws `not-found`. */
export async function findApp(db: Db | Tx, appId: string, caller: Caller): Promise<AppHead> {
  const app = await APP_HEAD.first(db, { appId });
  await requireAppRole(db, app, { caller, role: 'viewer' });
  return app as AppHead;
}

/**
 * Returns an app locked until the transaction ends, for callers with the role; throws `not-found` or
 * `permission-denied`. Every change of an app or its versions takes this lock first.
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

/** Returns any app locked until the transaction ends, for admins; throws `not-found`. */
export async function lockAnyApp(tx: Tx, appId: string): Promise<AppRow> {
  const [app] = await tx.select().from(apps).where(eq(apps.id, appId)).for('update');
  if (!app) throw callError('not-found', () => t`This app doesn’t exist.`);
  return app;
}
