import { eq, inArray, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { User } from '#shared/users/calls.ts';
import { publishingRequests } from '../db/account-tables.ts';
import { authUsers } from '../db/identity-tables.ts';
import type { Db, Tx } from '../db/open.ts';
import { apps } from '../db/tables.ts';
import type { UserRow } from './queries.ts';

/** One record as calls answer with it. */
export async function presentUser(db: Db | Tx, row: UserRow): Promise<User> {
  const [user] = await presentUsers(db, [row]);
  return user as User;
}

/** Records as calls answer with them: with the identity's state, requests to publish and owned apps, in one query. */
export async function presentUsers(db: Db | Tx, rows: readonly UserRow[]): Promise<User[]> {
  if (rows.length === 0) return [];
  const found = await db
    .select({
      uid: authUsers.id,
      emailVerified: authUsers.emailVerified,
      twoFactorEnabled: sql<boolean>`coalesce(${authUsers.twoFactorEnabled}, false)`,
      request: publishingRequests,
      apps: sql<string[]>`ARRAY(
        SELECT ${apps.id} FROM ${apps} WHERE ${apps.ownerUid} = ${authUsers.id} ORDER BY ${apps.createdAt}, ${apps.id})`,
    })
    .from(authUsers)
    .leftJoin(publishingRequests, eq(publishingRequests.uid, authUsers.id))
    .where(
      inArray(
        authUsers.id,
        rows.map((row) => row.uid),
      ),
    );
  const known = new Map(found.map((one) => [one.uid, one]));
  return rows.map((row) => toUser(row, known.get(row.uid)));
}

/** A hot read: a named statement. */
const CALLER = {
  name: 'present-caller',
  text: `
    SELECT i.email_verified AS "emailVerified", coalesce(i.two_factor_enabled, false) AS "twoFactorEnabled",
           r.state, r.requested_at AS "requestedAt", r.decided_at AS "decidedAt", r.reason,
           ARRAY(SELECT id FROM apps WHERE owner_uid = i.id ORDER BY created_at, id) AS apps
    FROM auth_users i LEFT JOIN publishing_requests r ON r.uid = i.id
    WHERE i.id = $1`,
};

/** The caller's record as calls answer with it; every browser asks for it whenever it opens. */
export async function presentCaller(pool: Pool, row: UserRow): Promise<User> {
  const { rows } = await pool.query({ ...CALLER, values: [row.uid] });
  const known = rows[0];
  return toUser(row, known && { ...known, request: known.state === null ? null : known });
}

interface Known {
  readonly emailVerified: boolean;
  readonly twoFactorEnabled: boolean;
  readonly request: Omit<typeof publishingRequests.$inferSelect, 'uid'> | null;
  readonly apps: string[];
}

function toUser(row: UserRow, known: Known | undefined): User {
  return {
    uid: row.uid,
    email: row.email,
    displayName: row.displayName,
    photoURL: row.photoURL,
    role: row.role,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    apps: known?.apps ?? [],
    isVerified: row.isVerified,
    settings: row.settings,
    developerName: row.developerName,
    developerType: row.developerType,
    onboardingCompleted: row.onboardingCompleted,
    emailVerified: known?.emailVerified ?? false,
    twoFactorEnabled: known?.twoFactorEnabled ?? false,
    publishing: publishingOf(row, known?.request ?? null),
    links: row.links,
    language: row.language,
    timeZone: row.timeZone,
  };
}

/** Where a person stands: a role that may publish outweighs every request. */
function publishingOf(row: UserRow, request: Known['request']): User['publishing'] {
  if (row.role !== 'user') return { state: 'open', since: null, reason: null };
  if (!request) return { state: 'none', since: null, reason: null };
  const since = request.decidedAt ?? request.requestedAt;
  return { state: request.state, since: since.toISOString(), reason: request.reason };
}
