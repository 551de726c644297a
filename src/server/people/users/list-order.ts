import { type SQL, sql } from 'drizzle-orm';
import type { User, UserSort } from '#shared/users/calls.ts';
import { invalidCursor, readCursor, readCursorTime } from '../../platform/db/paging.ts';
import { publishingRequests, users } from '../../platform/db/tables/users.ts';

/** The order of the requests to publish, which callers don't choose. */
export type ListOrder = UserSort | 'waiting';

/** One way to sort users: by a value of theirs, then by id. */
interface UserOrder {
  readonly value: SQL;
  readonly direction: SQL;
  /** Compares a row with the cursor's row: true for rows that come after it. */
  readonly after: SQL;
  /** Reads the value that the cursor keeps, parses it back, and makes it comparable in SQL. */
  readonly read: (user: User) => string;
  readonly parse: (kept: string) => string;
  readonly compared: (kept: SQL) => SQL;
}

const ASCENDING = { direction: sql`ASC`, after: sql`>` };
const TIME = { parse: readCursorTime, compared: (kept: SQL) => sql`${kept}::timestamptz` };

const ORDERS: Readonly<Record<ListOrder, UserOrder>> = {
  newest: {
    value: sql`${users.createdAt}`,
    direction: sql`DESC`,
    after: sql`<`,
    read: (user) => user.createdAt,
    ...TIME,
  },
  name: {
    value: sql`lower(coalesce(${users.displayName}, ${users.email}))`,
    ...ASCENDING,
    read: (user) => user.displayName ?? user.email,
    parse: (kept) => kept,
    compared: (kept) => sql`lower(${kept}::text)`,
  },
  email: {
    value: sql`${users.email}`,
    ...ASCENDING,
    read: (user) => user.email,
    parse: (kept) => kept,
    compared: (kept) => sql`${kept}::text`,
  },
  waiting: {
    value: sql`${publishingRequests.requestedAt}`,
    ...ASCENDING,
    read: (user) => user.publishing.since ?? user.createdAt,
    ...TIME,
  },
};

/** Returns the ORDER BY terms of a list of users. */
export function orderUsers(order: ListOrder): SQL {
  const { value, direction } = ORDERS[order];
  return sql`${value} ${direction}, ${users.uid} ${direction}`;
}

/** Returns the condition for users after a cursor's row, given as `value` and `id`. */
export function afterUser(order: ListOrder, last: { value: SQL; id: SQL }): SQL {
  const { value, after, compared } = ORDERS[order];
  return sql`(${value}, ${users.uid}) ${after} (${compared(last.value)}, ${last.id})`;
}

/** Returns the row that a cursor of this order points at; empty without a cursor. Throws `invalid-argument`. */
export function readUserCursor(
  order: ListOrder,
  cursor: string | undefined,
): { lastValue: string; lastId: string } {
  if (cursor === undefined) return { lastValue: '', lastId: '' };
  const [of, value = '', id = ''] = readCursor(cursor, 3);
  if (of !== order) throw invalidCursor();
  return { lastValue: ORDERS[order].parse(value), lastId: id };
}

/** Returns a cursor that points at a user, so that the next page starts after them even when others come and go. */
export function userCursor(order: ListOrder, user: User): string {
  return Buffer.from(JSON.stringify([order, ORDERS[order].read(user), user.uid])).toString('base64url');
}
