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
const REVIEW = `INSERT INTO reviews (version_id, app_id, warnings, submitted_at, queued_at, listing_revision, decision, decided_at)`;
const HTML = `INSERT INTO listing_html (app_id, locale, description_sha256, html)
  SELECT app_id, locale, encode(sha256(convert_to(public_texts->>'description', 'UTF8')), 'hex'),
    '<p>' || (public_texts->>'description') || '</p>' FROM app_listings`;
const TEXTS = `jsonb_build_object('name', a.name, 'summary', 'One of many apps', 'whatsNew', '', 'video', '',
  'description', a.name || repeat(' shows the tides of a harbour.', 30))`;

/**
 * Puts published apps into the database, each with one version and a listing; their files are not there. A package would
 * hold the text of its id, a picture those of its app's id and its kind.
 */
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
    `${REVIEW} SELECT id, app_id, warnings, now(), now(), '', 'approved', now() FROM versions WHERE id LIKE 'seed%'`,
  );
  await pool.query(
    `INSERT INTO app_listings (app_id, locale, texts, public_texts, updated_by_uid)
     SELECT a.id, 'en-US', ${TEXTS}, ${TEXTS}, $1 FROM apps a WHERE a.id LIKE 'seed%'`,
    [uid],
  );
  await pool.query(`${HTML} WHERE app_id LIKE 'seed%'`);
  await pool.query(
    `INSERT INTO app_graphics (id, app_id, locale, kind, position, key, sha256, size, width, height, is_public, public_position)
     SELECT gen_random_uuid(), a.id, 'en-US', kind, 0, 'graphics/' || hash || '.png', hash, length(a.id || kind), 512, 512, true, 0
     FROM apps a, unnest(ARRAY['icon', 'featureGraphic', 'phoneScreenshots']) AS kind,
       LATERAL (SELECT encode(sha256((a.id || kind)::bytea), 'hex') AS hash) AS hashes WHERE a.id LIKE 'seed%'`,
  );
  await pool.query('INSERT INTO feed_changes (app_ids) VALUES (NULL)');
  await pool.query('ANALYZE apps, versions, reviews, app_listings, listing_html, app_graphics');
}

/** Percentages of the rollouts that `seedRollouts` makes. */
export const ROLLOUT_PERCENTAGES = [1, 2, 5, 10, 20, 25, 50, 75];

/** Puts a second version of some seeded apps into the database, in staged rollouts; their files are not there. */
export async function seedRollouts(pool: Pool, count: number): Promise<void> {
  await pool.query(
    `INSERT INTO versions
       (id, app_id, status, file_name, size, sha256, package, signature, version_code, build_order, created_by_uid, published_at)
     SELECT v.id || '-next', v.app_id, v.status, v.file_name, v.size, encode(sha256((v.id || '-next')::bytea), 'hex'),
       v.package || '{"versionCode": 2, "versionName": "1.1"}', v.signature, 2, '{2}', v.created_by_uid, now()
     FROM generate_series(1, $1::int) n JOIN versions v ON v.id = 'seed' || n`,
    [count],
  );
  await pool.query(
    `INSERT INTO releases (version_id, app_id, track, publication, percentage)
     SELECT 'seed' || n || '-next', 'seed' || n, 'stable', 'immediate', ($2::int[])[1 + n % array_length($2::int[], 1)]
     FROM generate_series(1, $1::int) n`,
    [count, ROLLOUT_PERCENTAGES],
  );
  await pool.query(
    `INSERT INTO feed_changes (app_ids) SELECT array_agg('seed' || n) FROM generate_series(1, $1::int) n`,
    [count],
  );
}

/**
 * Puts an app with one submitted version into the database, ready to be approved by anybody but its owner. The text of its
 * id is what its file holds, and its icon is that of the first of the seeded apps (`seedApps`).
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
  // A listing that is already live, so that an approval has nothing more to review.
  await pool.query(
    `UPDATE apps SET details = details || '{"category": "books"}', public_details = public_details || '{"category": "books"}'
     WHERE id = $1`,
    [id],
  );
  await pool.query(
    `INSERT INTO app_listings (app_id, locale, texts, public_texts, updated_by_uid)
     SELECT a.id, 'en-US', ${TEXTS}, ${TEXTS}, $2 FROM apps a WHERE a.id = $1`,
    [id, uid],
  );
  await pool.query(`${HTML} WHERE app_id = $1`, [id]);
  await pool.query(
    `INSERT INTO app_graphics (id, app_id, locale, kind, position, key, sha256, size, width, height, is_public, public_position)
     SELECT gen_random_uuid(), $1, locale, kind, 0, key, sha256, size, width, height, true, 0
     FROM app_graphics WHERE app_id = 'seed1' AND kind = 'icon'`,
    [id],
  );
  await pool.query(
    `${VERSION} SELECT a.id, a.id, 'submitted', 'app.apk', length(a.id), encode(sha256(a.id::bytea), 'hex'), ${PACKAGE},
       ${SIGNATURE}, 1, '{1}', $2, NULL FROM apps a WHERE a.id = $1`,
    [id, uid],
  );
  await pool.query(`${REVIEW} VALUES ($1, $1, 0, now(), now(), '', NULL, NULL)`, [id]);
  return { versionId: id, applicationId };
}
