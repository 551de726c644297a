import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import type { App, AppSort } from '#shared/apps/app.ts';
import { invalidCursor, readCursor, readCursorTime } from '../../platform/db/paging.ts';

/** The table of apps, or an alias of it. */
type Apps = Readonly<Record<'id' | 'createdAt' | 'updatedAt' | 'name' | 'status', AnyColumn>>;

/** One way to sort apps: by a value of theirs, then by id. */
interface AppOrder {
  readonly value: (of: Apps) => SQL;
  readonly direction: SQL;
  /** Compares a row with the cursor's row: true for rows that come after it. */
  readonly after: SQL;
  /** Reads the value that the cursor keeps, parses it back, and makes it comparable in SQL. */
  readonly read: (app: App) => string;
  readonly parse: (kept: string) => string;
  readonly compared: (kept: SQL) => SQL;
}

const ASCENDING = { direction: sql`ASC`, after: sql`>` };
const DESCENDING = { direction: sql`DESC`, after: sql`<` };
const TIME = { parse: readCursorTime, compared: (kept: SQL) => sql`${kept}::timestamptz` };
const TEXT = { parse: (kept: string) => kept };

const ORDERS: Readonly<Record<AppSort, AppOrder>> = {
  newest: {
    value: ({ createdAt }) => sql`${createdAt}`,
    ...DESCENDING,
    read: (app) => app.createdAt,
    ...TIME,
  },
  updated: {
    value: ({ updatedAt }) => sql`${updatedAt}`,
    ...DESCENDING,
    read: (app) => app.updatedAt,
    ...TIME,
  },
  name: {
    value: ({ name }) => sql`lower(${name})`,
    ...ASCENDING,
    read: (app) => app.name,
    ...TEXT,
    compared: (kept) => sql`lower(${kept}::text)`,
  },
  status: {
    value: ({ status }) => sql`${status}`,
    ...ASCENDING,
    read: (app) => app.status,
    ...TEXT,
    compared: (kept) => sql`${kept}::text`,
  },
};

/** Returns the ORDER BY terms of a list of apps. */
export function orderApps(sort: AppSort, of: Apps): SQL {
  const { value, direction } = ORDERS[sort];
  return sql`${value(of)} ${direction}, ${of.id} ${direction}`;
}

/** Returns the condition for apps after a cursor's row, given as `value` and `id`. */
export function afterApp(sort: AppSort, of: Apps, last: { value: SQL; id: SQL }): SQL {
  const { value, after, compared } = ORDERS[sort];
  return sql`(${value(of)}, ${of.id}) ${after} (${compared(last.value)}, ${last.id})`;
}

/** Returns the row that a cursor of this order points at; empty without a cursor. Throws `invalid-argument`. */
export function readAppCursor(
  sort: AppSort,
  cursor: string | undefined,
): { lastValue: string; lastId: string } {
  if (cursor === undefined) return { lastValue: '', lastId: '' };
  const [of, value = '', id = ''] = readCursor(cursor, 3);
  if (of !== sort) throw invalidCursor();
  return { lastValue: ORDERS[sort].parse(value), lastId: id };
}

/** Returns a cursor that points at an app, so that the next page starts after it even when others come and go. */
export function appCursor(sort: AppSort, app: App): string {
  return Buffer.from(JSON.stringify([sort, ORDERS[sort].read(app), app.id])).toString('base64url');
}
