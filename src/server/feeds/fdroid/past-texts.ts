import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/open.ts';
import { feedGroups } from '../../platform/db/tables/feeds.ts';
import { END_OF_BUCKETS } from '../generations/rollout.ts';

/** Earlier indexes from which a diff leads to the newest one, as fdroidserver keeps them. */
const MAX_DIFFS = 10;

/**
 * Maximum characters of the texts that a diff compares, old and new. Clients that are further behind read the index,
 * which takes them about as long.
 */
const MAX_DIFF_LENGTH = 4 * 1024 ** 2;

/** Keeps the texts that apps have in the current generation, before they change. */
export async function keepPastTexts(tx: Tx, appIds: readonly string[]): Promise<void> {
  if (appIds.length === 0) return;
  // After an interrupted rebuild the earlier texts are already kept, and the stored ones are in no generation.
  await tx.execute(sql`
    WITH changed AS (
      SELECT id, timestamp AS until FROM feeds, unnest(${sql.param([...appIds])}::text[]) AS id
      WHERE feeds.name = 'fdroid'
        AND NOT EXISTS (SELECT FROM feed_past_apps WHERE until = feeds.timestamp AND app_id = id)
    )
    INSERT INTO feed_past_apps (until, app_id, begins_at, ends_at, text)
    SELECT until, id, coalesce(begins_at, 0), coalesce(ends_at, ${END_OF_BUCKETS}::int), text
    FROM changed LEFT JOIN feed_apps ON app_id = id AND text IS NOT NULL`);
}

/** A group of a generation with its own index. */
export type FeedGroup = typeof feedGroups.$inferSelect;

/** Records the groups of a new generation, and forgets what no diff needs any more. */
export async function keepGroups(tx: Tx, groups: readonly FeedGroup[]): Promise<void> {
  await tx.insert(feedGroups).values([...groups]);
  await tx.execute(sql`
    DELETE FROM feed_groups WHERE timestamp NOT IN (
      SELECT DISTINCT timestamp FROM feed_groups ORDER BY timestamp DESC LIMIT ${MAX_DIFFS})`);
  await tx.execute(sql`
    DELETE FROM feed_past_apps WHERE until < (SELECT min(timestamp) FROM feed_groups)`);
}

/** Returns the earlier groups that share buckets with a group and are near enough for a diff. */
export async function readBases(
  db: Db,
  { beginsAt, endsAt }: Pick<FeedGroup, 'beginsAt' | 'endsAt'>,
): Promise<FeedGroup[]> {
  const { rows } = await db.execute<FeedGroup & Record<string, unknown>>(sql`
    WITH changed AS (
      SELECT until, app_id, sum(octet_length(text)) AS length FROM feed_past_apps GROUP BY until, app_id
    )
    SELECT timestamp::float8 AS timestamp, begins_at AS "beginsAt", ends_at AS "endsAt", repo
    FROM feed_groups
    WHERE begins_at < ${endsAt} AND ends_at > ${beginsAt} AND ${MAX_DIFF_LENGTH} >= coalesce((
      SELECT sum(coalesce(changed.length, 0) + coalesce(octet_length(feed_apps.text), 0))
      FROM changed LEFT JOIN feed_apps USING (app_id)
      WHERE until >= timestamp
    ), 0)
    ORDER BY timestamp`);
  return rows;
}

/** The text of an app in indexes of some buckets, with its key. */
export interface KeptText {
  readonly appId: string;
  readonly beginsAt: number;
  readonly endsAt: number;
  /** Null when the app was in no index. */
  readonly text: string | null;
}

/** The texts of the apps that changed since a generation: those now, and those that later generations replaced. */
export interface TextHistory {
  readonly now: readonly KeptText[];
  /** The oldest first, by the last generation that had them. */
  readonly past: readonly (KeptText & { readonly until: number })[];
}

/** Reads the texts of the apps that changed since a generation. */
export async function readHistory(db: Db, since: number): Promise<TextHistory> {
  const { rows: past } = await db.execute<TextHistory['past'][number] & Record<string, unknown>>(sql`
    SELECT app_id AS "appId", begins_at AS "beginsAt", ends_at AS "endsAt", text, until::float8 AS until
    FROM feed_past_apps WHERE until >= ${since} ORDER BY until`);
  const { rows: now } = await db.execute<KeptText & Record<string, unknown>>(sql`
    SELECT app_id AS "appId", begins_at AS "beginsAt", ends_at AS "endsAt", text
    FROM feed_apps WHERE app_id IN (SELECT app_id FROM feed_past_apps WHERE until >= ${since})`);
  return { past, now };
}
