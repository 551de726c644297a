import type { Pool } from 'pg';

/** Statements one after the other, because VACUUM runs in no transaction. */
const STATEMENTS = [
  // Rows of very different lengths: PostgreSQL fills pages in another order than that in which they come.
  `INSERT INTO app_listings (app_id, locale, texts, updated_by_uid)
   SELECT $1, $2 || i, jsonb_build_object('description', left(repeat(md5(i::text), 60), (i * 7919) % 1900)), 'worn'
   FROM generate_series(1, 4000) AS i`,
  `UPDATE app_listings SET revision = revision + 1, updated_by_uid = updated_by_uid || locale
   WHERE app_id = $1 AND locale LIKE $2 || '%' AND right(locale, 1) IN ('1', '4', '7')`,
  `DELETE FROM app_listings WHERE app_id = $1 AND locale LIKE $2 || '%' AND right(locale, 1) IN ('2', '8')`,
  'VACUUM app_listings',
  `INSERT INTO app_listings (app_id, locale, texts, updated_by_uid)
   SELECT $1, $2 || '-later' || i, jsonb_build_object('description', left(repeat(md5(i::text), 60), (i * 104729) % 1700)), 'worn'
   FROM generate_series(1, 2000) AS i`,
  // The audit log and its chain, which nothing updates.
  `INSERT INTO audit_events (event, app_id, details)
   SELECT 'app.worn', $1, jsonb_build_object('prefix', $2::text, 'text', left(repeat(md5(i::text), 40), (i * 7919) % 1200))
   FROM generate_series(1, 400) AS i`,
];

/**
 * Inserts listings of an app in made-up languages with a prefix, updates, deletes and vacuums them, and adds to the audit log,
 * so that the order of rows in the tables isn't that of their insertion, and a copy of a table gets another order again.
 */
export async function wearRows(pool: Pick<Pool, 'query'>, appId: string, prefix = 'w'): Promise<void> {
  for (const statement of STATEMENTS)
    await pool.query(statement, statement.includes('$1') ? [appId, prefix] : undefined);
}
