import type { Pool } from 'pg';
import type { DownloadClientId } from '#shared/apps/download-clients.ts';

/** Downloads of a version by one kind of client on one day in UTC. */
export interface CountedDownloads {
  readonly versionId: string;
  readonly day: string;
  readonly client: DownloadClientId;
  readonly count: number;
}

/** Downloads to store together, once. */
export interface DownloadBatch {
  readonly id: string;
  readonly downloads: readonly CountedDownloads[];
}

/**
 * Adds a batch to the downloads of versions and apps, unless it was stored before. The apps' rows are locked first, as
 * everywhere, and all in one order, so that the batches of two servers don't block each other.
 */
const STORE = {
  name: 'store-downloads',
  text: `
    WITH batch AS (
      INSERT INTO download_batches (id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING id
    ), counted AS MATERIALIZED (
      SELECT v.id, v.app_id, a.owner_uid, d.day, d.client, d.count
      FROM batch, unnest($2::text[], $3::date[], $4::text[], $5::int[]) AS d (version_id, day, client, count)
      JOIN versions v ON v.id = d.version_id JOIN apps a ON a.id = v.app_id
    ), by_app AS (
      INSERT INTO app_downloads AS d (app_id, owner_uid, day, count)
      SELECT app_id, owner_uid, day, sum(count)::int FROM counted
      GROUP BY app_id, owner_uid, day ORDER BY app_id, day
      ON CONFLICT (app_id, day) DO UPDATE SET count = d.count + excluded.count
      RETURNING app_id
    ), locked AS (
      SELECT DISTINCT app_id FROM by_app
    ), by_client AS (
      INSERT INTO app_client_downloads AS d (app_id, day, client, count)
      SELECT app_id, day, client, sum(count)::int FROM counted JOIN locked USING (app_id)
      GROUP BY app_id, day, client ORDER BY app_id, day, client
      ON CONFLICT (app_id, day, client) DO UPDATE SET count = d.count + excluded.count
    )
    INSERT INTO downloads AS d (version_id, day, client, count)
    SELECT counted.id, counted.day, counted.client, counted.count
    FROM counted JOIN locked USING (app_id)
    ORDER BY counted.id, counted.day, counted.client
    ON CONFLICT (version_id, day, client) DO UPDATE SET count = d.count + excluded.count`,
};

/** Stores a batch; one that was stored before, and downloads of deleted versions, change nothing. */
export async function storeBatch(pool: Pool, { id, downloads }: DownloadBatch): Promise<void> {
  const column = <Key extends keyof CountedDownloads>(key: Key) => downloads.map((one) => one[key]);
  await pool.query({
    ...STORE,
    values: [id, column('versionId'), column('day'), column('client'), column('count')],
  });
}

/** Forgets a batch whose journal is deleted. */
export async function forgetBatch(pool: Pool, id: string): Promise<void> {
  await pool.query('DELETE FROM download_batches WHERE id = $1', [id]);
}
