import { type SQL, sql } from 'drizzle-orm';
import type { CallData } from '#shared/calls.ts';
import type { UserStatus } from '#shared/users/calls.ts';
import type { Handler } from '../../identity/handler.ts';
import { DELETED_OWNER, findLastAdmin } from '../../identity/users.ts';
import { containsOneOf, isSearchable, searchPatterns } from '../../platform/db/search.ts';
import { defineStatement, type RowOf, type Statement, type Values } from '../../platform/db/statement.ts';
import { authSessions, authUsers } from '../../platform/db/tables/identity.ts';
import { publishingRequests, users } from '../../platform/db/tables/users.ts';
import { afterUser, type ListOrder, orderUsers, readUserCursor, userCursor } from './list-order.ts';
import { joinAccountState, presentRecord, recordColumns } from './present.ts';

type Filter = CallData<'users.list'>;

interface ListValues {
  readonly role: string;
  readonly query: string;
  readonly pattern: string;
  readonly otherPattern: string;
  readonly lastValue: string;
  readonly lastId: string;
  readonly limit: number;
}

const listedColumns = {
  ...recordColumns,
  suspendedAt: users.suspendedAt,
  suspensionReason: users.suspensionReason,
  lastSeenAt: sql<Date | null>`(
    SELECT max(${authSessions.lastUsedAt}) FROM ${authSessions} WHERE ${authSessions.userId} = ${users.uid})`,
};
type ListStatement = Statement<ListValues, RowOf<typeof listedColumns>>;

/**
 * `users.list`: returns all users in the order asked for, or those who wait to publish, oldest first; `query` matches
 * names, address and id.
 */
export const listUsers: Handler<'users.list'> = async ({ data, context: { db } }) => {
  const { role = '', query = '', cursor, limit } = data;
  if (query && !isSearchable(query)) return { users: [], nextCursor: null };
  const patterns = query ? searchPatterns(query) : [];
  const order = orderOf(data);
  const [rows, lastAdminUid] = await Promise.all([
    statementFor(data, patterns.length).all(db, {
      role,
      query,
      pattern: patterns[0] ?? '',
      otherPattern: patterns[1] ?? '',
      ...readUserCursor(order, cursor),
      limit: limit + 1,
    }),
    findLastAdmin(db),
  ]);
  const listed = rows.slice(0, limit).map((row) => ({
    ...presentRecord(row),
    suspendedAt: row.suspendedAt?.toISOString() ?? null,
    suspensionReason: row.suspensionReason,
    isLastAdmin: row.uid === lastAdminUid,
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
  }));
  const last = rows.length > limit ? listed.at(-1) : undefined;
  return { users: listed, nextCursor: last ? userCursor(order, last) : null };
};

function orderOf({ publishing, sort }: Filter): ListOrder {
  return publishing ?? sort;
}

const statements = new Map<string, ListStatement>();

/** Returns the statement for the filters that are set: each combination has one. */
function statementFor(filter: Filter, patterns: number): ListStatement {
  const { publishing, role, status, cursor } = filter;
  const order = orderOf(filter);
  const set = [order, role && 'role', status, cursor && 'cursor', patterns > 0 && `search${patterns}`];
  const name = ['users.list', ...set.filter(Boolean)].join(':');
  const known = statements.get(name);
  if (known) return known;
  const build = publishing ? buildWaiting : buildListed;
  const made = defineStatement(name, (values: Values<ListValues>) => build(filter, patterns, values), {
    // Whether the index of the order or of the filter is better depends on the values.
    isReplanned: patterns > 0 || (order !== 'newest' && order !== 'waiting' && Boolean(role || status)),
  });
  statements.set(name, made);
  return made;
}

/** The page is cut before the accounts are looked up: a plan that is made once does not know how few there are. */
function buildListed({ role, status, sort, cursor }: Filter, patterns: number, values: Values<ListValues>) {
  const conditions = [
    sql`${users.uid} <> ${sql.raw(`'${DELETED_OWNER.uid}'`)}`,
    role && sql`${users.role} = ${values.role}`,
    status && STATUSES[status],
    patterns > 0 && matches(patterns, values),
    cursor && afterUser(sort, { value: sql`${values.lastValue}`, id: sql`${values.lastId}` }),
  ].filter((condition): condition is SQL => Boolean(condition));
  return {
    select: listedColumns,
    from: sql`
      FROM (
        SELECT * FROM ${users} WHERE ${sql.join(conditions, sql` AND `)}
        ORDER BY ${orderUsers(sort)} LIMIT ${values.limit}
      ) users ${joinAccountState}
      ORDER BY ${orderUsers(sort)}`,
  };
}

/** The users who wait for a decision, without those whose address is unconfirmed. */
function buildWaiting({ cursor }: Filter, patterns: number, values: Values<ListValues>) {
  const { state, uid } = publishingRequests;
  const conditions = [
    sql`${state} = 'waiting' AND ${authUsers.emailVerified}`,
    patterns > 0 && matches(patterns, values),
    cursor && afterUser('waiting', { value: sql`${values.lastValue}`, id: sql`${values.lastId}` }),
  ].filter((condition): condition is SQL => Boolean(condition));
  return {
    select: listedColumns,
    from: sql`
      FROM (
        SELECT ${users}.*
        FROM ${publishingRequests} JOIN ${users} ON ${users.uid} = ${uid} JOIN ${authUsers} ON ${authUsers.id} = ${uid}
        WHERE ${sql.join(conditions, sql` AND `)}
        ORDER BY ${orderUsers('waiting')} LIMIT ${values.limit}
      ) users ${joinAccountState}
      ORDER BY ${orderUsers('waiting')}`,
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
