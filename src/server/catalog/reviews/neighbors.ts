import { type SQL, sql } from 'drizzle-orm';
import type { QueueSort } from '#shared/reviews/queue-filter.ts';
import { notFound } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import type { Db } from '../../platform/db/open.ts';
import {
  defineStatement,
  type RowOf,
  type Statement,
  type StatementValues,
} from '../../platform/db/statement.ts';
import { reviews } from '../../platform/db/tables/reviews.ts';
import { type FilterValues, type QueueSelection, readFilter, selectQueue } from './queue-filters.ts';
import { afterPosition, joinForOrder, orderQueue, type QueuePosition, sortKey } from './queue-order.ts';

/**
 * `reviews.neighbors`: returns the versions before and after one in the queue, in the given order and with the given
 * filters. It need not be in the queue any more: its position stays known.
 */
export const getNeighbors: Handler<'reviews.neighbors'> = async ({ data, caller, context }) => {
  const { versionId, ...filter } = data;
  const { sort } = filter;
  const position = await findPosition(context.db, versionId, sort);
  const { values, isFiltered } = await readFilter(context, caller, filter);
  const found = await neighborsStatement({ sort, isFiltered }).first(context.db, {
    ...values,
    ...position,
    decidableBy: caller.uid,
  });
  const { previousId = null, nextId = null, followingId = null, firstId = null } = found ?? {};
  return { previousId, nextId, nextToReviewId: followingId ?? firstId };
};

interface NeighborValues extends FilterValues, QueuePosition {
  /** A reviewer who can decide about a version that no other one has claimed. */
  readonly decidableBy: string;
}

const buildNeighbors =
  ({ sort, isFiltered }: QueueSelection) =>
  (values: StatementValues<NeighborValues>) => {
    const { lastValue, lastTime, lastId, decidableBy } = values;
    const last = { lastValue: sql`${lastValue}`, lastTime: sql`${lastTime}`, lastId: sql`${lastId}` };
    const after = afterPosition({ sort, isReversed: false }, last);
    const isDecidable = sql`coalesce(${reviews.reviewerUid}, ${decidableBy}) = ${decidableBy}`;
    const first = (condition: SQL, isReversed = false) => sql`(
      SELECT ${reviews.versionId} FROM queue ${reviews} WHERE ${condition}
      ORDER BY ${orderQueue({ sort, isReversed })} LIMIT 1)`;
    // Without an index that finds each of them, the queue is read once for all four.
    const kept = isFiltered || sort === 'name' ? sql`MATERIALIZED` : sql`NOT MATERIALIZED`;
    return {
      select: neighborColumns,
      from: sql`FROM (
        WITH queue AS ${kept} (${selectQueue({ sort, isFiltered }, values)})
        SELECT ${first(afterPosition({ sort, isReversed: true }, last), true)} AS previous_id,
          ${first(after)} AS next_id,
          ${first(sql`${isDecidable} AND ${after}`)} AS following_id,
          ${first(sql`${isDecidable} AND ${reviews.versionId} <> ${lastId}`)} AS first_id
      ) found`,
    };
  };

const neighborColumns = {
  previousId: sql<string | null>`found.previous_id`,
  nextId: sql<string | null>`found.next_id`,
  followingId: sql<string | null>`found.following_id`,
  firstId: sql<string | null>`found.first_id`,
};

type NeighborsStatement = Statement<NeighborValues, RowOf<typeof neighborColumns>>;
const neighbors = new Map<string, NeighborsStatement>();

function neighborsStatement(selection: QueueSelection): NeighborsStatement {
  const { sort, isFiltered } = selection;
  const name = `reviews.neighbors:${sort}${isFiltered ? ':filtered' : ''}`;
  const made =
    neighbors.get(name) ?? defineStatement(name, buildNeighbors(selection), { isReplanned: isFiltered });
  neighbors.set(name, made);
  return made;
}

const positions = new Map<QueueSort, ReturnType<typeof positionStatement>>();

function positionStatement(sort: QueueSort) {
  return defineStatement(
    `reviews.position:${sort}`,
    ({ versionId }: StatementValues<{ versionId: string }>) => ({
      select: { lastValue: sql<string>`(${sortKey(sort)})::text`, queuedAt: reviews.queuedAt },
      from: sql`FROM ${reviews} ${joinForOrder(sort, false)}
        WHERE ${reviews.versionId} = ${versionId} ORDER BY ${reviews.id} DESC LIMIT 1`,
    }),
  );
}

/** Returns the position that a version has, or had, in the queue; throws `not-found` when it was never submitted. */
async function findPosition(db: Db, versionId: string, sort: QueueSort): Promise<QueuePosition> {
  const statement = positions.get(sort) ?? positionStatement(sort);
  positions.set(sort, statement);
  const row = await statement.first(db, { versionId });
  if (!row) throw notFound();
  return { lastValue: row.lastValue, lastTime: row.queuedAt.toISOString(), lastId: versionId };
}
