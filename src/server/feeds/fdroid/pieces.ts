import type { Client } from 'pg';

/**
 * Apps whose texts are read per batch, so that neither the database nor this process holds the whole index.
 */
const BATCH = 200;

/** A column with an app's text for an index. */
export type TextColumn = 'text' | 'v1_app' | 'v1_packages';

/** Reads the texts shown to a rollout bucket, with commas between them. */
export async function* readTexts(client: Client, column: TextColumn, bucket: number): AsyncGenerator<Buffer> {
  for (let last: Piece | null = null; ; ) {
    const piece: Piece = await readPiece(client, column, { bucket, last });
    if (!piece.text) return;
    yield Buffer.from(last ? `,${piece.text}` : piece.text);
    last = piece;
  }
}

interface Piece {
  /** Null after the last app. */
  readonly text: string | null;
  /** The last application id in this piece. */
  readonly applicationId: string;
  readonly appId: string;
}

async function readPiece(
  client: Client,
  column: TextColumn,
  { bucket, last }: { readonly bucket: number; readonly last: Piece | null },
): Promise<Piece> {
  const values = [bucket, last?.applicationId ?? '', last?.appId ?? ''];
  // Prepared because an index needs hundreds of them.
  const { rows } = await client.query<Piece>({
    name: `feed-piece-${column}`,
    text: readPieceOf(column),
    values,
  });
  return rows[0] as Piece;
}

const readPieceOf = (column: TextColumn) => `
  SELECT string_agg(text, ',' ORDER BY application_id, app_id) AS text,
    (array_agg(application_id ORDER BY application_id DESC, app_id DESC))[1] AS "applicationId",
    (array_agg(app_id ORDER BY application_id DESC, app_id DESC))[1] AS "appId"
  FROM (
    SELECT application_id, app_id, ${column} AS text FROM feed_apps
    WHERE text IS NOT NULL AND begins_at <= $1 AND ends_at > $1 AND (application_id, app_id) > ($2, $3)
    ORDER BY application_id, app_id LIMIT ${BATCH}
  ) AS piece`;
