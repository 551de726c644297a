import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/open.ts';
import { feedFiles } from '../db/tables/feeds.ts';

/**
 * Matches files of a feed that are still served: those in an unexpired generation that staff did not
 * withdraw.
 */
export const isServed = sql`(NOT ${feedFiles.isWithdrawn} AND (${feedFiles.expiresAt} IS NULL OR ${feedFiles.expiresAt} > now()))`;

/**
 * Returns the storage keys that a served generation of the feed references, and which therefore must be kept.
 */
export async function findKeysInFeed(db: Db | Tx, keys: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectDistinct({ key: feedFiles.key })
    .from(feedFiles)
    .where(and(inArray(feedFiles.key, [...keys]), isServed));
  return rows.map(({ key }) => key);
}

/** Withdraws files of an app from the feed immediately, including from existing generations. */
export async function withdrawFromFeed(tx: Tx, appId: string, keys: readonly string[]): Promise<void> {
  await tx
    .update(feedFiles)
    .set({ isWithdrawn: true })
    .where(and(eq(feedFiles.appId, appId), inArray(feedFiles.key, [...keys])));
}
