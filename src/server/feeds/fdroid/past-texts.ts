import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/open.ts';
import { feedGroups } from '../../platform/db/tables/feeds.ts';
import { END_OF_BUCKETS } from './rollout.ts';

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
    INSERT INTO feed_past_apps
      (until, app_id, begins_at, ends_at, application_id, text, v1_app_bytes, v1_packages_bytes)
    SELECT until, id, coalesce(begins_at, 0), coalesce(ends_at, ${END_OF_BUCKETS}::int), application_id, text,
      octet_length(v1_app), octet_length(v1_packages)
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

/** An app's texts in an earlier and in the newest index; null where it is in none. */
export interface ChangedText {
  readonly old: string | null;
  readonly new: string | null;
}

/** Returns the texts of the apps that changed since a generation, for a bucket then and a bucket now. */
export async function readChangedTexts(db: Db, base: FeedGroup, bucket: number): Promise<ChangedText[]> {
  const { rows } = await db.execute<ChangedText & Record<string, unknown>>(sql`
    WITH since AS (
      SELECT app_id, min(until) AS until FROM feed_past_apps WHERE until >= ${base.timestamp} GROUP BY app_id
    ), changed AS (
      SELECT past.application_id AS old_id, past.text AS old, app.application_id AS new_id, app.text AS new
      FROM since
      LEFT JOIN feed_past_apps AS past ON past.app_id = since.app_id AND past.until = since.until
        AND past.begins_at <= ${base.beginsAt} AND past.ends_at > ${base.beginsAt}
      LEFT JOIN feed_apps AS app ON app.app_id = since.app_id
        AND app.begins_at <= ${bucket} AND app.ends_at > ${bucket}
    )
    -- A new app may have the application id of a deleted one.
    SELECT max(old) AS old, max(new) AS new FROM (
      SELECT old_id AS id, old, NULL AS new FROM changed WHERE old IS NOT NULL
      UNION ALL SELECT new_id, NULL, new FROM changed WHERE new IS NOT NULL
    ) AS either
    GROUP BY id HAVING max(old) IS DISTINCT FROM max(new) ORDER BY id`);
  return rows;
}
