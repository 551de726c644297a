import { basename, join } from 'node:path';
import { Client } from 'pg';
import { afterEach, expect, test } from 'vitest';
import { listBackups } from '#server/operator/backup/backup-folder.ts';
import { restoreBackup } from '#server/operator/backup/restore.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { KNOWN_MIGRATIONS } from '#server/platform/db/known-migrations.ts';
import { migrateDatabase } from '#server/platform/db/migrate.ts';
import { standardTerms } from '#shared/settings/legal.ts';
import { createTestDatabase } from '#test/support/postgres.ts';
import {
  killServers,
  makeDataDirectory,
  startServerProcess,
  TEST_SETTINGS,
} from '#test/support/server-process.ts';

const BACKUPS = join(import.meta.dirname, 'upgrade/backups');

afterEach(killServers);

/** Details of the app that the earlier version published; its texts lack fields, too. */
const LISTED = { category: 'tools', website: 'https://harbour.example', license: 'MIT' };

async function query(connectionString: string, text: string, values: unknown[] = []): Promise<object[]> {
  const client = new Client({ connectionString });
  await client.connect();
  const { rows } = await client.query(text, values);
  await client.end();
  return rows;
}

const backups = (await listBackups(BACKUPS)).map((path) => ({ path, name: basename(path) }));

test.each(backups)('this version starts on the store of $name', async ({ path }) => {
  await using data = await makeDataDirectory();
  const env = { DATA_DIR: data.path, DATABASE_URL: await createTestDatabase(), LOG_LEVEL: 'fatal' };
  // Rejected as of a development version? Run node test/upgrade/make.ts after changing the initial migration.
  await restoreBackup(readConfig(env), {
    path,
    isReplacing: false,
    isDryRun: false,
    ask: async () => '',
  });
  await query(env.DATABASE_URL, 'UPDATE apps SET public_details = public_details || $1', [LISTED]);
  await query(
    env.DATABASE_URL,
    `INSERT INTO app_listings (app_id, locale, texts, public_texts, updated_by_uid)
     SELECT id, 'en-US', $1, $1, owner_uid FROM apps`,
    [{ name: 'Harbour', summary: 'Tides' }],
  );
  await query(env.DATABASE_URL, 'INSERT INTO feed_changes (app_ids) VALUES (NULL)');
  await using server = await startServerProcess({ ...TEST_SETTINGS, ...env });
  const entry = () => fetch(`${server.url}fdroid/repo/index-v1.jar`).then(({ status }) => status);
  await expect.poll(entry).toBe(200);
  const page = await fetch(`${server.url}catalog/v1/apps`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('org.example.harbour')]);
  // Fields that are newer than the store leave the others in the feeds.
  const { category, website, license } = LISTED;
  const metadata = async () => {
    const index = await (await fetch(`${server.url}fdroid/repo/index-v2.json`)).json();
    return index.packages['org.example.harbour'].metadata;
  };
  await expect.poll(metadata).toMatchObject({ categories: ['Tools'], webSite: website, license });
  const app = await fetch(`${server.url}catalog/v1/apps/android/org.example.harbour`);
  expect(await app.json()).toMatchObject({ category, websiteUrl: website, license, donationUrl: null });
});

test('apps that the store listed beside the texts of the F-Droid feed stay listed, and those for iOS leave it', async () => {
  const connectionString = await createTestDatabase();
  await query(
    connectionString,
    'DROP SCHEMA IF EXISTS public, drizzle, graphile_worker CASCADE; CREATE SCHEMA public',
  );
  const before = KNOWN_MIGRATIONS.find(({ name }) => name === '0006_past_texts');
  await migrateDatabase({ connectionString }, before?.madeAt);
  const listed = {
    name: 'Harbour',
    summary: null,
    authorName: 'Harbour Works',
    locale: 'de',
    icon: 'harbour/icon.png',
    versionName: '1.0',
  };
  await query(
    connectionString,
    `INSERT INTO feed_apps (app_id, begins_at, ends_at, application_id, text, sha256, length, plain_length, is_plain,
       category, has_beta, anti_features, problems, listed, listed_at, listed_version_id)
     SELECT id, 0, 100, 'org.example.' || id, text, '', 0, 0, false, 'tools', false, '{}', problems::jsonb,
       CASE WHEN problems = '[]' THEN $1::jsonb END, CASE WHEN problems = '[]' THEN now() END,
       CASE WHEN problems = '[]' THEN 'version of ' || id END
     FROM (VALUES ('android', '"x":{}', '[]'), ('broken', NULL, '[{}]'), ('ios', NULL, '[]')) AS old (id, text, problems)`,
    [listed],
  );
  await migrateDatabase({ connectionString });
  const rows = await query(connectionString, 'SELECT * FROM listed_apps ORDER BY app_id');
  expect(rows).toEqual(
    ['android', 'ios'].map((id) => ({
      app_id: id,
      application_id: `org.example.${id}`,
      version_id: `version of ${id}`,
      published_at: expect.any(Date),
      name: 'Harbour',
      summary: null,
      author_name: 'Harbour Works',
      locale: 'de',
      icon: 'harbour/icon.png',
      version_name: '1.0',
      category: 'tools',
    })),
  );
  expect(await query(connectionString, 'SELECT app_id FROM feed_apps ORDER BY app_id')).toEqual([
    { app_id: 'android' },
    { app_id: 'broken' },
  ]);
});

test.each([
  ['Be kind.', [{ kind: 'terms', language: 'en', position: 0, markdown: 'Be kind.', html: null }]],
  [standardTerms(), []],
])('terms of a store that had one plain text stay: %s', async (text, texts) => {
  const connectionString = await createTestDatabase();
  await query(
    connectionString,
    'DROP SCHEMA IF EXISTS public, drizzle, graphile_worker CASCADE; CREATE SCHEMA public',
  );
  const before = KNOWN_MIGRATIONS.find(({ name }) => name === '0010_mail_and_invitations');
  await migrateDatabase({ connectionString }, before?.madeAt);
  await query(connectionString, 'INSERT INTO store_settings (id, data) VALUES (1, $1)', [
    { terms: { version: '2026-11', text } },
  ]);
  await migrateDatabase({ connectionString });
  expect(await query(connectionString, 'SELECT * FROM legal_texts')).toEqual(texts);
  expect(await query(connectionString, 'SELECT terms_version FROM store_setup')).toEqual([
    { terms_version: '2026-11' },
  ]);
});
