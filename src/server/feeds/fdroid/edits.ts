import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/open.ts';
import type { Edit, ListEdits } from './splice.ts';

/** More changes than this are read with everything else. */
const MAX_EDITS = 500;

/** The lists of which indexes are made. */
const LISTS = ['text', 'v1App', 'v1Packages'] as const;
type List = (typeof LISTS)[number];

/** A text that was dropped from the lists, or added to them. */
type ChangedText = { readonly applicationId: string } & Readonly<Record<List, string | null>> &
  Readonly<Record<`${List}Bytes`, number>>;

/** Bytes of the unchanged texts after as many changed apps as `place`. */
type Unchanged = { readonly place: number } & Readonly<Record<List, number>>;

/** The lists that a bucket gets, with the timestamp of the generation that is current. */
interface BucketLists {
  readonly timestamp: number;
  readonly bucket: number;
}

/** Reads what changed in the lists of a bucket since the current generation; null when it is too much. */
export async function readEdits(db: Db, lists: BucketLists): Promise<Record<List, ListEdits> | null> {
  const changed = await readChanged(db, lists);
  if (changed.length > MAX_EDITS) return null;
  const ids = [...new Set(changed.map(({ applicationId }) => applicationId))];
  const unchanged = await measureUnchanged(db, lists, ids);
  const editsOf = (list: List): ListEdits => {
    let offset = 0;
    let next = 0;
    const edits = changed.map((text): Edit => {
      const place = ids.indexOf(text.applicationId);
      for (; next <= place; next += 1) offset += unchanged.get(next)?.[list] ?? 0;
      const edit = { offset, dropped: text[`${list}Bytes`], added: text[list] };
      offset += edit.dropped;
      return edit;
    });
    for (; next <= ids.length; next += 1) offset += unchanged.get(next)?.[list] ?? 0;
    return { edits, oldLength: offset };
  };
  return { text: editsOf('text'), v1App: editsOf('v1App'), v1Packages: editsOf('v1Packages') };
}

/** Reads the texts that are only in the old or only in the new lists, in the order of the lists. */
async function readChanged(db: Db, { timestamp, bucket }: BucketLists): Promise<ChangedText[]> {
  const { rows } = await db.execute<ChangedText & Record<string, unknown>>(sql`
    SELECT application_id AS "applicationId", text, v1_app AS "v1App", v1_packages AS "v1Packages",
      text_bytes AS "textBytes", v1_app_bytes AS "v1AppBytes", v1_packages_bytes AS "v1PackagesBytes"
    FROM (
      SELECT application_id, app_id, 0 AS step, NULL AS text, NULL AS v1_app, NULL AS v1_packages,
        octet_length(text) + 1 AS text_bytes, v1_app_bytes + 1 AS v1_app_bytes,
        v1_packages_bytes + 1 AS v1_packages_bytes
      FROM feed_past_apps
      WHERE until = ${timestamp} AND text IS NOT NULL AND begins_at <= ${bucket} AND ends_at > ${bucket}
      UNION ALL
      SELECT application_id, app_id, 1, text, v1_app, v1_packages, 0, 0, 0
      FROM feed_apps
      WHERE app_id IN (SELECT app_id FROM feed_past_apps WHERE until = ${timestamp})
        AND text IS NOT NULL AND begins_at <= ${bucket} AND ends_at > ${bucket}
    ) AS changed
    ORDER BY application_id, app_id, step LIMIT ${MAX_EDITS + 1}`);
  return rows;
}

/** Measures the texts in the old and the new lists, between those of changed apps, whose sorted ids are given. */
async function measureUnchanged(
  db: Db,
  { timestamp, bucket }: BucketLists,
  applicationIds: readonly string[],
): Promise<ReadonlyMap<number, Unchanged>> {
  // No other shown app has an application id of a changed one.
  const { rows } = await db.execute<Unchanged & Record<string, unknown>>(sql`
    SELECT width_bucket(application_id, ${sql.param([...applicationIds])}::text[]) AS place,
      sum(octet_length(text) + 1)::float8 AS text, sum(octet_length(v1_app) + 1)::float8 AS "v1App",
      sum(octet_length(v1_packages) + 1)::float8 AS "v1Packages"
    FROM feed_apps
    WHERE text IS NOT NULL AND begins_at <= ${bucket} AND ends_at > ${bucket}
      AND app_id NOT IN (SELECT app_id FROM feed_past_apps WHERE until = ${timestamp})
    GROUP BY place`);
  return new Map(rows.map((row) => [row.place, row]));
}
