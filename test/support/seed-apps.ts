import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';

const PACKAGE = `jsonb_build_object('platform', 'android', 'applicationId', a.application_id, 'versionCode', 1,
  'versionName', '1.0', 'label', 'Seed', 'labels', '{}'::jsonb, 'minSdk', 24, 'targetSdk', 35,
  'permissions', '[{"name": "android.permission.INTERNET"}, {"name": "android.permission.CAMERA"}]'::jsonb,
  'features', '[]'::jsonb, 'abis', '["arm64-v8a"]'::jsonb, 'debuggable', false, 'testOnly', false,
  'hasInstrumentation', false, 'split', null, 'requiresSplits', false, 'size', 1000, 'iconSha256', null)`;
const SIGNATURE = `jsonb_build_object('verified', true, 'signers', jsonb_build_array(repeat('ab', 32)),
  'certificates', '[]'::jsonb, 'lineage', '[]'::jsonb,
  'schemes', '{"v1": false, "v2": true, "v3": false, "v31": false}'::jsonb)`;
const VERSION = `INSERT INTO versions
  (id, app_id, status, file_name, size, sha256, package, signature, version_code, build_order, created_by_uid, published_at)`;
const REVIEW = `INSERT INTO reviews (version_id, submitted_at, queued_at, listing_revision, decision, decided_at)`;
const TEXTS = `jsonb_build_object('name', a.name, 'summary', 'One of many apps', 'whatsNew', '', 'video', '',
  'description', a.name || repeat(' shows the tides of a harbour.', 30))`;

/** Puts published apps into the database, each with one version and a listing; their files are not there. */
export async function seedApps(pool: Pool, { uid, count }: { uid: string; count: number }): Promise<void> {
  await pool.query(
    `INSERT INTO apps (id, owner_uid, platform, application_id, name, status)
     SELECT 'seed' || n, $1, 'android', 'org.example.seed' || n, 'Seed ' || n, 'published'
     FROM generate_series(1, $2::int) n`,
    [uid, count],
  );
  await pool.query(
    `${VERSION} SELECT a.id, a.id, 'published', 'app.apk', length(a.id), encode(sha256(a.id::bytea), 'hex'), ${PACKAGE},
       ${SIGNATURE}, 1, '{1}', $1, now() FROM apps a WHERE a.id LIKE 'seed%'`,
    [uid],
  );
  await pool.query(
    `${REVIEW} SELECT id, now(), now(), '', 'approved', now() FROM versions WHERE id LIKE 'seed%'`,
  );
  await pool.query(
    `INSERT INTO app_listings (app_id, locale, texts, public_texts, updated_by_uid)
     SELECT a.id, 'en-US', ${TEXTS}, ${TEXTS}, $1 FROM apps a WHERE a.id LIKE 'seed%'`,
    [uid],
  );
  await pool.query(
    `INSERT INTO listing_html (app_id, locale, description_sha256, html)
     SELECT app_id, locale, encode(sha256(convert_to(public_texts->>'description', 'UTF8')), 'hex'),
       '<p>' || (public_texts->>'description') || '</p>' FROM app_listings WHERE app_id LIKE 'seed%'`,
  );
  await pool.query(
    `INSERT INTO app_graphics (id, app_id, locale, kind, position, key, sha256, size, width, height, is_public, public_position)
     SELECT gen_random_uuid(), a.id, 'en-US', kind, 0, 'graphics/' || hash || '.png', hash, 100, 512, 512, true, 0
     FROM apps a, unnest(ARRAY['icon', 'featureGraphic', 'phoneScreenshots']) AS kind,
       LATERAL (SELECT encode(sha256((a.id || kind)::bytea), 'hex') AS hash) AS hashes WHERE a.id LIKE 'seed%'`,
  );
  await pool.query('INSERT INTO feed_changes (app_ids) VALUES (NULL)');
  await pool.query('ANALYZE apps, versions, reviews, app_listings, listing_html, app_graphics');
}

/**
 * Puts an app with one submitted version into the database, ready to be approved by anybody but its owner. The text of its
 * id is what its file holds.
 */
export async function seedSubmitted(
  pool: Pool,
  uid: string,
): Promise<{ versionId: string; applicationId: string }> {
  const id = randomUUID();
  const applicationId = `org.example.new${id.replaceAll('-', '')}`;
  await pool.query(
    `INSERT INTO apps (id, owner_uid, platform, application_id, name, status)
     VALUES ($1, $2, 'android', $3, 'New', 'draft')`,
    [id, uid, applicationId],
  );
  await pool.query(
    `${VERSION} SELECT a.id, a.id, 'submitted', 'app.apk', length(a.id), encode(sha256(a.id::bytea), 'hex'), ${PACKAGE},
       ${SIGNATURE}, 1, '{1}', $2, NULL FROM apps a WHERE a.id = $1`,
    [id, uid],
  );
  await pool.query(`${REVIEW} VALUES ($1, now(), now(), '', NULL, NULL)`, [id]);
  return { versionId: id, applicationId };
}
