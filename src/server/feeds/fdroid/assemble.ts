import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import type { Client } from 'pg';
import type { Db, Tx } from '../../platform/db/open.ts';
import type { StoredFile } from '../../platform/db/tables/feeds.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { FEED_PREFIX, feedFileKey } from './generations.ts';
import { type AppsSummary, buildEntry, type Repository, renderFrame, renderRepository } from './index.ts';
import type { FeedProblem } from './stored.ts';

/**
 * Apps whose texts are read per batch, so that neither the database nor this process holds the whole index.
 */
const BATCH = 50;

/** The content of the feed according to the stored texts. */
export interface FeedContents {
  /** SHA-256 of everything in a generation except its timestamp, including its signer. */
  readonly sha256: string;
  /** The buckets at which groups of rollouts begin. Each group has its own index. */
  readonly buckets: readonly number[];
  readonly problems: readonly FeedProblem[];
}

/** Reads the content that an index of the stored texts would have. */
export async function readContents(tx: Tx, repository: Repository, signer: string): Promise<FeedContents> {
  const { rows } = await tx.execute<{ sha256: string | null }>(sql`
    SELECT encode(sha256(convert_to(
      string_agg(app_id || ' ' || sha256, ',' ORDER BY application_id, app_id, begins_at), 'UTF8')), 'hex') AS sha256
    FROM feed_apps WHERE text IS NOT NULL`);
  const { summary } = await summarise(tx, sql`true`);
  const header = `${signer} ${renderRepository({ ...repository, timestamp: 0 }, summary)}`;
  const { rows: buckets } = await tx.execute<{ bucket: number }>(sql`
    SELECT 0 AS bucket UNION SELECT ends_at FROM feed_apps WHERE ends_at < 100 ORDER BY bucket`);
  const { rows: problems } = await tx.execute<FeedProblem & Record<string, unknown>>(sql`
    SELECT app_id AS "appId", effect, reason
    FROM feed_apps, jsonb_to_recordset(problems) AS problem (effect text, reason text)
    WHERE problems <> '[]' ORDER BY application_id`);
  return {
    sha256: createHash('sha256').update(`${header}\n${rows[0]?.sha256}`).digest('hex'),
    buckets: buckets.map(({ bucket }) => bucket),
    problems,
  };
}

/** Selects the texts shown to a rollout bucket. */
const shownAt = (bucket: number) => sql`begins_at <= ${bucket} AND ends_at > ${bucket}`;

async function summarise(db: Db | Tx, shown: ReturnType<typeof sql>) {
  const { rows } = await db.execute<{
    count: number;
    categories: string[] | null;
    hasBeta: boolean | null;
  }>(sql`
    SELECT count(*)::int AS count, array_agg(DISTINCT category) AS categories, bool_or(has_beta) AS "hasBeta"
    FROM feed_apps WHERE text IS NOT NULL AND ${shown}`);
  const { count = 0, categories = null, hasBeta = false } = rows[0] ?? {};
  const summary: AppsSummary = { categories: new Set(categories), hasBeta: hasBeta ?? false };
  return { count, summary };
}

/** The stored index of the group that begins at a bucket, and the entry that names it. */
export interface AssembledGroup {
  readonly bucket: number;
  readonly index: StoredFile;
  readonly entry: string;
}

interface Assembling {
  readonly client: Client;
  /** Uses the same client. */
  readonly db: Db;
  readonly storage: Storage;
}

/**
 * Stores the index of a group directly from the stored texts. Only the holder of the feed's lock changes
 * them.
 */
export async function assembleGroup(
  { client, db, storage }: Assembling,
  repository: Repository,
  bucket: number,
): Promise<AssembledGroup> {
  const { count, summary } = await summarise(db, shownAt(bucket));
  const pieces = readPieces(client, renderFrame(repository, summary), bucket);
  // An index is named by its hash, which is known once it is stored.
  const unnamed = `${FEED_PREFIX}${randomUUID()}`;
  const { sha256, size } = await storage.put(unnamed, Readable.from(pieces, { objectMode: false }));
  const key = feedFileKey('index-v2.json', sha256);
  await storage.move(unnamed, key);
  const entry = JSON.stringify(buildEntry(repository.timestamp, { sha256, size, numPackages: count }));
  return { bucket, index: { key, sha256, size }, entry };
}

async function* readPieces(
  client: Client,
  { start, end }: ReturnType<typeof renderFrame>,
  bucket: number,
): AsyncGenerator<Buffer> {
  yield Buffer.from(start);
  for (let last: Piece | null = null; ; ) {
    const piece = await readPiece(client, bucket, last);
    if (!piece.text) break;
    yield Buffer.from(last ? `,${piece.text}` : piece.text);
    last = piece;
  }
  yield Buffer.from(end);
}

interface Piece {
  /** Null after the last app. */
  readonly text: string | null;
  /** The last application id in this piece. */
  readonly applicationId: string;
  readonly appId: string;
}

/** Prepared because an index needs hundreds of them. */
const READ_PIECE = `
  SELECT string_agg(text, ',' ORDER BY application_id, app_id) AS text,
    (array_agg(application_id ORDER BY application_id DESC, app_id DESC))[1] AS "applicationId",
    (array_agg(app_id ORDER BY application_id DESC, app_id DESC))[1] AS "appId"
  FROM (
    SELECT application_id, app_id, text FROM feed_apps
    WHERE text IS NOT NULL AND begins_at <= $1 AND ends_at > $1 AND (application_id, app_id) > ($2, $3)
    ORDER BY application_id, app_id LIMIT ${BATCH}
  ) AS piece`;

async function readPiece(client: Client, bucket: number, last: Piece | null): Promise<Piece> {
  const values = [bucket, last?.applicationId ?? '', last?.appId ?? ''];
  const { rows } = await client.query<Piece>({ name: 'feed-piece', text: READ_PIECE, values });
  return rows[0] as Piece;
}
