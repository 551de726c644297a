import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/open.ts';
import { apps } from '../db/tables/apps.ts';
import { feedChanges } from '../db/tables/feeds.ts';

/**
 * Queues a rebuild of the feeds after the commit, for some apps or for all of them. At most one rebuild is
 * pending; a running one does not count, because it may have read older data.
 */
export async function queueRebuild(tx: Tx | Db, appIds: readonly string[] | 'all'): Promise<void> {
  await tx.insert(feedChanges).values({ appIds: appIds === 'all' ? null : [...appIds] });
}

/** Queues a rebuild if any of these apps is visible in a feed at this point of the transaction. */
export async function queueRebuildOf(tx: Tx | Db, appIds: readonly string[]): Promise<void> {
  const live = await tx
    .select({ id: apps.id })
    .from(apps)
    .where(and(inArray(apps.id, [...appIds]), eq(apps.status, 'published')));
  const liveIds = live.map(({ id }) => id);
  if (liveIds.length > 0) await queueRebuild(tx, liveIds);
}

/** Queues a rebuild unless changes already wait for one, however many requests ask for it. Returns true when it did. */
export async function queueRebuildOnce(db: Db): Promise<boolean> {
  const { rowCount } = await db.execute(
    sql`INSERT INTO ${feedChanges} (app_ids) SELECT '{}' WHERE NOT EXISTS (SELECT FROM ${feedChanges})`,
  );
  return rowCount === 1;
}

/** Queues a rebuild in a second, because another server is rebuilding the feed. */
export async function queueRebuildLater(db: Db): Promise<void> {
  await db.execute(sql`SELECT queue_feed_rebuild(now() + interval '1 second')`);
}
