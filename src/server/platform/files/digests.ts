import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/open.ts';

/** The content that a stored file should have. */
export interface Digest {
  /** Lower-case hex; null when it isn't known yet. */
  readonly sha256: string | null;
  /** Bytes; null when only the hash is known. */
  readonly size: number | null;
}

const UNKNOWN: Digest = { sha256: null, size: null };

/** The folders in which the name of a file contains the hash of its content. */
const HASHED_NAME =
  /^(?:icons|graphics|avatars|logos|feeds\/fdroid|feeds\/altstore)\/(?:\d+-)?([0-9a-f]{64})(?:[.-]|$)/;

/**
 * Returns the content that files should have by their keys: by the hash in the name, by the version whose package it is, by
 * the row of an export, or else by the first verification. Unfinished uploads have none.
 */
export async function readDigests(db: Db, keys: readonly string[]): Promise<Map<string, Digest>> {
  const digests = new Map(keys.map((key) => [key, digestInName(key)]));
  for (const select of [selectStated, selectVerified]) {
    const unknown = keys.filter((key) => digests.get(key)?.sha256 === null);
    if (unknown.length === 0) break;
    const statement = select(sql`${sql.param(unknown)}::text[]`);
    const { rows } = await db.execute<{ key: string; sha256: string; size: string | null }>(statement);
    for (const { key, sha256, size } of rows)
      digests.set(key, { sha256, size: size === null ? null : Number(size) });
  }
  return digests;
}

const selectStated = (keys: SQL) => sql`
  SELECT 'packages/' || id AS key, sha256, size::text FROM versions
  WHERE id = ANY(SELECT substr(key, 10) FROM unnest(${keys}) AS key WHERE key LIKE 'packages/%')
    AND sha256 IS NOT NULL
  UNION ALL
  SELECT 'exports/' || id || '.json', sha256, size::text FROM account_exports
  WHERE 'exports/' || id || '.json' = ANY(${keys}) AND sha256 IS NOT NULL`;

const selectVerified = (keys: SQL) => sql`
  SELECT key, sha256, NULL AS size FROM file_checks WHERE key = ANY(${keys}) AND sha256 IS NOT NULL`;

function digestInName(key: string): Digest {
  const sha256 = HASHED_NAME.exec(key)?.[1];
  return sha256 === undefined ? UNKNOWN : { sha256, size: null };
}
