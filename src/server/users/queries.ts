import { eq, sql } from 'drizzle-orm';
import { normaliseRole, type Role } from '#shared/users/role.ts';
import { authUsers } from '../db/identity-tables.ts';
import type { Db, Tx } from '../db/open.ts';
import { users } from '../db/tables.ts';

/** A user record with its role normalised. */
export type UserRow = Omit<typeof users.$inferSelect, 'role'> & { role: Role };

/** Whom removed apps belong to when their publisher deleted the account: nobody who can sign in, or is listed. */
export const DELETED_OWNER = {
  uid: 'deleted',
  email: 'deleted@account.invalid',
  name: 'Deleted account',
} as const;

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

/** The one admin who can act, if there is only one; null when there are more. */
export async function findLastAdmin(db: Db): Promise<string | null> {
  const rows = await db
    .select({ uid: users.uid })
    .from(users)
    .where(sql`lower(trim(${users.role})) = 'admin' AND ${users.suspendedAt} IS NULL`)
    .limit(2);
  return rows.length === 1 ? (rows[0]?.uid ?? null) : null;
}
