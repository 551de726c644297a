import { desc, eq, ilike, inArray, or, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { User } from '#shared/users/calls.ts';
import { normaliseRole, type Role } from '#shared/users/role.ts';
import type { Db, Tx } from '../db/open.ts';
import { after, cursorOf, type Page } from '../db/paging.ts';
import { apps, authUsers, users } from '../db/tables.ts';

/** A user record with its role normalised. */
export type UserRow = Omit<typeof users.$inferSelect, 'role'> & { role: Role };

/** The columns of a record, under the names that `UserRow` has, for hot reads by named statements. */
export const USER_COLUMNS = `
  u.uid, u.email, u.display_name AS "displayName", u.photo_url AS "photoURL", u.role,
  u.is_verified AS "isVerified", u.settings, u.developer_name AS "developerName",
  u.developer_type AS "developerType", u.onboarding_completed AS "onboardingCompleted",
  u.intent, u.terms_version AS "termsVersion", u.terms_accepted_at AS "termsAcceptedAt",
  u.suspended_at AS "suspendedAt", u.suspension_reason AS "suspensionReason",
  u.links, u.language, u.time_zone AS "timeZone",
  u.created_at AS "createdAt", u.updated_at AS "updatedAt"`;

/** Creates the record of a person's first sign-in: role user, onboarding not done, not verified (specification section 4). */
export async function createUserRecord(db: Db | Tx, uid: string): Promise<void> {
  const [person] = await db
    .select({ uid: authUsers.id, email: authUsers.email, displayName: authUsers.name })
    .from(authUsers)
    .where(eq(authUsers.id, uid));
  if (!person) return;
  await db
    .insert(users)
    .values({ ...person, displayName: person.displayName || null })
    .onConflictDoNothing();
}

/** Why and since when a person is suspended; null when they are not. */
export async function findSuspension(db: Db, uid: string): Promise<{ since: Date; reason: string } | null> {
  const [row] = await db
    .select({ since: users.suspendedAt, reason: users.suspensionReason })
    .from(users)
    .where(eq(users.uid, uid));
  return row?.since ? { since: row.since, reason: row.reason ?? '' } : null;
}

/** One user record, locked until the transaction ends when asked to; null when there is none. */
export async function findUser(tx: Tx, uid: string): Promise<UserRow | null> {
  const [row] = await tx.select().from(users).where(eq(users.uid, uid)).for('update');
  return row ? { ...row, role: normaliseRole(row.role) } : null;
}

/** Whether anybody is an admin; until then the one-time set-up link is the way in. */
export async function hasAdmin(db: Db | Tx): Promise<boolean> {
  const [row] = await db
    .select({ uid: users.uid })
    .from(users)
    .where(sql`lower(trim(${users.role})) = 'admin'`)
    .limit(1);
  return row !== undefined;
}

/** How many admins can act: not suspended. The last one is protected. */
export async function countActiveAdmins(tx: Tx): Promise<number> {
  const rows = await tx
    .select({ uid: users.uid })
    .from(users)
    .where(sql`lower(trim(${users.role})) = 'admin' AND ${users.suspendedAt} IS NULL`)
    .for('update');
  return rows.length;
}

/** One page of all users, newest first; `query` looks into names, email address and id. */
export async function listUsers(db: Db, { query, ...page }: Page & { query?: string | undefined }) {
  const pattern = query && `%${query.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const matches =
    pattern &&
    or(
      ilike(users.email, pattern),
      ilike(users.displayName, pattern),
      ilike(users.developerName, pattern),
      eq(users.uid, query),
    );
  const rows = await db
    .select()
    .from(users)
    .where(sql`${matches || sql`true`} AND ${after(users.createdAt, users.uid, page)}`)
    .orderBy(desc(users.createdAt), desc(users.uid))
    .limit(page.limit + 1);
  const listed = rows.slice(0, page.limit);
  const last = rows.length > page.limit ? listed.at(-1) : undefined;
  const owned = await listOwnedAppIds(
    db,
    listed.map((row) => row.uid),
  );
  return {
    users: listed.map((row) => ({
      ...toUser({ ...row, role: normaliseRole(row.role) }, owned.get(row.uid) ?? []),
      suspendedAt: row.suspendedAt?.toISOString() ?? null,
    })),
    nextCursor: last ? cursorOf(last.createdAt, last.uid) : null,
  };
}

/** The ids of the apps that each of these people owns, oldest first. */
async function listOwnedAppIds(db: Db | Tx, uids: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .select({ uid: apps.ownerUid, id: apps.id })
    .from(apps)
    .where(inArray(apps.ownerUid, [...uids]))
    .orderBy(apps.createdAt, apps.id);
  const owned = new Map<string, string[]>(uids.map((uid) => [uid, []]));
  for (const row of rows) owned.get(row.uid)?.push(row.id);
  return owned;
}

/** One record as calls answer with it. */
export async function presentUser(db: Db | Tx, row: UserRow): Promise<User> {
  const owned = await listOwnedAppIds(db, [row.uid]);
  return toUser(row, owned.get(row.uid) ?? []);
}

/** A hot read: a named statement. */
const OWN_APPS = {
  name: 'own-apps',
  text: 'SELECT id FROM apps WHERE owner_uid = $1 ORDER BY created_at, id',
};

/** The caller's record as calls answer with it; every browser asks for it whenever it opens. */
export async function presentCaller(pool: Pool, row: UserRow): Promise<User> {
  const { rows } = await pool.query<{ id: string }>({ ...OWN_APPS, values: [row.uid] });
  return toUser(
    row,
    rows.map(({ id }) => id),
  );
}

function toUser(row: UserRow, ownedAppIds: string[]): User {
  return {
    uid: row.uid,
    email: row.email,
    displayName: row.displayName,
    photoURL: row.photoURL,
    role: row.role,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    apps: ownedAppIds,
    isVerified: row.isVerified,
    settings: row.settings,
    developerName: row.developerName,
    developerType: row.developerType,
    onboardingCompleted: row.onboardingCompleted,
  };
}
