import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Client } from 'pg';
import type { Branding } from '../../platform/branding/branding.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import {
  ALTSTORE_SOURCES,
  type AltstoreSource,
  altstoreApps,
  feeds,
  type StoredFile,
} from '../../platform/db/tables/feeds.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { areFilesThere } from '../fdroid/damage.ts';
import { groupFile } from '../fdroid/rollout.ts';
import { storeHashed } from '../fdroid/store-indexes.ts';
import type { FeedProblem } from '../fdroid/stored.ts';
import { findSourceApps, updateSourceTexts } from './app-texts.ts';
import { renderSourceFrame, type SourceStore } from './source.ts';

const FEED = 'altstore';

/** Prefix of the storage keys of sources. */
const PREFIX = 'feeds/altstore/';

/** The file of each source below its address. */
export const SOURCE_FILES: Readonly<Record<AltstoreSource, string>> = {
  classic: 'source.json',
  pal: 'pal.json',
};

/** Entries read per batch, so that neither the database nor the process holds a whole source. */
const BATCH = 50;

/** Time for which replaced sources are kept, for requests that have begun. */
const KEPT_MS = 600_000;

/** The served sources, by their names below the address; null before the first rebuild. */
export async function readSources(db: Db | Tx): Promise<typeof feeds.$inferSelect | null> {
  const [row] = await db.select().from(feeds).where(eq(feeds.name, FEED));
  return row ?? null;
}

/** The sources that a rebuild makes. */
export interface PreparedSources {
  /** Milliseconds since 1970, by the database's clock. */
  readonly timestamp: number;
  readonly store: SourceStore;
  readonly current: Awaited<ReturnType<typeof readSources>>;
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
  const current = await readSources(tx);
  const isWhole = appIds === 'all' || current === null;
  await updateSourceTexts(tx, isWhole ? await findSourceApps(tx) : appIds, store);
  const { rows } = await tx.execute<{ sha256: string; timestamp: string }>(sql`
    SELECT encode(sha256(convert_to(coalesce(
      string_agg(app_id || ' ' || sha256, ',' ORDER BY application_id, app_id, begins_at), ''), 'UTF8')), 'hex') AS sha256,
      floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint::text AS timestamp
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
    timestamp: Number(rows[0]?.timestamp),
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
      const pieces = readPieces(client, renderSourceFrame(store, source), { source, bucket });
      // Without the time, an earlier source with the same content could be removed while this one replaces it.
      const keyOf = (hash: string) => `${PREFIX}${timestamp}-${hash}`;
      files[groupFile(bucket, SOURCE_FILES[source])] = await storeHashed({ storage }, pieces, keyOf);
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
  const set = { timestamp, contentSha256, files };
  await tx
    .insert(feeds)
    .values({ name: FEED, ...set })
    .onConflictDoUpdate({ target: feeds.name, set });
  const keys = Object.values(current?.files ?? {}).map(({ key }) => key);
  if (keys.length > 0)
    await enqueue(tx, { name: 'remove-files', payload: { keys }, runAt: new Date(timestamp + KEPT_MS) });
}

interface Group {
  readonly source: AltstoreSource;
  readonly bucket: number;
}

async function* readPieces(
  client: Client,
  { start, end }: ReturnType<typeof renderSourceFrame>,
  group: Group,
): AsyncGenerator<Buffer> {
  yield Buffer.from(start);
  for (let last: Piece | null = null; ; ) {
    const piece = await readPiece(client, group, last);
    if (!piece.text) break;
    yield Buffer.from(last ? `,${piece.text}` : piece.text);
    last = piece;
  }
  yield Buffer.from(end);
}

interface Piece {
  /** Null after the last app. */
  readonly text: string | null;
  /** The last app in this piece. */
  readonly applicationId: string;
  readonly appId: string;
}

/** Prepared because a source needs hundreds of them. */
const READ_PIECE = `
  SELECT string_agg(text, ',' ORDER BY application_id, app_id) AS text,
    (array_agg(application_id ORDER BY application_id DESC, app_id DESC))[1] AS "applicationId",
    (array_agg(app_id ORDER BY application_id DESC, app_id DESC))[1] AS "appId"
  FROM (
    SELECT application_id, app_id, text FROM altstore_apps
    WHERE source = $1 AND text IS NOT NULL AND begins_at <= $2 AND ends_at > $2
      AND (application_id, app_id) > ($3, $4)
    ORDER BY application_id, app_id LIMIT ${BATCH}
  ) AS piece`;

async function readPiece(client: Client, { source, bucket }: Group, last: Piece | null): Promise<Piece> {
  const values = [source, bucket, last?.applicationId ?? '', last?.appId ?? ''];
  const { rows } = await client.query<Piece>({ name: 'source-piece', text: READ_PIECE, values });
  return rows[0] as Piece;
}
