import { sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/open.ts';
import type { StoredFile } from '../../platform/db/tables/feeds.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';
import {
  deleteGenerations,
  type Generation,
  readGeneration,
  readPastFiles,
} from '../generations/generations.ts';
import { SERVED_MS } from './files.ts';
import { FEED_PREFIX } from './names.ts';

/**
 * A generation is served for an hour. While a large feed produces very many, each is served only as long as a
 * client needs.
 */
const KEEPING = { servedMs: SERVED_MS, leastMs: 600_000, maxBytes: 2 * 1024 ** 3 };

/**
 * Selects the timestamp of the newest generation with a text that a hold has taken out: its hold began after that
 * generation was made. The minute is for a hold that commits while a rebuild runs, and for clocks that differ.
 */
const NEWEST_WITH_HELD = sql`
  SELECT max(p.until) FROM feed_past_apps p JOIN apps a ON a.id = p.app_id
  WHERE p.text IS NOT NULL AND EXISTS (
    SELECT FROM holds h
    WHERE h.lifted_at IS NULL AND h.created_at > to_timestamp(p.until / 1000.0) - interval '1 minute'
      AND (h.subject_id IN (a.id, a.owner_uid)
        OR (h.subject = 'version' AND h.subject_id IN (SELECT id FROM versions WHERE app_id = a.id))))`;

/**
 * Returns the expired generations with their files. Those that list something which was put on hold since expire at once,
 * so that nobody reads it there either.
 */
async function readExpired(db: Db): Promise<Map<number, StoredFile[]>> {
  const { rows } = await db.execute<{ timestamp: string; files: Generation['files'] }>(sql`
    SELECT timestamp::text, files FROM (
      SELECT timestamp, files, replaced_at, sum(bytes) OVER (ORDER BY timestamp DESC) AS total
      FROM past_feeds WHERE name = 'fdroid'
    ) AS past
    WHERE replaced_at < now() - ${`${KEEPING.servedMs} ms`}::interval
      OR timestamp <= (${NEWEST_WITH_HELD})
      OR (total > ${KEEPING.maxBytes} AND replaced_at < now() - ${`${KEEPING.leastMs} ms`}::interval)`);
  return new Map(rows.map(({ timestamp, files }) => [Number(timestamp), Object.values(files)]));
}

/** Files checked per job. */
const BATCH = 500;

/** Deletes expired generations, and files that no generation references any more. */
export async function removeExpired({ db, storage }: Pick<Context, 'db' | 'storage'>): Promise<void> {
  const expired = await readExpired(db);
  for (const { key } of [...expired.values()].flat()) await storage.delete(key);
  if (expired.size > 0) await deleteGenerations(db, 'fdroid', [...expired.keys()]);
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ key: string }>(
      sql`DELETE FROM feed_files WHERE expires_at < now() RETURNING key`,
    );
    for (let at = 0; at < rows.length; at += BATCH) {
      await enqueue(tx, {
        name: 'remove-files',
        payload: { keys: rows.slice(at, at + BATCH).map(({ key }) => key) },
      });
    }
  });
}

/** Deletes files that an interrupted rebuild stored and no generation references. */
export async function removeOrphans({ db, storage, clock }: Context): Promise<void> {
  const current = await readGeneration(db, 'fdroid');
  const past = await readPastFiles(db, 'fdroid');
  const named = new Set(
    [...Object.values(current?.files ?? {}), ...[...past.values()].flat()].map(({ key }) => key),
  );
  const before = clock().getTime() - SERVED_MS;
  for await (const key of storage.list(FEED_PREFIX)) {
    if (named.has(key)) continue;
    const info = await storage.stat(key);
    if (info && info.modifiedAt.getTime() < before) await storage.delete(key);
  }
}
