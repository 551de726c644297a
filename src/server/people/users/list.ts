import { type SQL, sql } from 'drizzle-orm';
import type { CallData } from '#shared/calls.ts';
import type { UserStatus } from '#shared/users/calls.ts';
import type { Handler } from '../../identity/handler.ts';
import { DELETED_OWNER, findLastAdmin } from '../../identity/users.ts';
import { isSearchable, searchedPattern } from '../../platform/db/search.ts';
import {
  defineStatement,
  type RowOf,
  type Statement,
  type StatementValues,
} from '../../platform/db/statement.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { holdNotice } from '../../platform/db/tables/holds.ts';
import { authSessions, authUsers } from '../../platform/db/tables/identity.ts';
import { publishingRequests, searchedUserText, users } from '../../platform/db/tables/users.ts';
import { canSendEmail } from '../../platform/mail/mail-configuration.ts';
import { presentNotice } from '../holds/present-notice.ts';
import { deletionRequestOf, presentDeletion } from './deletion-request.ts';
import { afterUser, type ListOrder, orderUsers, readUserCursor, userCursor } from './list-order.ts';
import { joinAccountState, presentRecord, recordColumns } from './present.ts';

type Filter = CallData<'users.list'>;

interface ListValues {
  readonly role: string;
  readonly query: string;
  readonly pattern: string;
  readonly lastValue: string;
  readonly lastId: string;
  readonly limit: number;
  /** True to include waiting users whose address is unconfirmed. */
  readonly listsUnconfirmed: boolean;
}

const listedColumns = {
  ...recordColumns,
  appCount: sql<number>`(SELECT count(*)::int FROM ${apps} WHERE ${apps.ownerUid} = ${users.uid})`,
  suspendedAt: users.suspendedAt,
  suspensionReason: users.suspensionReason,
  hold: holdNotice(users.uid),
  deletion: deletionRequestOf(users.uid),
  lastSeenAt: sql<Date | null>`(
    SELECT max(${authSessions.lastUsedAt}) FROM ${authSessions} WHERE ${authSessions.userId} = ${users.uid})`,
};
type ListStatement = Statement<ListValues, RowOf<typeof listedColumns>>;

/**
 * `users.list`: returns all users in the order asked for, or those who wait to publish, oldest first; `query` matches
 * names, address and id.
 */
export const listUsers: Handler<'users.list'> = async ({ data, context }) => {
  const { db } = context;
  const { role = '', query = '', cursor, limit } = data;
  if (query && !isSearchable(query)) return { users: [], nextCursor: null };
  const order = orderOf(data);
  const sendsEmail = data.publishing === undefined || (await canSendEmail(context));
  const [rows, lastAdminUid] = await Promise.all([
    statementFor(data).all(db, {
      role,
      query,
      pattern: searchedPattern(query),
      ...readUserCursor(order, cursor),
      limit: limit + 1,
      listsUnconfirmed: !sendsEmail,
    }),
    findLastAdmin(db),
  ]);
  const listed = rows.slice(0, limit).map((row) => ({
    ...presentRecord(row),
    appCount: row.appCount,
    suspendedAt: row.suspendedAt?.toISOString() ?? null,
    suspensionReason: row.suspensionReason,
    hold: presentNotice(row.hold),
    deletion: row.deletion && presentDeletion(row.deletion),
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
function statementFor(filter: Filter): ListStatement {
  const { publishing, query, role, status, cursor } = filter;
  const order = orderOf(filter);
  const set = [order, role && 'role', status, cursor && 'cursor', query && 'search'];
  const name = ['users.list', ...set.filter(Boolean)].join(':');
  const known = statements.get(name);
  if (known) return known;
  const build = publishing ? buildWaiting : buildListed;
  const made = defineStatement(name, (values: StatementValues<ListValues>) => build(filter, values), {
    // Whether the index of the order or of the filter is better depends on the values.
    isReplanned: Boolean(query) || (order !== 'newest' && order !== 'waiting' && Boolean(role || status)),
  });
  statements.set(name, made);
  return made;
}

/**
 * The page is cut before users and accounts are looked up: an index has what most pages need, and a plan that is made once
 * does not know how few there are.
 */
function buildListed({ query, role, status, sort, cursor }: Filter, values: StatementValues<ListValues>) {
  const conditions = [
    sql`${users.uid} <> ${sql.raw(`'${DELETED_OWNER.uid}'`)}`,
    role && sql`${users.role} = ${values.role}`,
    status && STATUSES[status],
    query && matches(values),
    cursor && afterUser(sort, { value: sql`${values.lastValue}`, id: sql`${values.lastId}` }),
  ].filter((condition): condition is SQL => Boolean(condition));
  return {
    select: listedColumns,
    from: sql`
      FROM (
        SELECT ${users.uid} FROM ${users} WHERE ${sql.join(conditions, sql` AND `)}
        ORDER BY ${orderUsers(sort)} LIMIT ${values.limit}
      ) found
      CROSS JOIN LATERAL (SELECT * FROM ${users} WHERE ${users.uid} = found.uid OFFSET 0) users
      ${joinAccountState}
      ORDER BY ${orderUsers(sort)}`,
  };
}

/**
 * The users who wait for a decision, without those whose address is unconfirmed, unless nobody could confirm it by an
 * email.
 */
function buildWaiting({ query, cursor }: Filter, values: StatementValues<ListValues>) {
  const { state, uid } = publishingRequests;
  const conditions = [
    sql`${state} = 'waiting' AND (${authUsers.emailVerified} OR ${values.listsUnconfirmed}::boolean)`,
    query && matches(values),
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

function matches({ query, pattern }: StatementValues<ListValues>): SQL {
  return sql`(${searchedUserText(users)} ILIKE ${pattern} OR ${users.uid} = ${query})`;
}
