import { eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/open.ts';
import { feeds, pastFeeds, type StoredFile } from '../../platform/db/tables/feeds.ts';
import { END_OF_BUCKETS } from './rollout.ts';

/** The kinds of feeds that have generations. */
export type FeedName = 'fdroid' | 'fdroid-xml' | 'altstore';

/** A generation of a feed, with its files by their name below the address. */
export interface Generation {
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  /** SHA-256 of the content without its timestamp. */
  readonly contentSha256: string;
  readonly files: Readonly<Record<string, StoredFile>>;
}

/** Returns the generation that clients currently read; null before the first. */
export async function readGeneration(db: Db | Tx, feed: FeedName): Promise<Generation | null> {
  const [row] = await db.select().from(feeds).where(eq(feeds.name, feed));
  return row ?? null;
}

/**
 * Returns the next generation's timestamp by the database's clock, greater than every earlier one and those of its
 * groups.
 */
export async function nextTimestamp(db: Db | Tx, feed: FeedName): Promise<number> {
  const { rows } = await db.execute<{ next: string }>(sql`
    SELECT greatest(
      floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint,
      (SELECT timestamp + ${END_OF_BUCKETS} FROM feeds WHERE name = ${feed}),
      (SELECT max(timestamp) + ${END_OF_BUCKETS} FROM past_feeds WHERE name = ${feed})
    )::text AS next`);
  return Number(rows[0]?.next);
}

/** Makes clients read a generation once the transaction is committed. */
export async function switchGeneration(
  tx: Tx,
  feed: FeedName,
  { timestamp, contentSha256, files }: Generation,
): Promise<void> {
  const set = { timestamp, contentSha256, files };
  await tx
    .insert(feeds)
    .values({ name: feed, ...set })
    .onConflictDoUpdate({ target: feeds.name, set });
}

/** Keeps the current generation for a while, before another one replaces it. */
export async function keepGeneration(tx: Tx, feed: FeedName): Promise<void> {
  await tx.execute(sql`
    INSERT INTO past_feeds (name, timestamp, files, bytes, replaced_at)
    SELECT name, timestamp, files, (SELECT sum((file->>'size')::bigint) FROM jsonb_each(files) AS each (name, file)), now()
    FROM feeds WHERE name = ${feed}`);
}

/** Returns the files of replaced generations by timestamp. */
export async function readPastFiles(db: Db, feed: FeedName): Promise<Map<number, StoredFile[]>> {
  const rows = await db.select().from(pastFeeds).where(eq(pastFeeds.name, feed));
  return new Map(rows.map(({ timestamp, files }) => [timestamp, Object.values(files)]));
}

/** Deletes replaced generations. */
export async function deleteGenerations(
  db: Db,
  feed: FeedName,
  timestamps: readonly number[],
): Promise<void> {
  await db.execute(sql`
    DELETE FROM past_feeds WHERE name = ${feed} AND timestamp = ANY(${sql.param([...timestamps])}::bigint[])`);
}
