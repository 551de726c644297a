import { sql } from 'drizzle-orm';
import type { QueueSort } from '#shared/reviews/queue-filter.ts';
import { notFound } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import type { Db } from '../../platform/db/open.ts';
import { defineStatement, type Values } from '../../platform/db/statement.ts';
import { reviews } from '../../platform/db/tables/reviews.ts';
import { type QueuePage, readQueue } from './queue.ts';
import { joinVersionAndApp, type QueuePosition, sortValue } from './queue-order.ts';

/**
 * `reviews.neighbors`: returns the versions before and after one in the queue, in the given order and with the given
 * filters. It need not be in the queue any more: its position stays known.
 */
export const getNeighbors: Handler<'reviews.neighbors'> = async ({ data, caller, context }) => {
  const { versionId, ...filter } = data;
  const after = await findPosition(context.db, versionId, filter.sort);
  const decidableBy = caller.uid;
  const find = async (page: Pick<QueuePage, 'after' | 'isReversed' | 'decidableBy'>) => {
    const rows = await readQueue(context, caller, { filter, limit: 2, ...page });
    return rows.find(({ id }) => id !== versionId)?.id ?? null;
  };
  const [previousId, nextId, following, first] = await Promise.all([
    find({ after, isReversed: true }),
    find({ after }),
    find({ after, decidableBy }),
    find({ after: null, decidableBy }),
  ]);
  return { previousId, nextId, nextToReviewId: following ?? first };
};

const statements = new Map<QueueSort, ReturnType<typeof positionStatement>>();

function positionStatement(sort: QueueSort) {
  return defineStatement(`reviews.position:${sort}`, ({ versionId }: Values<{ versionId: string }>) => ({
    select: { lastValue: sortValue(sort), queuedAt: reviews.queuedAt },
    from: sql`FROM ${reviews} ${joinVersionAndApp}
        WHERE ${reviews.versionId} = ${versionId} ORDER BY ${reviews.id} DESC LIMIT 1`,
  }));
}

/** Returns the position that a version has, or had, in the queue; throws `not-found` when it was never submitted. */
async function findPosition(db: Db, versionId: string, sort: QueueSort): Promise<QueuePosition> {
  const statement = statements.get(sort) ?? positionStatement(sort);
  statements.set(sort, statement);
  const row = await statement.first(db, { versionId });
  if (!row) throw notFound();
  return { lastValue: row.lastValue, lastTime: row.queuedAt.toISOString(), lastId: versionId };
}
