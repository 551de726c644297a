import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Client } from 'pg';
import type { StoredFile } from '../../platform/db/tables/feeds.ts';
import type { Storage } from '../../platform/storage/storage.ts';

/** Apps whose texts are read at once, so that neither the database nor this process holds a whole index. */
const BATCH = 200;

/** A list of texts in the database. */
export interface TextList {
  /** A table with a row for each app and range of buckets, and its column with the texts. */
  readonly table: string;
  readonly column: string;
  /** The rollout bucket to which the texts are shown. */
  readonly bucket: number;
  /** A condition on the rows. */
  readonly condition?: string;
}

interface Piece {
  /** Null after the last app. */
  readonly text: string | null;
  /** The last app in this piece. */
  readonly applicationId: string;
  readonly appId: string;
}

/** Yields the texts of a list in the order of their application IDs, with commas between them. */
export async function* joinTexts(client: Client, list: TextList): AsyncGenerator<Buffer> {
  const { table, column, bucket, condition = 'true' } = list;
  const text = `
    SELECT string_agg(text, ',' ORDER BY application_id, app_id) AS text,
      (array_agg(application_id ORDER BY application_id DESC, app_id DESC))[1] AS "applicationId",
      (array_agg(app_id ORDER BY application_id DESC, app_id DESC))[1] AS "appId"
    FROM (
      SELECT application_id, app_id, ${column} AS text FROM ${table}
      WHERE text IS NOT NULL AND begins_at <= $1 AND ends_at > $1 AND ${condition}
        AND (application_id, app_id) > ($2, $3)
      ORDER BY application_id, app_id LIMIT ${BATCH}
    ) AS piece`;
  for (let last: Piece | null = null; ; ) {
    const values: unknown[] = [bucket, last?.applicationId ?? '', last?.appId ?? ''];
    const piece: Piece | undefined = (await client.query<Piece>(text, values)).rows[0];
    if (!piece?.text) return;
    yield Buffer.from(last ? `,${piece.text}` : piece.text);
    last = piece;
  }
}

/** Yields parts of a file one after the other. */
export async function* concatenate(
  parts: readonly (string | AsyncIterable<Uint8Array>)[],
): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    if (typeof part === 'string') yield Buffer.from(part);
    else yield* part;
  }
}

/** Stores a file whose key contains its hash, which is known once it is stored. */
export async function storeHashed(
  storage: Storage,
  content: AsyncIterable<Uint8Array>,
  keyOf: (hash: string) => string,
): Promise<StoredFile> {
  const unnamed = keyOf(randomUUID());
  const { sha256, size } = await storage.put(unnamed, Readable.from(content, { objectMode: false }));
  const key = keyOf(sha256);
  await storage.move(unnamed, key);
  return { key, sha256, size };
}
