import { sql } from 'drizzle-orm';
import type { MarkKind } from '#shared/packages/mark-kinds.ts';
import { APPROVED_ONCE, AWAITING_REVIEW } from '#shared/statuses/version-status.ts';
import type { Tx } from '../../platform/db/open.ts';
import { oneOf } from '../../platform/db/tables/columns.ts';
import { idSkeletonOf, lengthOf, lettersOf, skeletonOf } from './skeleton.ts';

/** The characters of a name that are kept; a package can bring longer ones, of which people see the start. */
const MAX_VALUE = 200;

/** Names of a package and of all languages of a listing that are compared; those beyond them are the same in practice. */
const MAX_NAMES = 400;

interface FoundMark {
  readonly kind: MarkKind;
  readonly value: string;
  readonly isLive: boolean;
  /** Of an icon. */
  readonly icon: string | null;
}

/**
 * Stores what people recognise a locked app by, as it is now: call it after a change of the listing's names or icons, live ones,
 * submitted ones or drafts, and of a version that brings its own.
 */
export async function storeMarks(tx: Tx, appId: string): Promise<void> {
  const found = await readMarks(tx, appId);
  const marks = [...Map.groupBy(found, ({ kind, value }) => `${kind} ${cut(value)}`).values()].flatMap(
    (same) => {
      const [first] = same;
      const isLive = same.some((one) => one.isLive);
      return first ? present({ ...first, isLive }) : [];
    },
  );
  await tx.execute(sql`
    WITH marks AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(marks)}::jsonb)
        AS m (kind text, value text, skeleton text, length int, letters bit(64), icon bit(128), is_live boolean)
    ), gone AS (
      DELETE FROM app_marks a WHERE app_id = ${appId}
        AND NOT EXISTS (SELECT FROM marks m WHERE m.kind = a.kind AND m.value = a.value)
    )
    INSERT INTO app_marks AS stored (app_id, kind, value, skeleton, length, letters, icon, is_live)
    SELECT ${appId}, kind, value, skeleton, length, letters, icon, is_live FROM marks
    ON CONFLICT (app_id, kind, value) DO UPDATE
      SET skeleton = excluded.skeleton, length = excluded.length, letters = excluded.letters,
        icon = excluded.icon, is_live = excluded.is_live
      WHERE (stored.skeleton, stored.icon, stored.is_live)
        IS DISTINCT FROM (excluded.skeleton, excluded.icon, excluded.is_live)`);
}

/** Returns a mark as a row; nothing for a text of which nothing is seen. */
function present({ kind, value, icon, isLive }: FoundMark) {
  const row = { kind, value: cut(value), is_live: isLive };
  if (kind === 'icon') return [{ ...row, skeleton: '', length: 0, letters: '0'.repeat(64), icon }];
  const skeleton = kind === 'id' ? idSkeletonOf(value) : skeletonOf(value);
  if (skeleton === '') return [];
  return [{ ...row, skeleton, length: lengthOf(skeleton), letters: lettersOf(skeleton), icon: null }];
}

/** Half a surrogate pair at the end, which no database stores, is replaced. */
function cut(value: string): string {
  return value.slice(0, MAX_VALUE).toWellFormed();
}

/** The versions of which the names and icons count: live ones, and the newest one that was inspected. */
const VERSIONS = sql`
  SELECT package, icon_key, status = 'published' AS is_live FROM versions
  WHERE app_id = a.id AND deleted_at IS NULL AND package IS NOT NULL AND (
    ${oneOf(sql`status`, [...AWAITING_REVIEW, ...APPROVED_ONCE])} OR id = (
      SELECT id FROM versions WHERE app_id = a.id AND deleted_at IS NULL AND status <> 'invalid' AND package IS NOT NULL
      ORDER BY created_at DESC, id DESC LIMIT 1
    )
  )
  ORDER BY created_at DESC LIMIT 5`;

async function readMarks(tx: Tx, appId: string): Promise<FoundMark[]> {
  const { rows } = await tx.execute<FoundMark & Record<string, unknown>>(sql`
    WITH submitted AS (
      SELECT field, submitted->'value' AS value FROM listing_reviews WHERE app_id = ${appId} AND status = 'waiting'
      UNION ALL
      SELECT field, kept->'value' FROM listing_approvals WHERE app_id = ${appId}
    ), app AS (
      SELECT *, coalesce(removed_from, status) <> 'draft' AS was_public FROM apps WHERE id = ${appId}
    ), newest AS (
      SELECT v.* FROM app a, LATERAL (${VERSIONS}) v
    ), texts AS (
      SELECT 'id' AS kind, application_id AS value, was_public AS is_live FROM app
      UNION ALL
      SELECT 'developer', public_developer_name, was_public FROM app
      UNION ALL
      SELECT 'developer', u.developer_name, false FROM app a JOIN users u ON u.uid = a.owner_uid
      UNION ALL
      SELECT 'name', name, was_public FROM app
      UNION ALL
      SELECT 'name', public_texts->>'name', true FROM app_listings WHERE app_id = ${appId}
      UNION ALL
      SELECT 'name', texts->>'name', false FROM app_listings WHERE app_id = ${appId} AND NOT is_deleted
      UNION ALL
      SELECT 'name', value #>> '{}', false FROM submitted WHERE field = 'name'
      UNION ALL
      SELECT 'name', package->>'label', is_live FROM newest
      UNION ALL
      SELECT 'name', label.value, is_live FROM newest, jsonb_each_text(package->'labels') label
    ), icons AS (
      SELECT key, is_public AS is_live FROM app_graphics WHERE app_id = ${appId} AND kind = 'icon'
      UNION ALL
      SELECT picture->>'key', false FROM submitted, jsonb_array_elements(
        CASE WHEN field = 'icon' AND jsonb_typeof(value) = 'array' THEN value ELSE '[]' END) picture
      UNION ALL
      SELECT icon_key, is_live FROM newest
    )
    (SELECT kind, value, bool_or(is_live) AS "isLive", NULL AS icon
      FROM texts WHERE trim(value) <> '' GROUP BY kind, value ORDER BY 3 DESC LIMIT ${MAX_NAMES})
    UNION ALL
    (SELECT 'icon', key, is_live, h.hash::text FROM icons JOIN icon_hashes h USING (key) WHERE h.hash IS NOT NULL)`);
  return rows;
}
