import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/open.ts';
import type { ListLengths } from './contents.ts';
import type { FeedGroup } from './past-texts.ts';
import type { Edit } from './splice.ts';

/** More changes than this are read with everything else. */
const MAX_EDITS = 500;

/** The changes of an index's lists since an earlier generation, and how long these lists were. */
export interface ListEdits {
  readonly text: readonly Edit[];
  readonly v1App: readonly Edit[];
  readonly v1Packages: readonly Edit[];
  readonly oldLengths: ListLengths;
}

type Row = Record<`${keyof ListLengths}Added`, string | null> &
  Record<`${keyof ListLengths}Dropped`, number> &
  Record<`${keyof ListLengths}Offset`, string>;

/** Reads what changed in the lists of a group since the current generation; null when it is too much. */
export async function readEdits(
  db: Db,
  { timestamp, beginsAt }: FeedGroup,
  newLengths: ListLengths,
): Promise<ListEdits | null> {
  const { rows } = await db.execute<Row>(sql`
    WITH changed AS (
      SELECT DISTINCT app_id FROM feed_past_apps WHERE until = ${timestamp}
    ), shown AS (
      SELECT feed_apps.*, changed.app_id IS NOT NULL AS is_changed
      FROM feed_apps LEFT JOIN changed USING (app_id)
      WHERE text IS NOT NULL AND begins_at <= ${beginsAt} AND ends_at > ${beginsAt}
    ), places AS (
      SELECT application_id, app_id, 0 AS step, false AS is_edit, octet_length(text) + 1 AS text_bytes,
        octet_length(v1_app) + 1 AS v1_app_bytes, octet_length(v1_packages) + 1 AS v1_packages_bytes,
        NULL AS text, NULL AS v1_app, NULL AS v1_packages
      FROM shown WHERE NOT is_changed
      UNION ALL SELECT application_id, app_id, 1, true, octet_length(text) + 1, v1_app_bytes + 1,
        v1_packages_bytes + 1, NULL, NULL, NULL
      FROM feed_past_apps
      WHERE until = ${timestamp} AND text IS NOT NULL AND begins_at <= ${beginsAt} AND ends_at > ${beginsAt}
      UNION ALL SELECT application_id, app_id, 2, true, 0, 0, 0, text, v1_app, v1_packages
      FROM shown WHERE is_changed
    ), placed AS (
      SELECT *, sum(text_bytes) OVER ordered AS text_end, sum(v1_app_bytes) OVER ordered AS v1_app_end,
        sum(v1_packages_bytes) OVER ordered AS v1_packages_end, row_number() OVER ordered AS place
      FROM places WINDOW ordered AS (ORDER BY application_id, app_id, step ROWS UNBOUNDED PRECEDING)
    )
    SELECT text AS "textAdded", text_bytes AS "textDropped", (text_end - text_bytes)::text AS "textOffset",
      v1_app AS "v1AppAdded", v1_app_bytes AS "v1AppDropped", (v1_app_end - v1_app_bytes)::text AS "v1AppOffset",
      v1_packages AS "v1PackagesAdded", v1_packages_bytes AS "v1PackagesDropped",
      (v1_packages_end - v1_packages_bytes)::text AS "v1PackagesOffset"
    FROM placed WHERE is_edit ORDER BY place LIMIT ${MAX_EDITS + 1}`);
  if (rows.length > MAX_EDITS) return null;
  const edits = {
    text: editsOf(rows, 'text'),
    v1App: editsOf(rows, 'v1App'),
    v1Packages: editsOf(rows, 'v1Packages'),
  };
  const oldLengths = {
    text: newLengths.text - growth(edits.text),
    v1App: newLengths.v1App - growth(edits.v1App),
    v1Packages: newLengths.v1Packages - growth(edits.v1Packages),
  };
  return { ...edits, oldLengths };
}

function editsOf(rows: readonly Row[], list: keyof ListLengths): Edit[] {
  return rows.map((row) => ({
    offset: Number(row[`${list}Offset`]),
    dropped: row[`${list}Dropped`],
    added: row[`${list}Added`],
  }));
}

/** Returns by how many bytes edits make a list longer, with the comma after each text. */
function growth(edits: readonly Edit[]): number {
  return edits.reduce(
    (sum, { added, dropped }) => sum - dropped + (added === null ? 0 : Buffer.byteLength(added) + 1),
    0,
  );
}
