import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { isFeedFile } from '../file-problems/problems.ts';
import { FILE_KINDS, findUsedKeys } from './kinds.ts';

/** Selects `id` and `key` of the files of all feeds that are served. */
const FEED_FILES = sql`
  SELECT DISTINCT file->>'key' AS id, file->>'key' AS key
  FROM (SELECT files FROM feeds UNION ALL SELECT files FROM past_feeds) AS generations,
    jsonb_each(files) AS each (name, file)`;

/** More rows than a store has. */
const ALL_ROWS = 2_000_000_000;

/** Files added to the verification by one statement. */
const BATCH = 20_000;

/** Unfinished uploads grow, so that no hash is known. */
const UPLOADS = 'uploads/';

/** Adds the files that rows reference, and that weren't verified yet, to those that the verification knows. */
export async function addExpectedFiles(db: Db): Promise<void> {
  const kinds = FILE_KINDS.filter(({ prefix }) => prefix !== UPLOADS && !isFeedFile(prefix));
  for (const expected of [...kinds.map((kind) => kind.expected('', ALL_ROWS)), FEED_FILES]) {
    while ((await addBatch(db, expected)) === BATCH);
  }
}

async function addBatch(db: Db, expected: SQL): Promise<number> {
  const { rowCount } = await db.execute(sql`
    INSERT INTO file_checks (key, downloads)
    SELECT key, max(coalesce((SELECT sum(count) FROM downloads WHERE version_id = unknown.id), 0))::int
    FROM (
      SELECT id, key FROM (${expected}) AS expected
      WHERE NOT EXISTS (SELECT FROM file_checks WHERE file_checks.key = expected.key) LIMIT ${BATCH}
    ) AS unknown
    GROUP BY key
    ON CONFLICT (key) DO NOTHING`);
  return rowCount ?? 0;
}

/** Returns those of some files that rows reference, so that they should be there. */
export async function findExpectedKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const ofFeeds = keys.filter(isFeedFile);
  const used = await findUsedKeys(
    db,
    keys.filter((key) => !isFeedFile(key)),
  );
  if (ofFeeds.length === 0) return used;
  const { rows } = await db.execute<{ key: string }>(
    sql`SELECT key FROM (${FEED_FILES}) AS files WHERE key = ANY(${sql.param(ofFeeds)}::text[])`,
  );
  return used.union(new Set(rows.map(({ key }) => key)));
}
