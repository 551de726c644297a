import type { Pool } from 'pg';
import type { DownloadClientId } from '#shared/apps/download-clients.ts';
import type { NetworkHashes } from '../../catalog/releases/network-hashes.ts';

/** Downloads of a version by one kind of client on one day in UTC. */
export interface CountedDownloads {
  readonly versionId: string;
  readonly day: string;
  readonly client: DownloadClientId;
  readonly count: number;
}

/** A download by a network, which counts once a day for each version. */
export interface NetworkDownload extends Omit<CountedDownloads, 'count'> {
  readonly network: NetworkHashes;
}

/** Downloads to store together, once. */
export interface DownloadBatch {
  readonly id: string;
  /** Those of unknown networks, which all count. */
  readonly downloads: readonly CountedDownloads[];
  readonly ofNetworks?: readonly NetworkDownload[];
}

/**
 * Adds a batch to the downloads of versions and apps, unless it was stored before. The apps' rows are locked first, as
 * everywhere after the networks, and all in one order, so that the batches of two servers don't block each other.
 */
const STORE = {
  name: 'store-downloads',
  text: `
    WITH batch AS (
      INSERT INTO download_batches (id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING id
    ), sent AS MATERIALIZED (
      SELECT n.* FROM batch, unnest($6::text[], $7::date[], $8::text[], $9::text[], $10::text[], $11::text[])
        AS n (version_id, day, client, on_day, of_rollout, wide)
      JOIN versions v ON v.id = n.version_id
    ), new_networks AS (
      INSERT INTO download_networks (day, version_id, network_hash)
      SELECT DISTINCT day, version_id, on_day FROM sent ORDER BY 1, 2, 3
      ON CONFLICT DO NOTHING RETURNING day, version_id, network_hash
    ), of_rollouts AS (
      INSERT INTO rollout_networks (version_id, network_hash)
      SELECT DISTINCT s.version_id, s.of_rollout FROM sent s
      JOIN releases r ON r.version_id = s.version_id WHERE r.percentage < 100 ORDER BY 1, 2
      ON CONFLICT DO NOTHING
    ), known AS (
      INSERT INTO known_networks AS k (network_hash, first_day, last_day)
      SELECT wide, min(day), max(day) FROM sent GROUP BY wide ORDER BY wide
      ON CONFLICT (network_hash) DO UPDATE SET last_day = excluded.last_day WHERE k.last_day < excluded.last_day
    ), once AS (
      SELECT DISTINCT ON (s.version_id, s.day, s.on_day) s.version_id, s.day, s.client
      FROM sent s JOIN new_networks n ON (n.day, n.version_id, n.network_hash) = (s.day, s.version_id, s.on_day)
    ), all_downloads AS (
      SELECT d.* FROM batch, unnest($2::text[], $3::date[], $4::text[], $5::int[]) AS d (version_id, day, client, count)
      UNION ALL
      SELECT version_id, day, client, count(*)::int FROM once GROUP BY version_id, day, client
    ), counted AS MATERIALIZED (
      SELECT v.id, v.app_id, a.owner_uid, d.day, d.client, sum(d.count)::int AS count
      FROM all_downloads d JOIN versions v ON v.id = d.version_id JOIN apps a ON a.id = v.app_id
      GROUP BY v.id, v.app_id, a.owner_uid, d.day, d.client
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
export async function storeBatch(
  pool: Pool,
  { id, downloads, ofNetworks = [] }: DownloadBatch,
): Promise<void> {
  const column = <Key extends keyof CountedDownloads>(key: Key) => downloads.map((one) => one[key]);
  await pool.query({
    ...STORE,
    values: [
      id,
      column('versionId'),
      column('day'),
      column('client'),
      column('count'),
      ofNetworks.map(({ versionId }) => versionId),
      ofNetworks.map(({ day }) => day),
      ofNetworks.map(({ client }) => client),
      ofNetworks.map(({ network }) => network.onDay),
      ofNetworks.map(({ network }) => network.ofRollout),
      ofNetworks.map(({ network }) => network.wide),
    ],
  });
}

/** Forgets a batch whose journal is deleted. */
export async function forgetBatch(pool: Pool, id: string): Promise<void> {
  await pool.query('DELETE FROM download_batches WHERE id = $1', [id]);
}
