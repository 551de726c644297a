import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/open.ts';

/** Files that are named by the hash of their content. */
const NAMED_BY_HASH = /^(?:icons|graphics|logos)\/([0-9a-f]{64})\.\w+$/;

/** Selects `key` and `sha256` of the files of some keys with a prefix. */
const KNOWN_BY_ROWS: readonly { readonly prefix: string; readonly select: (keys: SQL) => SQL }[] = [
  {
    prefix: 'packages/',
    select: (keys) => sql`
      SELECT 'packages/' || id AS key, sha256 FROM versions
      WHERE id = ANY(SELECT substr(key, 10) FROM unnest(${keys}) AS key) AND sha256 IS NOT NULL`,
  },
  {
    prefix: 'exports/',
    select: (keys) => sql`
      SELECT 'exports/' || id || '.json' AS key, sha256 FROM account_exports
      WHERE 'exports/' || id || '.json' = ANY(${keys}) AND sha256 IS NOT NULL`,
  },
  {
    prefix: 'feeds/',
    select: (keys) => sql`
      SELECT DISTINCT file->>'key' AS key, file->>'sha256' AS sha256
      FROM (SELECT files FROM feeds UNION ALL SELECT files FROM past_feeds) AS generations,
        jsonb_each(files) AS each (name, file)
      WHERE file->>'key' = ANY(${keys})`,
  },
];

/**
 * Returns the SHA-256 that the content of files must have, by their keys: those that rows know, and those that are the name of
 * a file. Unfinished uploads and avatars have none.
 */
export async function findExpectedHashes(db: Db, keys: readonly string[]): Promise<Map<string, string>> {
  const expected = new Map<string, string>();
  for (const key of keys) {
    const sha256 = NAMED_BY_HASH.exec(key)?.[1];
    if (sha256 !== undefined) expected.set(key, sha256);
  }
  for (const { prefix, select } of KNOWN_BY_ROWS) {
    const wanted = keys.filter((key) => key.startsWith(prefix));
    if (wanted.length === 0) continue;
    const { rows } = await db.execute<{ key: string; sha256: string }>(
      select(sql`${sql.param(wanted)}::text[]`),
    );
    for (const { key, sha256 } of rows) expected.set(key, sha256);
  }
  return expected;
}
