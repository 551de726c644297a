import { afterAll, beforeAll, expect, test } from 'vitest';
import { NO_VARIABLES } from '#test/support/operator-command.ts';
import { openTestStore, publishDirectly, type TestStore } from '#test/support/store.ts';
import { readGeneration } from '../feeds/generations/generations.ts';
import { subscribeToEvents } from '../subscriptions.ts';
import { reindexCommand } from './reindex.ts';

let store: TestStore;
beforeAll(async () => {
  subscribeToEvents();
  store = await openTestStore();
});
afterAll(() => store[Symbol.asyncDispose]());

const reindex = async () => {
  const output = await reindexCommand.run(store.config, {
    argument: '',
    options: {},
    environment: NO_VARIABLES,
  });
  return String(output).split('\n');
};

const RIGHT = [
  'Downloads of publishers: all sums were right.',
  'Descriptions: 1 rendered, none differed.',
  'Feeds: every app was rendered again, and nothing differed.',
  'Stored files: none is known to be damaged; doctor --files reads all of them.',
];

test('makes what is missing, finds nothing the second time, and corrects what was changed', async () => {
  const { pool } = store;
  const { appId } = await publishDirectly(store, { applicationId: 'org.example.tides', versionCode: 1 });
  await pool.query(
    `INSERT INTO app_listings (app_id, locale, updated_by_uid, texts, public_texts)
     SELECT $1, 'en-US', 'publisher', texts, texts FROM (SELECT jsonb_build_object(
       'name', 'Tides', 'summary', 'High and low water', 'description', 'Now with **bold** text.') AS texts) AS t
     ON CONFLICT (app_id, locale) DO UPDATE SET texts = excluded.texts, public_texts = excluded.public_texts`,
    [appId],
  );
  await pool.query(
    `INSERT INTO app_downloads (app_id, owner_uid, day, count) VALUES ($1, 'publisher', '2026-11-01', 5)`,
    [appId],
  );
  const first = await reindex();
  expect(first.slice(1)).toEqual([
    'Descriptions: 1 rendered, 1 differed and were replaced.',
    'Feeds: made for the first time.',
    RIGHT[3],
  ]);
  expect(await reindex()).toEqual(RIGHT);

  await pool.query('UPDATE owner_downloads SET count = 7');
  await pool.query(`INSERT INTO owner_downloads (owner_uid, day, count) VALUES ('nobody', '2026-11-02', 1)`);
  await pool.query(`UPDATE listing_html SET html = '<p>damaged</p>'`);
  const current = await readGeneration(store.db, 'fdroid');
  const [lost] = Object.values(current?.files ?? {});
  await store.storage.delete(lost?.key ?? '');
  const [downloads, descriptions, feeds] = await reindex();
  expect(downloads).toContain('2 daily sums were wrong');
  expect(descriptions).toContain('1 differed and were replaced');
  expect(feeds).toContain('made again');
  const { rows } = await pool.query('SELECT owner_uid AS owner, count FROM owner_downloads');
  expect(rows).toEqual([{ owner: 'publisher', count: 5 }]);
  const { rows: html } = await pool.query('SELECT html FROM listing_html');
  expect(html[0]?.html).toContain('<strong>bold</strong>');
  expect(await reindex()).toEqual(RIGHT);
});

test('makes damaged sources and indexes again, and tells of damaged packages', async () => {
  const { pool, storage } = store;
  await reindex();
  for (const feed of ['fdroid', 'altstore']) {
    const { rows } = await pool.query(
      'SELECT file FROM feeds, jsonb_each(files) AS each (name, file) WHERE feeds.name = $1 LIMIT 1',
      [feed],
    );
    const { key, size } = rows[0].file;
    await storage.put(key, Buffer.alloc(size));
    expect((await reindex())[2]).toContain('files were lost or damaged, and were made again');
    expect((await reindex())[2]).toBe(RIGHT[2]);
  }
  await pool.query(`INSERT INTO file_checks (key, problem, since) VALUES ('packages/x', 'damaged', now())`);
  expect((await reindex())[3]).toBe(
    'Stored files: 1 damaged, 0 missing; repair-files restores them from a backup.',
  );
  await pool.query('DELETE FROM file_checks');
});
