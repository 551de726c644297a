import { basename, join } from 'node:path';
import { Client } from 'pg';
import { afterEach, expect, test } from 'vitest';
import { listBackups } from '#server/operator/backup/backup-folder.ts';
import { restoreBackup } from '#server/operator/backup/restore.ts';
import { readConfig } from '#server/platform/config/config.ts';
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

async function query(connectionString: string, text: string, values: unknown[]): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(text, values);
  await client.end();
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
  await query(env.DATABASE_URL, 'INSERT INTO feed_changes (app_ids) VALUES (NULL)', []);
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
  await expect.poll(metadata).toMatchObject({ categories: [category], webSite: website, license });
  const app = await fetch(`${server.url}catalog/v1/apps/android/org.example.harbour`);
  expect(await app.json()).toMatchObject({ category, websiteUrl: website, license, donationUrl: null });
});
