import { type SQL, sql } from 'drizzle-orm';
import type { QueueSort } from '#shared/reviews/queue-filter.ts';
import { invalidCursor, readCursor, readCursorTime } from '../../platform/db/paging.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { reviews } from '../../platform/db/tables/reviews.ts';

/** A position in the queue under some order: the sorted value, then age and id, which make it unique. */
export interface QueuePosition {
  /** Empty for an order by age alone. */
  readonly lastValue: string;
  readonly lastTime: string;
  readonly lastId: string;
}

interface QueueOrder {
  /** Sorted before age and id, in their direction; null to sort by these alone. */
  readonly value: SQL | null;
  /** Converts the value of a position back. */
  readonly type: SQL;
  readonly isDescending: boolean;
  /** Returns true for a value that a cursor of this order can have. */
  readonly isValue: (value: string) => boolean;
}

const BY_AGE = { value: null, type: sql`text`, isValue: (value: string) => value === '' };
/** Counts are negated, so that the highest come first and among equals the oldest. */
const BY_COUNT = {
  type: sql`int`,
  isDescending: false,
  isValue: (value: string) => /^(?:0|-\d{1,6})$/.test(value),
};

const ORDERS: Readonly<Record<QueueSort, QueueOrder>> = {
  oldest: { ...BY_AGE, isDescending: false },
  newest: { ...BY_AGE, isDescending: true },
  name: { value: sql`lower(a.name)`, type: sql`text`, isDescending: false, isValue: () => true },
  permissions: { ...BY_COUNT, value: sql`-cardinality(${reviews.newCapabilities})` },
  findings: { ...BY_COUNT, value: sql`-${reviews.warnings}` },
};

/**
 * Returns the join that the key of an order needs: its app as `a`, also for filters. Every review has an app, but
 * PostgreSQL leaves out an outer join that the given filters don't need.
 */
export function joinForOrder(sort: QueueSort, isFiltered: boolean): SQL {
  return isFiltered || sort === 'name' ? sql`LEFT JOIN ${apps} a ON a.id = ${reviews.appId}` : sql``;
}

/** Returns the value by which a version is sorted before its age. The queries of the queue select it as `sort_key`. */
export function sortKey(sort: QueueSort): SQL {
  return ORDERS[sort].value ?? sql`''`;
}

export interface QueueDirection {
  readonly sort: QueueSort;
  /** True for the opposite order, which finds the version before another one. */
  readonly isReversed: boolean;
}

/** Returns the ORDER BY terms of the queue. */
export function orderQueue({ sort, isReversed }: QueueDirection): SQL {
  const direction = ORDERS[sort].isDescending === isReversed ? sql`ASC` : sql`DESC`;
  return sql.join(
    keysOf(sort).map((key) => sql`${key} ${direction}`),
    sql`, `,
  );
}

/** Returns the condition for versions after a position. */
export function afterPosition(
  { sort, isReversed }: QueueDirection,
  last: Readonly<Record<keyof QueuePosition, SQL>>,
): SQL {
  const { value, type, isDescending } = ORDERS[sort];
  const after = isDescending === isReversed ? sql`>` : sql`<`;
  const position = [
    ...(value ? [sql`${last.lastValue}::text::${type}`] : []),
    sql`${last.lastTime}::timestamptz`,
    last.lastId,
  ];
  return sql`(${sql.join(keysOf(sort), sql`, `)}) ${after} (${sql.join(position, sql`, `)})`;
}

function keysOf(sort: QueueSort): SQL[] {
  const { value } = ORDERS[sort];
  return [...(value ? [sql`reviews.sort_key`] : []), sql`${reviews.queuedAt}`, sql`${reviews.versionId}`];
}

/** Joins the version of each review, and its app as `a`, one by one. */
export const joinVersionAndApp = sql`
  CROSS JOIN LATERAL (SELECT * FROM versions WHERE versions.id = ${reviews.versionId} OFFSET 0) versions
  CROSS JOIN LATERAL (SELECT * FROM ${apps} WHERE ${apps.id} = ${reviews.appId} OFFSET 0) a`;

/** Returns a cursor that points at a position, so that the next page starts after it even when others are decided. */
export function queueCursor(sort: QueueSort, { lastValue, lastTime, lastId }: QueuePosition): string {
  return Buffer.from(JSON.stringify([sort, lastValue, lastTime, lastId])).toString('base64url');
}

/** Returns the position that a cursor of this order points at. Throws `invalid-argument` for an invalid cursor. */
export function readQueueCursor(sort: QueueSort, cursor: string): QueuePosition {
  const [of, lastValue = '', lastTime = '', lastId = ''] = readCursor(cursor, 4);
  if (of !== sort || !ORDERS[sort].isValue(lastValue)) throw invalidCursor();
  return { lastValue, lastTime: readCursorTime(lastTime), lastId };
}
