import { sql } from 'drizzle-orm';
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
 * Returns the content that files should have by their keys: by the hash in the name, by the version whose package it is,
 * or else by the first verification.
 */
export async function readDigests(db: Db, keys: readonly string[]): Promise<Map<string, Digest>> {
  const digests = new Map(keys.map((key) => [key, digestInName(key)]));
  const others = sql.param(keys.filter((key) => digests.get(key)?.sha256 === null));
  const { rows } = await db.execute<{ key: string; sha256: string; size: string | null }>(sql`
    SELECT 'packages/' || id AS key, sha256, size::text FROM versions
    WHERE 'packages/' || id = ANY(${others}::text[]) AND sha256 IS NOT NULL
      AND id = ANY(SELECT substr(name, 10) FROM unnest(${others}::text[]) AS name)
    UNION ALL
    SELECT key, sha256, NULL FROM file_checks WHERE key = ANY(${others}::text[]) AND sha256 IS NOT NULL
      AND NOT EXISTS (SELECT FROM versions WHERE 'packages/' || id = key AND versions.sha256 IS NOT NULL
        AND id = substr(key, 10))`);
  for (const { key, sha256, size } of rows)
    digests.set(key, { sha256, size: size === null ? null : Number(size) });
  return digests;
}

function digestInName(key: string): Digest {
  const sha256 = HASHED_NAME.exec(key)?.[1];
  return sha256 === undefined ? UNKNOWN : { sha256, size: null };
}
