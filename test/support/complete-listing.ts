import type { Database } from './people.ts';

const SUMMARY = 'Shows the tide';
const DESCRIPTION = 'Tides and moorings.';

/** Fills the gaps of an app's listing in its default language, without calls, events and revisions. */
export async function completeListing(database: Database, appId: string): Promise<void> {
  await database.query(
    `UPDATE app_listings SET texts = texts || jsonb_build_object(
       'summary', coalesce(nullif(texts->>'summary', ''), $2::text),
       'description', coalesce(nullif(texts->>'description', ''), $3::text))
     FROM apps WHERE id = $1 AND app_id = id AND locale = details->>'defaultLocale'`,
    [appId, SUMMARY, DESCRIPTION],
  );
  await database.query(
    `INSERT INTO listing_html (app_id, locale, description_sha256, html)
     SELECT app_id, locale, encode(sha256(convert_to($2, 'UTF8')), 'hex'), '<p>' || $2 || '</p>'
     FROM app_listings WHERE app_id = $1 AND texts->>'description' = $2 ON CONFLICT DO NOTHING`,
    [appId, DESCRIPTION],
  );
  await database.query(
    `UPDATE apps SET details = details || '{"category": "tools"}' WHERE id = $1 AND details->>'category' = ''`,
    [appId],
  );
}
