import { and, asc, desc, eq, ilike, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { UserStanding } from '#shared/users/calls.ts';
import { normaliseRole, type Role } from '#shared/users/role.ts';
import type { Handler } from '../callable.ts';
import { publishingRequests } from '../db/account-tables.ts';
import type { Db } from '../db/open.ts';
import { after, afterAscending, cursorOf, type Page } from '../db/paging.ts';
import { users } from '../db/tables.ts';
import { presentUsers } from './present.ts';
import { DELETED_OWNER, findLastAdmin } from './queries.ts';

type Row = typeof users.$inferSelect;

/** `users.list`: everybody in this store, newest first, or who waits to publish; `query` looks into names, address and id. */
export const listUsers: Handler<'users.list'> = async ({ data, context: { db } }) => {
  const rows = data.publishing ? await readWaiting(db, data) : await readNewest(db, data);
  const listed = rows.slice(0, data.limit);
  const last = rows.length > data.limit ? listed.at(-1) : undefined;
  const [presented, lastAdminUid] = await Promise.all([
    presentUsers(
      db,
      listed.map(({ user }) => Object.assign(user, { role: normaliseRole(user.role) })),
    ),
    findLastAdmin(db),
  ]);
  return {
    users: presented.map((user, index) =>
      Object.assign(user, {
        suspendedAt: listed[index]?.user.suspendedAt?.toISOString() ?? null,
        suspensionReason: listed[index]?.user.suspensionReason ?? null,
        isLastAdmin: user.uid === lastAdminUid,
      }),
    ),
    nextCursor: last ? cursorOf(last.at, last.user.uid) : null,
  };
};

interface Filter extends Page {
  readonly query?: string | undefined;
  readonly role?: Role | undefined;
  readonly standing?: UserStanding | undefined;
}

/** One row more than asked for, with the time that the list is ordered by. */
async function readNewest(db: Db, filter: Filter): Promise<{ user: Row; at: Date }[]> {
  const rows = await db
    .select()
    .from(users)
    .where(
      and(
        ne(users.uid, DELETED_OWNER.uid),
        matches(filter.query),
        filter.role ? hasRole(filter.role) : undefined,
        filter.standing ? STANDINGS[filter.standing] : undefined,
        after(users.createdAt, users.uid, filter),
      ),
    )
    .orderBy(desc(users.createdAt), desc(users.uid))
    .limit(filter.limit + 1);
  return rows.map((user) => ({ user, at: user.createdAt }));
}

async function readWaiting(db: Db, filter: Filter): Promise<{ user: Row; at: Date }[]> {
  const { requestedAt, uid, state } = publishingRequests;
  return db
    .select({ user: users, at: requestedAt })
    .from(publishingRequests)
    .innerJoin(users, eq(users.uid, uid))
    .where(and(eq(state, 'waiting'), matches(filter.query), afterAscending(requestedAt, uid, filter)))
    .orderBy(asc(requestedAt), asc(uid))
    .limit(filter.limit + 1);
}

/** Whatever is stored and is neither developer nor admin is a user (specification section 4). */
function hasRole(role: Role) {
  const stored = sql`lower(trim(${users.role}))`;
  return role === 'user' ? sql`${stored} NOT IN ('developer', 'admin')` : sql`${stored} = ${role}`;
}

const STANDINGS: Readonly<Record<UserStanding, SQL>> = {
  suspended: isNotNull(users.suspendedAt),
  verified: sql`${users.isVerified}`,
  unverified: sql`NOT ${users.isVerified}`,
};

function matches(query: string | undefined) {
  if (!query) return undefined;
  const pattern = `%${query.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return or(
    ilike(users.email, pattern),
    ilike(users.displayName, pattern),
    ilike(users.developerName, pattern),
    eq(users.uid, query),
  );
}
