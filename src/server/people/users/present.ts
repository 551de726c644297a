import { sql } from 'drizzle-orm';
import { t } from '#shared/languages/translate.ts';
import type { User } from '#shared/users/calls.ts';
import type { UserRow } from '../../identity/users.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { defineStatement, orNull, type RowOf, type StatementValues } from '../../platform/db/statement.ts';
import { authUsers } from '../../platform/db/tables/identity.ts';
import { publishingRequests, users } from '../../platform/db/tables/users.ts';
import { callError } from '../../platform/input/call-error.ts';

/** Returns one record as calls present it, with account state and publishing request. */
export async function presentUser(db: Db | Tx, row: UserRow): Promise<User> {
  const state = await ACCOUNT_STATE.first(db, { uid: row.uid });
  return toUser(row, state ?? NO_STATE);
}

/** The parts of a presented record that are not in the user’s own row. */
const stateColumns = {
  emailVerified: authUsers.emailVerified,
  twoFactorEnabled: sql<boolean>`coalesce(${authUsers.twoFactorEnabled}, false)`,
  requestState: orNull(publishingRequests.state),
  requestedAt: orNull(publishingRequests.requestedAt),
  decidedAt: orNull(publishingRequests.decidedAt),
  requestReason: orNull(publishingRequests.reason),
};
type AccountState = RowOf<typeof stateColumns>;

const NO_STATE: AccountState = {
  emailVerified: false,
  twoFactorEnabled: false,
  requestState: null,
  requestedAt: null,
  decidedAt: null,
  requestReason: null,
};

const ACCOUNT_STATE = defineStatement('account-state', ({ uid }: StatementValues<{ uid: string }>) => ({
  select: stateColumns,
  from: sql`
    FROM ${authUsers} LEFT JOIN ${publishingRequests} ON ${publishingRequests.uid} = ${authUsers.id}
    WHERE ${authUsers.id} = ${uid}`,
}));

/** The columns of presented records. */
export const recordColumns = {
  uid: users.uid,
  email: users.email,
  displayName: users.displayName,
  photoURL: users.photoURL,
  role: users.role,
  createdAt: users.createdAt,
  updatedAt: users.updatedAt,
  isVerified: users.isVerified,
  settings: users.settings,
  developerName: users.developerName,
  developerType: users.developerType,
  onboardingCompleted: users.onboardingCompleted,
  links: users.links,
  language: users.language,
  timeZone: users.timeZone,
  density: users.density,
  ...stateColumns,
};

/** Joins the tables that `recordColumns` needs besides `users`. */
export const joinAccountState = sql`
  JOIN ${authUsers} ON ${authUsers.id} = ${users.uid}
  LEFT JOIN ${publishingRequests} ON ${publishingRequests.uid} = ${users.uid}`;

export const OWN_RECORD = defineStatement('users.me', ({ uid }: StatementValues<{ uid: string }>) => ({
  select: recordColumns,
  from: sql`FROM ${users} ${joinAccountState} WHERE ${users.uid} = ${uid}`,
}));

/** Returns a user's own record as calls present it; every browser requests it on load. */
export async function readOwnRecord(db: Db, uid: string): Promise<User> {
  const row = await OWN_RECORD.first(db, { uid });
  if (!row) throw callError('not-found', () => t`Your account no longer exists.`);
  return presentRecord(row);
}

/** Returns a record as calls present it, from a row with `recordColumns`. */
export function presentRecord(row: RowOf<typeof recordColumns>): User {
  return toUser(row, row);
}

/** The columns of a presented user record. */
type ShownRecord = Pick<UserRow, Extract<keyof User, keyof UserRow>>;

function toUser(row: ShownRecord, state: AccountState): User {
  return {
    uid: row.uid,
    email: row.email,
    displayName: row.displayName,
    photoURL: row.photoURL,
    role: row.role,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    isVerified: row.isVerified,
    settings: row.settings,
    developerName: row.developerName,
    developerType: row.developerType,
    onboardingCompleted: row.onboardingCompleted,
    emailVerified: state.emailVerified,
    twoFactorEnabled: state.twoFactorEnabled,
    publishing: publishingOf(row, state),
    links: row.links,
    language: row.language,
    timeZone: row.timeZone,
    density: row.density,
  };
}

/** Returns a user's publishing status: a role that may publish overrides every request. */
function publishingOf({ role }: ShownRecord, state: AccountState): User['publishing'] {
  if (role !== 'user') return { state: 'open', since: null, reason: null };
  const { requestState, requestedAt, decidedAt, requestReason } = state;
  if (!requestState || !requestedAt) return { state: 'none', since: null, reason: null };
  // A new request waits from its own time, whatever was decided before.
  if (requestState === 'waiting') {
    return { state: requestState, since: requestedAt.toISOString(), reason: null };
  }
  return { state: requestState, since: (decidedAt ?? requestedAt).toISOString(), reason: requestReason };
}
