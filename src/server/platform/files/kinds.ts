import { type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/open.ts';
import { MAX_UNSTORED_BYTES } from '../storage/storage.ts';
import { findKeysInFeed } from './feed-files.ts';

/**
 * A kind of stored files, by the prefix of their keys, with the rows that reference them. The single list of
 * kinds: files under one of these prefixes that no row references are deleted (`sweep.ts`).
 */
interface FileKind {
  readonly prefix: string;
  /** Selects `key`: those of `names`, the part of keys after the prefix, that rows reference. */
  readonly used: (names: SQL) => SQL;
  /**
   * Selects `id` and `key` of files that must exist, ordered by id after `after`. A file that is moved before
   * its row is changed may have the key `moved_to` already.
   */
  readonly expected: (after: string, limit: number) => SQL;
}

/** Maximum changes of the logo whose files stay, which limits the space that they take. */
const MAX_LOGO_CHANGES = 200;

/** Selects `key`: the logos that the audit log names, until it is erased. */
const LOGOS_IN_LOG = sql`
  SELECT key FROM (
    SELECT details FROM audit_events WHERE event = 'settings.logo-changed'
    ORDER BY at DESC, id DESC LIMIT ${sql.raw(String(MAX_LOGO_CHANGES))}
  ) AS changes, unnest(ARRAY[details->>'before', details->>'after']) AS key`;

export const FILE_KINDS: readonly FileKind[] = [
  {
    prefix: 'uploads/',
    used: (names) => sql`
      SELECT 'uploads/' || id AS key FROM versions
      WHERE id = ANY(${names}) AND status = 'uploading' AND file_removed_at IS NULL`,
    expected: (after, limit) => sql`
      SELECT id, 'uploads/' || id AS key, 'packages/' || id AS moved_to FROM versions
      WHERE id > ${after} AND status = 'uploading' AND received_bytes > ${MAX_UNSTORED_BYTES}
        AND file_removed_at IS NULL
      ORDER BY id LIMIT ${limit}`,
  },
  {
    prefix: 'packages/',
    used: (names) => sql`
      SELECT 'packages/' || id AS key FROM versions WHERE id = ANY(${names}) AND file_removed_at IS NULL`,
    expected: (after, limit) => sql`
      SELECT id, 'packages/' || id AS key FROM versions
      WHERE id > ${after} AND status <> 'uploading' AND file_removed_at IS NULL
      ORDER BY id LIMIT ${limit}`,
  },
  {
    prefix: 'icons/',
    used: (names) => sql`
      SELECT icon_key AS key FROM versions
      WHERE icon_key = ANY(SELECT 'icons/' || name FROM unnest(${names}) AS name) AND deleted_at IS NULL`,
    expected: (after, limit) => sql`
      SELECT id, icon_key AS key FROM versions
      WHERE id > ${after} AND icon_key IS NOT NULL AND deleted_at IS NULL ORDER BY id LIMIT ${limit}`,
  },
  {
    prefix: 'graphics/',
    used: (names) => sql`
      WITH wanted AS (SELECT array_agg('graphics/' || name) AS keys FROM unnest(${names}) AS name)
      SELECT key FROM app_graphics, wanted WHERE key = ANY(keys)
      UNION SELECT key FROM staged_graphics, wanted WHERE key = ANY(keys)
      UNION SELECT unnest(picture_keys) FROM listing_reviews, wanted WHERE picture_keys && keys
      UNION SELECT unnest(picture_keys) FROM listing_approvals, wanted WHERE picture_keys && keys
      UNION SELECT unnest(picture_keys) FROM listing_changes, wanted WHERE picture_keys && keys`,
    expected: (after, limit) => sql`
      SELECT id, key FROM app_graphics WHERE id > ${after}
      UNION ALL SELECT id, key FROM staged_graphics WHERE id > ${after}
      ORDER BY id LIMIT ${limit}`,
  },
  // The files of the other feed are managed by `feeds/fdroid/clean-up.ts`.
  ...['altstore', 'fdroid-xml'].map(feedKind),
  {
    prefix: 'exports/',
    used: (names) => sql`
      SELECT 'exports/' || id || '.json' AS key FROM account_exports WHERE id || '.json' = ANY(${names})`,
    expected: (after, limit) => sql`
      SELECT id, 'exports/' || id || '.json' AS key FROM account_exports
      WHERE id > ${after} AND status = 'ready' AND expires_at > now() ORDER BY id LIMIT ${limit}`,
  },
  {
    prefix: 'logos/',
    used: (names) => sql`
      SELECT key FROM (SELECT logo_key AS key FROM store_setup UNION ${LOGOS_IN_LOG}) AS logos
      WHERE key = ANY(SELECT 'logos/' || name FROM unnest(${names}) AS name)`,
    // A lost earlier logo harms nothing: it can't be restored, which the history says.
    expected: (after, limit) => sql`
      SELECT 'logo' AS id, logo_key AS key FROM store_setup
      WHERE 'logo' > ${after} AND logo_key IS NOT NULL LIMIT ${limit}`,
  },
  {
    prefix: 'avatars/',
    used: (names) => sql`
      SELECT photo_url AS key FROM users
      WHERE photo_url = ANY(SELECT 'avatars/' || name FROM unnest(${names}) AS name)`,
    expected: (after, limit) => sql`
      SELECT uid AS id, photo_url AS key FROM users
      WHERE uid > ${after} AND photo_url LIKE 'avatars/%' ORDER BY uid LIMIT ${limit}`,
  },
];

/** Returns the kind of the files of a feed, of which only the current generation is kept. */
function feedKind(feed: string): FileKind {
  const prefix = `feeds/${feed}/`;
  return {
    prefix,
    used: (names) => sql`
      SELECT file->>'key' AS key FROM feeds, jsonb_each(files) AS each (name, file)
      WHERE feeds.name = ${feed} AND file->>'key' = ANY(SELECT ${prefix}::text || name FROM unnest(${names}) AS name)`,
    expected: (after, limit) => sql`
      SELECT file->>'key' AS id, file->>'key' AS key FROM feeds, jsonb_each(files) AS each (name, file)
      WHERE feeds.name = ${feed} AND file->>'key' > ${after} ORDER BY 1 LIMIT ${limit}`,
  };
}

/** The prefixes of all files that the server stores. */
const KNOWN_PREFIXES = [...FILE_KINDS.map(({ prefix }) => prefix), 'feeds/'];

/** Returns true when a stored file is of a known kind; others are left alone and reported. */
export function isKnownKey(key: string): boolean {
  return KNOWN_PREFIXES.some((prefix) => key.startsWith(prefix));
}

/**
 * Returns the keys that rows reference. Keys of unknown kinds count as referenced, so that nothing deletes
 * them.
 */
export async function findUsedKeys(db: Db | Tx, keys: readonly string[]): Promise<Set<string>> {
  const used = new Set(keys.filter((key) => !FILE_KINDS.some(({ prefix }) => key.startsWith(prefix))));
  for (const key of await findKeysInFeed(db, keys)) used.add(key);
  for (const kind of FILE_KINDS) {
    const names = keys
      .filter((key) => key.startsWith(kind.prefix))
      .map((key) => key.slice(kind.prefix.length));
    if (names.length === 0) continue;
    const { rows } = await db.execute<{ key: string }>(kind.used(sql`${sql.param(names)}::text[]`));
    for (const { key } of rows) used.add(key);
  }
  return used;
}
