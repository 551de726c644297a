import { buffer, text } from 'node:stream/consumers';
import { array, assert as assertProperty, asyncProperty, constantFrom, nat, record } from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeIndexV1, describeIndexV2 } from '#test/support/feed-indexes.ts';
import { applyMergePatch } from '#test/support/merge-patch.ts';
import { createPublishedApp, type PublishedApp } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { rebuildWhenFree } from '#test/support/rebuild-when-free.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { readSignedJar } from '#test/support/signed-jar.ts';
import { openTestStore, publishDirectly, type TestStore } from '#test/support/store.ts';
import { queueRebuild } from '../../platform/queue/queue-rebuild.ts';
import type { Json } from '../fdroid/merge-patch.ts';
import { currentGeneration, rebuildFeeds } from './rebuild.ts';

const drawLogo = () =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();

describe('an incremental rebuild', () => {
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore();
    const { runMigrations } = await import('graphile-worker');
    await runMigrations({ pgPool: store.pool });
  });
  afterAll(() => store[Symbol.asyncDispose]());

  /** Reads every index and served file without the values that differ between any two generations. */
  async function readFeed() {
    const { contentSha256, files } = await currentGeneration(store);
    const indexes = Object.entries(files).filter(([name]) => name.endsWith('index-v2.json'));
    const texts = await Promise.all(
      indexes.map(async ([name, { key }]) => {
        const opened = await store.storage.open(key);
        return [name, opened && (await text(opened.stream)).replace(/"timestamp":\d+/, '')];
      }),
    );
    const { rows } = await store.pool.query(
      'SELECT path, key, version_id FROM feed_files WHERE expires_at IS NULL AND NOT is_withdrawn ORDER BY path',
    );
    const { rows: listed } = await store.pool.query('SELECT * FROM listed_apps ORDER BY app_id');
    return { contentSha256, files: rows, indexes: Object.fromEntries(texts), listed };
  }

  /** Indexes of all groups by their timestamps. */
  const seen = new Map<string, Json>();
  let checkedDiffs = 0;

  /** Applies every diff in the entries to the index from which it leads. */
  async function checkDiffs() {
    const { files } = await currentGeneration(store);
    const read = async (name: string) => {
      const opened = await store.storage.open(files[name]?.key ?? '');
      return JSON.parse(opened ? await text(opened.stream) : 'null');
    };
    for (const name of Object.keys(files).filter((file) => file.endsWith('entry.json'))) {
      const group = name.slice(0, -'entry.json'.length);
      const entry = await read(name);
      const index = await read(`${group}index-v2.json`);
      expect(index.repo.timestamp).toBe(entry.timestamp);
      for (const [from, { numPackages }] of Object.entries<{ numPackages: number }>(entry.diffs)) {
        const diff = await read(`${group}diff/${from}.json`);
        expect(Object.keys(diff.packages)).toHaveLength(numPackages);
        expect(applyMergePatch(seen.get(from), diff)).toEqual(index);
        checkedDiffs += 1;
      }
      seen.set(String(entry.timestamp), index);
      const jar = await store.storage.open(files[`${group}index-v1.jar`]?.key ?? '');
      const { content } = readSignedJar(jar ? await buffer(jar.stream) : new Uint8Array(), 'index-v1.json');
      expect(describeIndexV1(JSON.parse(content))).toEqual(describeIndexV2(index));
    }
  }

  const APP_IDS = ['first', 'second', 'third'];
  const versionOf = (app: string, versionCode: number) =>
    `(SELECT v.id FROM versions v JOIN apps a ON a.id = v.app_id
      WHERE a.application_id = 'org.example.${app}' AND v.version_code = ${versionCode})`;
  const appOf = (app: string) => `(SELECT id FROM apps WHERE application_id = 'org.example.${app}')`;
  /** Statements for every kind of change to an app's entry. */
  const CHANGES: ((app: string, value: number) => string)[] = [
    (app, value) => `UPDATE apps SET name = 'Name ${value}' WHERE id = ${appOf(app)}`,
    (app, value) =>
      `UPDATE apps SET status = '${['published', 'unpublished', 'removed'][value % 3]}' WHERE id = ${appOf(app)}`,
    (app, value) =>
      `UPDATE versions SET status = '${value % 2 ? 'published' : 'unpublished'}' WHERE id = ${versionOf(app, 2)}`,
    (app, value) =>
      `UPDATE versions SET package = package || '{"minSdk": ${value % 5 ? value : '"broken"'}}' WHERE id = ${versionOf(app, 1)}`,
    (app, value) =>
      `INSERT INTO releases (version_id, app_id, track, publication, percentage)
       SELECT id, app_id, '${value % 2 ? 'beta' : 'stable'}', 'manual', ${10 * (1 + (value % 10))}
       FROM versions WHERE id = ${versionOf(app, 2)}
       ON CONFLICT (version_id) DO UPDATE SET track = excluded.track, percentage = excluded.percentage`,
    (app, value) =>
      `INSERT INTO app_listings (app_id, locale, texts, public_texts, updated_by_uid)
       SELECT id, '${value % 2 ? 'de' : 'fr'}', texts, texts, 'publisher'
       FROM apps, (SELECT jsonb_build_object('name', 'N${value}', 'summary', 'S', 'description', 'D ${value}',
         'whatsNew', '', 'video', '') AS texts) AS listing WHERE id = ${appOf(app)}
       ON CONFLICT (app_id, locale) DO UPDATE SET public_texts = excluded.public_texts`,
    (app, value) =>
      `UPDATE apps SET public_details = coalesce(public_details, '{}') || '{"category": "${value % 2 ? 'tools' : 'gone'}"}' WHERE id = ${appOf(app)}`,
  ];

  test('gives the same result as a full rebuild after any change', async () => {
    for (const app of APP_IDS) {
      for (const versionCode of [1, 2]) {
        await publishDirectly(store, { applicationId: `org.example.${app}`, versionCode });
      }
    }
    await rebuildFeeds(store);
    await checkDiffs();
    const change = record({
      app: constantFrom(...APP_IDS),
      kind: nat(CHANGES.length - 1),
      value: nat(30),
    });
    await assertProperty(
      asyncProperty(array(change, { minLength: 1, maxLength: 5 }), async (changes) => {
        for (const { app, kind, value } of changes) {
          await store.pool.query(CHANGES[kind]?.(app, value) ?? '');
          const { rows } = await store.pool.query<{ id: string }>(`SELECT ${appOf(app)} AS id`);
          await queueRebuild(store.db, [rows[0]?.id ?? '']);
        }
        await rebuildFeeds(store, { onlyChanges: true, isForced: true });
        const fromChanges = await readFeed();
        await checkDiffs();
        await store.pool.query("UPDATE feed_apps SET sha256 = ''");
        await rebuildFeeds(store, { isForced: true });
        expect(fromChanges).toEqual(await readFeed());
        await checkDiffs();
      }),
      { numRuns: 12 },
    );
    expect((await store.pool.query('SELECT FROM feed_changes')).rows).toEqual([]);
    expect(checkedDiffs).toBeGreaterThan(20);
  });

  test('keeps a change until a generation contains it', async () => {
    const { appId } = await publishDirectly(store, { applicationId: 'org.example.fourth', versionCode: 1 });
    await queueRebuild(store.db, [appId]);
    const full = { ...store.storage, put: () => Promise.reject(new Error('the disk is full')) };
    const failing = rebuildFeeds({ ...store, storage: full }, { onlyChanges: true });
    await expect(failing).rejects.toThrow('the disk is full');
    expect((await store.pool.query('SELECT FROM feed_changes')).rows).toHaveLength(1);
    expect(await rebuildFeeds(store, { onlyChanges: true })).toBe('made');
    expect((await readFeed()).files.map(({ path }) => path)).toContain('org.example.fourth_1.apk');
  });
});

describe('calls with visible changes', () => {
  let server: TestServer;
  let admin: Person;
  let published: PublishedApp;
  beforeAll(async () => {
    server = await startTestServer();
    admin = await server.admin();
    published = await createPublishedApp(server);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  /**
   * Waits until every recorded change is in the feed, then renders all apps again and returns the outcome.
   */
  async function rebuildAfterChanges(): Promise<string> {
    const pending = async () => (await server.context.pool.query('SELECT FROM feed_changes')).rows.length;
    await expect.poll(pending).toBe(0);
    return rebuildWhenFree(server.context);
  }

  test('record every changed app', async () => {
    const { owner, appId, versionId } = published;
    const { id: nextId } = await published.upload('next');
    const listing = { name: 'Hafen', summary: 'Gezeiten', description: 'Zeigt **Gezeiten**.' };
    const steps: [string, () => Promise<unknown>][] = [
      ['publishing', async () => {}],
      ['a name', () => admin.call('settings.update', { settings: { storeName: 'Pier' } })],
      ['a tagline', () => admin.call('settings.update', { settings: { tagline: 'Apps for the pier' } })],
      [
        'a logo',
        async () => admin.call('settings.setLogo', { image: (await drawLogo()).toString('base64') }),
      ],
      ['a listing', () => owner.call('apps.updateListing', { appId, locale: 'de', revision: 0, listing })],
      ['submitting', () => owner.call('versions.submit', { versionId: nextId, percentage: 50 })],
      ['approving', () => admin.call('reviews.approve', { versionId: nextId })],
      ['a rollout', () => owner.call('releases.setRollout', { versionId: nextId, percentage: 70 })],
      ['halting', () => owner.call('releases.halt', { versionId: nextId })],
      ['resuming', () => owner.call('releases.resume', { versionId: nextId })],
      ['completing', () => owner.call('releases.complete', { versionId: nextId })],
      ['rolling back', () => owner.call('releases.rollBack', { appId, versionId })],
      ['unpublishing an app', () => owner.call('apps.unpublish', { appId })],
      ['republishing it', () => owner.call('apps.republish', { appId })],
      [
        'removing a version',
        () => admin.call('versions.remove', { versionId, reason: 'It steals contacts.' }),
      ],
      ['restoring it', () => admin.call('versions.restore', { versionId, reason: 'It does not.' })],
      ['removing an app', () => admin.call('apps.remove', { appId, reason: 'It steals contacts.' })],
      ['restoring the app', () => admin.call('apps.restore', { appId, reason: 'It does not.' })],
      ['unpublishing', () => owner.call('versions.unpublish', { versionId })],
    ];
    for (const [what, call] of steps) {
      await call();
      expect([what, await rebuildAfterChanges()]).toEqual([what, 'unchanged']);
    }
  });
});
