import { type SQL, sql } from 'drizzle-orm';
import type { AppSort } from '#shared/apps/app.ts';
import { CallError } from '#shared/errors.ts';
import { type AppRow, apps } from '../db/tables.ts';

/** One way to sort apps: by a value of theirs, then by id. */
interface Order {
  readonly value: SQL;
  readonly direction: SQL;
  /** Comes after the cursor's row in this direction. */
  readonly after: SQL;
  /** What the cursor keeps of an app, and the same as a value to compare with. */
  readonly read: (app: AppRow) => string;
  readonly parse: (kept: string) => SQL;
}

const ASCENDING = { direction: sql`ASC`, after: sql`>` };
const DESCENDING = { direction: sql`DESC`, after: sql`<` };
const parseTime = (kept: string) => sql`${new Date(kept).toISOString()}::timestamptz`;

const ORDERS: Readonly<Record<AppSort, Order>> = {
  newest: {
    value: sql`${apps.createdAt}`,
    ...DESCENDING,
    read: (app) => app.createdAt.toISOString(),
    parse: parseTime,
  },
  updated: {
    value: sql`${apps.updatedAt}`,
    ...DESCENDING,
    read: (app) => app.updatedAt.toISOString(),
    parse: parseTime,
  },
  name: {
    value: sql`lower(${apps.name})`,
    ...ASCENDING,
    read: (app) => app.name,
    parse: (kept) => sql`lower(${kept}::text)`,
  },
  status: {
    value: sql`${apps.status}`,
    ...ASCENDING,
    read: (app) => app.status,
    parse: (kept) => sql`${kept}::text`,
  },
};

/** How a list of apps is sorted. */
export function orderApps(sort: AppSort): SQL[] {
  const { value, direction } = ORDERS[sort];
  return [sql`${value} ${direction}`, sql`${apps.id} ${direction}`];
}

/** The condition for apps that come after the cursor in this order; true without one. Throws `invalid-argument`. */
export function afterApp(sort: AppSort, cursor: string | undefined): SQL {
  if (cursor === undefined) return sql`true`;
  const { value, after } = ORDERS[sort];
  const { last, id } = readCursor(sort, cursor);
  return sql`(${value}, ${apps.id}) ${after} (${last}, ${id})`;
}

/** Names an app by its place in this order, so that the next page begins after it even when others come and go. */
export function appCursor(sort: AppSort, app: AppRow): string {
  return Buffer.from(JSON.stringify([sort, ORDERS[sort].read(app), app.id])).toString('base64url');
}

function readCursor(sort: AppSort, cursor: string): { last: SQL; id: string } {
  try {
    const [of, last, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    if (of === sort && typeof last === 'string' && typeof id === 'string') {
      return { last: ORDERS[sort].parse(last), id };
    }
  } catch {
    // Whatever is wrong with it, the answer below is the same.
  }
  const message = 'Use what the previous page in the same order gave as nextCursor.';
  throw new CallError('invalid-argument', `cursor: ${message}`, { issues: [{ path: 'cursor', message }] });
}
