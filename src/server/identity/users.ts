import { eq, getTableColumns, sql } from 'drizzle-orm';
import type { Db, Tx } from '../platform/db/open.ts';
import { defineStatement, type StatementValues } from '../platform/db/statement.ts';
import { authUsers } from '../platform/db/tables/identity.ts';
import { users } from '../platform/db/tables/users.ts';

export type UserRow = typeof users.$inferSelect;

/** Owner of removed apps whose publisher deleted their account: it cannot sign in and is not listed. */
export const DELETED_OWNER = {
  uid: 'deleted',
  email: 'deleted@account.invalid',
  name: 'Deleted account',
} as const;

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

/** Returns the reason and start of a user's suspension; null when not suspended. */
export async function findSuspension(db: Db, uid: string): Promise<{ since: Date; reason: string } | null> {
  const [row] = await db
    .select({ since: users.suspendedAt, reason: users.suspensionReason })
    .from(users)
    .where(eq(users.uid, uid));
  return row?.since ? { since: row.since, reason: row.reason ?? '' } : null;
}

const USER = defineStatement('user', ({ uid }: StatementValues<{ uid: string }>) => ({
  select: getTableColumns(users),
  from: sql`FROM ${users} WHERE ${users.uid} = ${uid}`,
}));

/** Returns one user record without a lock; null when there is none. */
export async function readUser(db: Db | Tx, uid: string): Promise<UserRow | null> {
  return USER.first(db, { uid });
}

/** Returns one user record, locked until the transaction ends on request; null when there is none. */
export async function findUser(tx: Tx, uid: string): Promise<UserRow | null> {
  const [row] = await tx.select().from(users).where(eq(users.uid, uid)).for('update');
  return row ?? null;
}

const ANY_ADMIN = defineStatement('any-admin', () => ({
  select: { uid: users.uid },
  from: sql`FROM ${users} WHERE ${users.role} = 'admin' LIMIT 1`,
}));

/** Returns true when there is an admin; until then the one-time set-up link is used. */
export async function hasAdmin(db: Db | Tx): Promise<boolean> {
  return (await ANY_ADMIN.first(db, {})) !== null;
}

/** An admin who is not suspended. */
const isActiveAdmin = sql`${users.role} = 'admin' AND ${users.suspendedAt} IS NULL`;

/** Counts the admins who are not suspended, and locks them; the last one is protected. */
export async function countActiveAdmins(tx: Tx): Promise<number> {
  const rows = await tx.select({ uid: users.uid }).from(users).where(isActiveAdmin).for('update');
  return rows.length;
}

const activeAdmins = { select: { uid: users.uid }, from: sql`FROM ${users} WHERE ${isActiveAdmin}` };
const ACTIVE_ADMINS = defineStatement('active-admins', () => activeAdmins);
const TWO_ADMINS = defineStatement('active-admins:two', () => ({
  ...activeAdmins,
  from: sql`${activeAdmins.from} LIMIT 2`,
}));

/** Returns the ids of all admins who are not suspended, without a lock. */
export async function readActiveAdmins(db: Db | Tx): Promise<string[]> {
  const rows = await ACTIVE_ADMINS.all(db, {});
  return rows.map(({ uid }) => uid);
}

/** Returns the uid of the only active admin; null when there are more. */
export async function findLastAdmin(db: Db | Tx): Promise<string | null> {
  const rows = await TWO_ADMINS.all(db, {});
  return rows.length === 1 ? (rows[0]?.uid ?? null) : null;
}
