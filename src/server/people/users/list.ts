import { type SQL, sql } from 'drizzle-orm';
import type { CallData } from '#shared/calls.ts';
import type { UserStatus } from '#shared/users/calls.ts';
import type { Handler } from '../../identity/handler.ts';
import { DELETED_OWNER, findLastAdmin } from '../../identity/users.ts';
import { cursorOf, readTimeCursor } from '../../platform/db/paging.ts';
import { containsOneOf, searchPatterns } from '../../platform/db/search.ts';
import { defineStatement, type RowOf, type Statement, type Values } from '../../platform/db/statement.ts';
import { authUsers } from '../../platform/db/tables/identity.ts';
import { publishingRequests, users } from '../../platform/db/tables/users.ts';
import { joinAccountState, presentRecord, recordColumns } from './present.ts';

type Filter = CallData<'users.list'>;

interface ListValues {
  readonly role: string;
  readonly query: string;
  readonly pattern: string;
  readonly otherPattern: string;
  readonly afterTime: string;
  readonly afterId: string;
  readonly limit: number;
}

const listedColumns = {
  ...recordColumns,
  suspendedAt: users.suspendedAt,
  suspensionReason: users.suspensionReason,
  /** The time that orders the list. */
  at: sql<Date>`users.at`,
};
type ListStatement = Statement<ListValues, RowOf<typeof listedColumns>>;

/**
 * `users.list`: returns all users, newest first, or those who wait to publish; `query` matches names, address
 * and id.
 */
export const listUsers: Handler<'users.list'> = async ({ data, context: { db } }) => {
  const { role = '', query = '', cursor, limit } = data;
  const patterns = query ? searchPatterns(query) : [];
  const [rows, lastAdminUid] = await Promise.all([
    statementFor(data, patterns.length).all(db, {
      role,
      query,
      pattern: patterns[0] ?? '',
      otherPattern: patterns[1] ?? '',
      ...readTimeCursor(cursor),
      limit: limit + 1,
    }),
    findLastAdmin(db),
  ]);
  const listed = rows.slice(0, limit);
  const last = rows.length > limit ? listed.at(-1) : undefined;
  return {
    users: listed.map((row) => ({
      ...presentRecord(row),
      suspendedAt: row.suspendedAt?.toISOString() ?? null,
      suspensionReason: row.suspensionReason,
      isLastAdmin: row.uid === lastAdminUid,
    })),
    nextCursor: last ? cursorOf(last.at, last.uid) : null,
  };
};

const statements = new Map<string, ListStatement>();

/** Returns the statement for the filters that are set: each combination has one. */
function statementFor(filter: Filter, patterns: number): ListStatement {
  const { publishing, role, status, cursor } = filter;
  const set = [publishing, role && 'role', status, cursor && 'cursor', patterns > 0 && `search${patterns}`];
  const name = ['users.list', ...set.filter(Boolean)].join(':');
  const known = statements.get(name);
  if (known) return known;
  const build = publishing ? buildWaiting : buildNewest;
  const made = defineStatement(name, (values: Values<ListValues>) => build(filter, patterns, values), {
    isReplanned: patterns > 0,
  });
  statements.set(name, made);
  return made;
}

/** The page is cut before the accounts are looked up: a plan that is made once does not know how few there are. */
function buildNewest({ role, status, cursor }: Filter, patterns: number, values: Values<ListValues>) {
  const { createdAt, uid } = users;
  const conditions = [
    sql`${uid} <> ${sql.raw(`'${DELETED_OWNER.uid}'`)}`,
    role && sql`${users.role} = ${values.role}`,
    status && STATUSES[status],
    patterns > 0 && matches(patterns, values),
    cursor && sql`(${createdAt}, ${uid}) < (${values.afterTime}::timestamptz, ${values.afterId})`,
  ].filter((condition): condition is SQL => Boolean(condition));
  return {
    select: listedColumns,
    from: sql`
      FROM (
        SELECT *, ${createdAt} AS at FROM ${users} WHERE ${sql.join(conditions, sql` AND `)}
        ORDER BY ${createdAt} DESC, ${uid} DESC LIMIT ${values.limit}
      ) users ${joinAccountState}
      ORDER BY users.at DESC, ${uid} DESC`,
  };
}

/** The users who wait for a decision, without those whose address is unconfirmed. */
function buildWaiting({ cursor }: Filter, patterns: number, values: Values<ListValues>) {
  const { requestedAt, state, uid } = publishingRequests;
  const conditions = [
    sql`${state} = 'waiting' AND ${authUsers.emailVerified}`,
    patterns > 0 && matches(patterns, values),
    cursor && sql`(${requestedAt}, ${uid}) > (${values.afterTime}::timestamptz, ${values.afterId})`,
  ].filter((condition): condition is SQL => Boolean(condition));
  return {
    select: listedColumns,
    from: sql`
      FROM (
        SELECT ${users}.*, ${requestedAt} AS at
        FROM ${publishingRequests} JOIN ${users} ON ${users.uid} = ${uid} JOIN ${authUsers} ON ${authUsers.id} = ${uid}
        WHERE ${sql.join(conditions, sql` AND `)}
        ORDER BY ${requestedAt}, ${uid} LIMIT ${values.limit}
      ) users ${joinAccountState}
      ORDER BY users.at, ${users.uid}`,
  };
}

const STATUSES: Readonly<Record<UserStatus, SQL>> = {
  suspended: sql`${users.suspendedAt} IS NOT NULL`,
  verified: sql`${users.isVerified}`,
  unverified: sql`NOT ${users.isVerified}`,
};

function matches(patterns: number, { query, pattern, otherPattern }: Values<ListValues>): SQL {
  const columns = [users.email, users.displayName, users.developerName];
  const isFound = containsOneOf(columns, [pattern, otherPattern].slice(0, patterns));
  return sql`(${isFound} OR ${users.uid} = ${query})`;
}
