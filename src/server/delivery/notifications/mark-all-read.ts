import { sql } from 'drizzle-orm';
import { publish } from '../../events/publish-live.ts';
import type { Handler } from '../../identity/handler.ts';
import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { enqueue, type JobPayloads } from '../../platform/queue/enqueue.ts';
import { TOP_OF_LIST } from './listed-rows.ts';

/** Notifications that the call marks itself, within some milliseconds; a job marks older ones. */
export const MARKED_AT_ONCE = 200;

/** Notifications that a job marks by one statement, so that none holds locks for long. */
const BATCH = 5_000;

/**
 * `notifications.markAllRead`: marks all of the caller's notifications as read, and returns their number. Of very many, it
 * marks the newest, and the others follow within seconds.
 */
export const markAllRead: Handler<'notifications.markAllRead'> = async ({ caller: { uid }, context }) => {
  const readAt = context.clock().toISOString();
  return await context.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ count: number; newest: string | null }>(sql`
      SELECT count(*)::int AS count, max(notification_id)::text AS newest FROM notification_recipients
      WHERE uid = ${uid} AND read_at IS NULL AND expires_at > now()`);
    const { count = 0, newest = null } = rows[0] ?? {};
    if (newest === null) return { count };
    const marking = { uid, upTo: newest, readAt };
    if (count > MARKED_AT_ONCE) {
      await markTopOfList(tx, marking);
      await enqueue(tx, { name: 'mark-all-read', payload: marking });
    } else {
      await markBatch(tx, marking);
    }
    await publish(tx, { about: 'unread', uid });
    return { count };
  });
};

/** Marks unread ones at the top of the list, in its order: sorting all unread ones would take longer than counting them. */
async function markTopOfList(tx: Tx, { uid, upTo, readAt }: JobPayloads['mark-all-read']): Promise<void> {
  await tx.execute(sql`
    UPDATE notification_recipients SET read_at = ${readAt}::timestamptz
    WHERE uid = ${uid} AND notification_id IN (
      SELECT notification_id FROM (
        SELECT notification_id, read_at FROM notification_recipients
        WHERE uid = ${uid} AND notification_id <= ${upTo}::bigint
        ORDER BY notification_id DESC LIMIT ${TOP_OF_LIST}
      ) AS top WHERE read_at IS NULL ORDER BY notification_id DESC LIMIT ${MARKED_AT_ONCE})`);
}

/** Marks a user's notifications as read in batches, up to the one that was the newest when they asked for it. */
export async function finishMarkingAllRead(
  { db, jobs }: Pick<Context, 'db' | 'jobs'>,
  payload: JobPayloads['mark-all-read'],
  signal: AbortSignal,
): Promise<void> {
  while ((await markBatch(jobs.db, payload)) === BATCH) {
    if (signal.aborted) return enqueue(db, { name: 'mark-all-read', payload });
  }
  await publish(db, { about: 'unread', uid: payload.uid });
}

async function markBatch(db: Db | Tx, { uid, upTo, readAt }: JobPayloads['mark-all-read']): Promise<number> {
  const { rowCount } = await db.execute(sql`
    UPDATE notification_recipients SET read_at = ${readAt}::timestamptz
    WHERE uid = ${uid} AND notification_id IN (
      SELECT notification_id FROM notification_recipients
      WHERE uid = ${uid} AND read_at IS NULL AND expires_at > now() AND notification_id <= ${upTo}::bigint
      LIMIT ${BATCH})`);
  return rowCount ?? 0;
}
