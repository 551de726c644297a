import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Client } from 'pg';
import type { Branding } from '../../platform/branding/branding.ts';
import type { Tx } from '../../platform/db/open.ts';
import { ALTSTORE_SOURCES, altstoreApps, type StoredFile } from '../../platform/db/tables/feeds.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { copyKeysOf } from '../generations/copies.ts';
import { areFilesThere } from '../generations/damage.ts';
import {
  type Generation,
  nextTimestamp,
  readGeneration,
  switchGeneration,
} from '../generations/generations.ts';
import { concatenate, joinTexts, storeHashed } from '../generations/join-texts.ts';
import { groupFile } from '../generations/rollout.ts';
import { SOURCE_FILES } from '../public/addresses.ts';
import type { FeedProblem } from '../public/stored.ts';
import { findSourceApps, updateSourceTexts } from './app-texts.ts';
import { renderSourceFrame, type SourceStore } from './source.ts';

/** Prefix of the storage keys of sources. */
const PREFIX = 'feeds/altstore/';

/** Time for which replaced sources are kept, for requests that have begun. */
const KEPT_MS = 600_000;

/** The sources that a rebuild makes. */
export interface PreparedSources {
  /** Milliseconds since 1970, by the database's clock. */
  readonly timestamp: number;
  readonly store: SourceStore;
  readonly current: Generation | null;
  readonly contentSha256: string;
  /** The buckets at which groups of rollouts begin. */
  readonly buckets: readonly number[];
  readonly problems: readonly FeedProblem[];
}

interface Preparing {
  readonly publicUrl: string;
  readonly branding: Branding;
  /** The changed apps, of any platform. */
  readonly appIds: readonly string[] | 'all';
}

/** Updates the stored texts of apps in the transaction of the rebuild, and reads what their sources contain. */
export async function prepareSources(
  tx: Tx,
  { publicUrl, branding, appIds }: Preparing,
): Promise<PreparedSources> {
  const { name, tagline, accent, logoKey } = branding;
  const store = { name, tagline, accent, logo: logoKey, publicUrl };
  const current = await readGeneration(tx, 'altstore');
  const isWhole = appIds === 'all' || current === null;
  await updateSourceTexts(tx, isWhole ? await findSourceApps(tx) : appIds, store);
  const { rows } = await tx.execute<{ sha256: string }>(sql`
    SELECT encode(sha256(convert_to(coalesce(
      string_agg(app_id || ' ' || sha256, ',' ORDER BY application_id, app_id, begins_at), ''), 'UTF8')), 'hex') AS sha256
    FROM ${altstoreApps}`);
  const { rows: buckets } = await tx.execute<{ bucket: number }>(sql`
    SELECT 0 AS bucket UNION SELECT ends_at FROM ${altstoreApps} WHERE ends_at < 100 ORDER BY bucket`);
  const { rows: problems } = await tx.execute<FeedProblem & Record<string, unknown>>(sql`
    SELECT app_id AS "appId", effect, reason
    FROM ${altstoreApps}, jsonb_to_recordset(problems) AS problem (effect text, reason text)
    WHERE problems <> '[]' ORDER BY application_id`);
  const frames = ALTSTORE_SOURCES.map((source) => renderSourceFrame(store, source).start);
  return {
    store,
    current,
    timestamp: await nextTimestamp(tx, 'altstore'),
    contentSha256: createHash('sha256')
      .update([...frames, rows[0]?.sha256].join('\n'))
      .digest('hex'),
    buckets: buckets.map(({ bucket }) => bucket),
    problems,
  };
}

interface Assembling {
  readonly client: Client;
  readonly storage: Storage;
}

/** Stores the sources of every group of buckets; null when those that are served are the same. */
export async function storeSources(
  { client, storage }: Assembling,
  { store, current, contentSha256, buckets, timestamp }: PreparedSources,
): Promise<Record<string, StoredFile> | null> {
  const isSame = current?.contentSha256 === contentSha256;
  if (isSame && (await areFilesThere({ storage }, Object.values(current.files)))) return null;
  const files: Record<string, StoredFile> = {};
  for (const source of ALTSTORE_SOURCES) {
    for (const bucket of buckets) {
      const { start, end } = renderSourceFrame(store, source);
      const list = { table: 'altstore_apps', column: 'text', bucket, condition: `source = '${source}'` };
      const content = concatenate([start, joinTexts(client, list), end]);
      // Without the time, an earlier source with the same content could be removed while this one replaces it.
      const keyOf = (hash: string) => `${PREFIX}${timestamp}-${hash}`;
      files[groupFile(bucket, SOURCE_FILES[source])] = await storeHashed(storage, content, keyOf);
    }
  }
  return files;
}

/** Makes clients read these sources once the transaction is committed. */
export async function switchSources(
  tx: Tx,
  { timestamp, current, contentSha256 }: PreparedSources,
  files: Record<string, StoredFile>,
): Promise<void> {
  await switchGeneration(tx, 'altstore', { timestamp, contentSha256, files });
  // Copies may have been added since the current one was read.
  const keys = Object.values(current?.files ?? {}).flatMap(({ key }) => [key, ...copyKeysOf(key)]);
  if (keys.length > 0)
    await enqueue(tx, { name: 'remove-files', payload: { keys }, runAt: new Date(timestamp + KEPT_MS) });
}
