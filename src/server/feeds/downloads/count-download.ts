import type { Pool } from 'pg';

/**
 * Increments the downloads of a version and of its app. The app's row is locked first, as everywhere;
 * concurrent downloads of the same app wait for one statement at most.
 */
const COUNT = {
  name: 'count-download',
  text: `
    WITH version AS (
      SELECT v.id, v.app_id, a.owner_uid FROM versions v JOIN apps a ON a.id = v.app_id WHERE v.id = $1
    ), counted AS (
      INSERT INTO app_downloads AS d (app_id, owner_uid, day, count)
      SELECT app_id, owner_uid, $2::date, 1 FROM version
      ON CONFLICT (app_id, day) DO UPDATE SET count = d.count + 1
      RETURNING app_id
    )
    INSERT INTO downloads AS d (version_id, day, count)
    SELECT version.id, $2::date, 1 FROM version JOIN counted USING (app_id)
    ON CONFLICT (version_id, day) DO UPDATE SET count = d.count + 1`,
};

/** Counts a download of a version for the current day in UTC. */
export async function countDownload(pool: Pool, download: { versionId: string; at: Date }): Promise<void> {
  await pool.query({ ...COUNT, values: [download.versionId, download.at.toISOString().slice(0, 10)] });
}
