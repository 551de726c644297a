import { eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/open.ts';
import { feeds, pastFeeds, type StoredFile } from '../../platform/db/tables/feeds.ts';
import { END_OF_BUCKETS } from './rollout.ts';

const FEED = 'fdroid';

/** Prefix of all storage keys of the feed. */
export const FEED_PREFIX = 'feeds/fdroid/';

/** A generation of the feed, with its files by their name below the address. */
export interface Generation {
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  /** SHA-256 of the content without its timestamp. */
  readonly contentSha256: string;
  readonly files: Readonly<Record<string, StoredFile>>;
}

/** The kinds of files in the feed. */
type FeedFileName = 'entry.jar' | 'entry.json' | 'index-v1.jar' | 'index-v2.json' | 'diff.json';

/** Returns the storage key of a feed file. Keys contain the hash, so stored files never change. */
export function feedFileKey(name: FeedFileName, sha256: string): string {
  return `${FEED_PREFIX}${sha256}-${name}`;
}

/** Returns the generation that clients currently read; null before the first. */
export async function readGeneration(db: Db | Tx): Promise<Generation | null> {
  const [row] = await db.select().from(feeds).where(eq(feeds.name, FEED));
  return row ?? null;
}

/**
 * Returns the next generation's timestamp by the database's clock, greater than every earlier one and those of its
 * groups.
 */
export async function nextTimestamp(db: Db | Tx): Promise<number> {
  const { rows } = await db.execute<{ next: string }>(sql`
    SELECT greatest(
      floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint,
      (SELECT timestamp + ${END_OF_BUCKETS} FROM feeds WHERE name = ${FEED}),
      (SELECT max(timestamp) + ${END_OF_BUCKETS} FROM past_feeds WHERE name = ${FEED})
    )::text AS next`);
  return Number(rows[0]?.next);
}

/**
 * Locks the feed for this connection until it closes, so that one rebuild at a time runs across all servers.
 * Returns false immediately when another connection holds the lock.
 */
export async function tryLockFeed(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ locked: boolean }>(
    sql`SELECT pg_try_advisory_lock(hashtext('quayside feed'), hashtext(${FEED})) AS locked`,
  );
  return rows[0]?.locked ?? false;
}

/**
 * Makes clients read a generation once the transaction is committed; the previous one is kept for a while.
 */
export async function switchGeneration(
  tx: Tx,
  { timestamp, contentSha256, files }: Generation,
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO past_feeds (name, timestamp, files, bytes, replaced_at)
    SELECT name, timestamp, files, (SELECT sum((file->>'size')::bigint) FROM jsonb_each(files) AS each (name, file)), now()
    FROM feeds WHERE name = ${FEED}`);
  const set = { timestamp, contentSha256, files };
  await tx
    .insert(feeds)
    .values({ name: FEED, ...set })
    .onConflictDoUpdate({ target: feeds.name, set });
}

/** Returns the files of replaced generations by timestamp. */
export async function readPastFiles(db: Db): Promise<Map<number, StoredFile[]>> {
  const rows = await db.select().from(pastFeeds).where(eq(pastFeeds.name, FEED));
  return new Map(rows.map(({ timestamp, files }) => [timestamp, Object.values(files)]));
}

/**
 * Time for which a replaced generation is served, and a shorter time when those of an hour need more than
 * `maxBytes`.
 */
interface Keeping {
  readonly servedMs: number;
  readonly leastMs: number;
  readonly maxBytes: number;
}

/**
 * Selects the timestamp of the newest generation with a text that a hold has taken out: its hold began after that
 * generation was made. The minute is for a hold that commits while a rebuild runs, and for clocks that differ.
 */
const NEWEST_WITH_HELD = sql`
  SELECT max(p.until) FROM feed_past_apps p JOIN apps a ON a.id = p.app_id
  WHERE p.text IS NOT NULL AND EXISTS (
    SELECT FROM holds h
    WHERE h.lifted_at IS NULL AND h.created_at > to_timestamp(p.until / 1000.0) - interval '1 minute'
      AND (h.subject_id IN (a.id, a.owner_uid)
        OR (h.subject = 'version' AND h.subject_id IN (SELECT id FROM versions WHERE app_id = a.id))))`;

/**
 * Returns the expired generations with their files. Those that list something which was put on hold since expire at once,
 * so that nobody reads it there either.
 */
export async function readExpired(
  db: Db,
  { servedMs, leastMs, maxBytes }: Keeping,
): Promise<Map<number, StoredFile[]>> {
  const { rows } = await db.execute<{ timestamp: string; files: Generation['files'] }>(sql`
    SELECT timestamp::text, files FROM (
      SELECT timestamp, files, replaced_at, sum(bytes) OVER (ORDER BY timestamp DESC) AS total
      FROM past_feeds WHERE name = ${FEED}
    ) AS past
    WHERE replaced_at < now() - ${`${servedMs} ms`}::interval
      OR timestamp <= (${NEWEST_WITH_HELD})
      OR (total > ${maxBytes} AND replaced_at < now() - ${`${leastMs} ms`}::interval)`);
  return new Map(rows.map(({ timestamp, files }) => [Number(timestamp), Object.values(files)]));
}

/** Deletes replaced generations. */
export async function deleteGenerations(db: Db, timestamps: readonly number[]): Promise<void> {
  await db.execute(sql`
    DELETE FROM past_feeds WHERE name = ${FEED} AND timestamp = ANY(${sql.param([...timestamps])}::bigint[])`);
}
