import { mkdir, readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DETAILS } from '#shared/listings/field-records.ts';
import { fieldsWith } from '#shared/listings/fields.ts';
import {
  ADDED,
  idOf,
  makePicture,
  sha256Of,
  writeFiles,
  writeRepository,
} from '#test/support/fdroid-repository.ts';
import { type FeedIndex, setUpImport } from '#test/support/set-up-import.ts';
import { fingerprint, readSigningKey } from '../../feeds/signing/key.ts';
import { StorageFullError } from '../../platform/storage/storage.ts';
import { importRepository } from './import-repository.ts';

const { store, folder, repositoryKey, boating, sailing, ...imports } = setUpImport();
const { run, readTable, readVersions, countRows, countAll, readFeed, writeKeystore } = imports;

/** A value of each detail that an index can have. */
const DETAIL_EXAMPLES = Object.fromEntries(
  fieldsWith(DETAILS, 'fdroid').map(({ record: { fdroid, isFdroidList, example } }) => [
    fdroid,
    isFdroidList ? [example] : example,
  ]),
);

describe('a repository in a folder', () => {
  async function writeWhole(): Promise<void> {
    const pictures = {
      [`${idOf('Boating')}/en-US/icon.png`]: await makePicture(512, 512),
      [`${idOf('Boating')}/de/phoneScreenshots/1.png`]: await makePicture(400, 800),
      [`${idOf('Boating')}/de/phoneScreenshots/tiny.png`]: await makePicture(40, 80),
    };
    const fileOf = (path: string) => ({ name: `/${path}`, sha256: sha256Of(pictures[path] as Buffer) });
    const [icon = '', shot = '', tiny = ''] = Object.keys(pictures);
    await writeRepository(
      folder,
      [
        {
          name: 'Boating',
          packages: boating,
          metadata: {
            name: { 'en-US': 'Boating', de: 'Bootfahren' },
            summary: { 'en-US': 'Boats', de: 'x'.repeat(90) },
            description: { 'en-US': '<b>Boats</b> &amp; harbours\nby the sea' },
            categories: ['Navigation', 'Knots & Ropes'],
            ...DETAIL_EXAMPLES,
            authorName: 'Bo',
            icon: { 'en-US': fileOf(icon) },
            screenshots: { phone: { de: [fileOf(shot), fileOf(tiny)] } },
          },
          version: (entry) => ({
            ...entry,
            whatsNew: { de: 'Neu' },
            antiFeatures: { Ads: { de: 'Banner' }, Tracking: {} },
          }),
        },
        {
          name: 'Sailing',
          packages: sailing,
          metadata: {
            categories: ['Knots & Ropes'],
            icon: { 'en-US': { name: '/icons/org.example.sailing.2.png' } },
          },
        },
      ],
      repositoryKey,
    );
    await writeFiles(join(folder, 'repo'), pictures);
  }

  test('comes along with everything, and its clients continue with the same fingerprint', async () => {
    await writeWhole();
    const report = await run({ keystore: await writeKeystore() });
    expect(report).toContain('4 versions of 2 apps imported');
    expect(report).toContain('The category "Knots & Ropes" was added.');
    expect(report).toContain('The summary in de is shortened from 90 to 80 characters.');
    expect(report).toContain('tiny.png is left out: The image is too small or too large.');
    expect(report).toContain('Fields without a place in a listing are left out: authorName.');
    expect(report).toContain('The category "Knots & Ropes" becomes a tag: an app has one category.');
    expect(report).not.toContain('/icons/');
    expect(await readVersions()).toEqual(
      [boating, sailing].flatMap((packages, app) =>
        packages.map((bytes, at) => ({
          id: idOf(app === 0 ? 'Boating' : 'Sailing'),
          app: 'published',
          status: 'published',
          code: at + 1,
          sha256: sha256Of(bytes),
        })),
      ),
    );
    expect(fingerprint(await readSigningKey(store))).toBe(fingerprint(repositoryKey));
    const { packages } = await readFeed();
    const { metadata, versions } = packages[idOf('Boating')] as FeedIndex['packages'][string];
    expect(metadata).toMatchObject({
      name: { 'en-US': 'Boating', de: 'Bootfahren' },
      categories: ['Navigation'],
      ...DETAIL_EXAMPLES,
    });
    expect(metadata.icon['en-US']?.size).toBeGreaterThan(0);
    expect(metadata.screenshots.phone.de).toHaveLength(1);
    const declared = await readTable(`SELECT anti_feature AS id, reasons FROM app_anti_features ORDER BY 1`);
    expect(declared).toEqual([
      { id: 'Ads', reasons: { de: 'Banner' } },
      { id: 'Tracking', reasons: { 'en-US': expect.stringContaining('imported from') } },
    ]);
    const newest = versions[sha256Of(boating[1] as Buffer)];
    expect(newest).toMatchObject({ added: ADDED, whatsNew: { de: 'Neu' } });
    expect(packages[idOf('Sailing')]?.metadata.categories).toEqual(['Knots & Ropes']);
    const texts = await readTable(
      `SELECT public_texts->>'description' AS text FROM app_listings WHERE locale = 'en-US'`,
    );
    expect(texts).toContainEqual({ text: '**Boats** & harbours\nby the sea' });
  });

  test('is published by the operator’s word, which the audit log keeps, without notifying anybody', async () => {
    await writeWhole();
    await run();
    const events = await readTable(
      `SELECT actor_uid, details FROM audit_events WHERE event = 'version.imported' ORDER BY id`,
    );
    expect(events).toHaveLength(4);
    expect(events[0]).toMatchObject({
      actor_uid: null,
      details: {
        from: 'draft',
        to: 'published',
        policy: 'operator-import',
        sha256: sha256Of(boating[0] as Buffer),
        source: join(folder, 'repo'),
        isUpdate: false,
      },
    });
    expect(await countRows('reviews')).toBe(0);
    expect(await countRows('notifications')).toBe(0);
    expect(await countRows('outbox')).toBe(0);
  });

  test('is only reported by a dry run', async () => {
    await writeWhole();
    const keystore = await writeKeystore();
    const before = [await countAll(), fingerprint(await readSigningKey(store))];
    const report = await run({ isDryRun: true, keystore });
    expect(report).toContain(`${idOf('Boating')}: 2 versions and 2 pictures would be imported`);
    expect(report).toContain('4 versions of 2 apps would be imported');
    expect(report).toContain('Nothing was written.');
    expect([await countAll(), fingerprint(await readSigningKey(store))]).toEqual(before);
    expect(await Array.fromAsync(store.storage.list('packages/'))).toEqual([]);
  });

  test('imported twice is there once, and later versions are added', async () => {
    await writeRepository(folder, [{ name: 'Boating', packages: boating.slice(0, 1) }], repositoryKey);
    await run();
    const once = await countAll();
    expect(await run()).toContain('0 versions of 0 apps imported; 1 version already here');
    expect(await countAll()).toEqual(once);
    await store.pool.query(`UPDATE app_listings SET texts = texts || '{"summary": "Mine"}'`);
    await writeRepository(
      folder,
      [{ name: 'Boating', packages: boating, metadata: { summary: { 'en-US': 'Theirs' } } }],
      repositoryKey,
    );
    expect(await run()).toContain(`${idOf('Boating')}: 1 version and 0 pictures imported, 1 already here`);
    expect((await readVersions()).map(({ code }) => code)).toEqual([1, 2]);
    expect(await readTable(`SELECT texts->>'summary' AS summary FROM app_listings`)).toEqual([
      { summary: 'Mine' },
    ]);
  });

  test.each([
    ['crashes', new Error('power cut'), /2 apps failed; see above\. Run the same command again/],
    ['a full disk', new StorageFullError('Too little is free.'), 'Too little is free. Make room on the disk'],
  ])('continues after %s', async (_, failure, message) => {
    await writeWhole();
    const broken = Object.assign(Object.create(store), {
      storage: Object.assign(Object.create(store.storage), {
        put: async (key: string, content: Uint8Array) => {
          if (key.startsWith('packages/') && (await countRows('versions')) === 1) throw failure;
          return store.storage.put(key, content);
        },
      }),
    });
    const options = { from: folder, ownerEmail: 'admin@store.example', keystore: null, isReplacing: false };
    const interrupted = importRepository(broken, { ...options, isDryRun: false, print: () => {} });
    await expect(interrupted).rejects.toThrow(message);
    expect(await countRows('versions')).toBe(1);
    expect(await run()).toContain('3 versions of 2 apps imported; 1 version already here');
    expect(await countRows('versions')).toBe(4);
    expect(await countRows('app_graphics')).toBe(2);
    expect(await Array.fromAsync(store.storage.list('packages/'))).toHaveLength(4);
  });

  test('is imported but for the app that fails, whose published version keeps its file', async () => {
    await writeWhole();
    const { db } = store;
    const transaction = db.transaction.bind(db);
    let hasFailed = false;
    db.transaction = async (work) => {
      const result = await transaction(work);
      if (hasFailed || (await countRows('versions')) === 0) return result;
      hasFailed = true;
      throw new Error('Connection terminated');
    };
    const lines: string[] = [];
    await expect(run({ print: (line) => lines.push(line) })).rejects.toThrow('1 app failed; see above');
    expect(lines).toContain('  - The import of the app stopped: Connection terminated');
    expect(lines).toContain(`${idOf('Boating')}: 0 versions and 2 pictures imported`);
    expect((await readVersions()).map(({ id }) => id)).toEqual(['Boating', 'Sailing', 'Sailing'].map(idOf));
    const ids = await readTable('SELECT id FROM versions ORDER BY id');
    const stored = await Array.fromAsync(store.storage.list('packages/'));
    expect(stored).toEqual(ids.map(({ id }) => `packages/${id}`));
    const jobs = await readTable(
      `SELECT count(*)::int AS jobs FROM graphile_worker.jobs WHERE task_identifier = 'remove-files'`,
    );
    expect(jobs[0].jobs).toBeGreaterThan(0);
  });

  test('leaves no copies of packages, and removes those of an import that was killed', async () => {
    await writeWhole();
    const { dataDir } = store.config;
    const killed = join(dataDir, 'unfinished-import-killed');
    await mkdir(killed);
    await utimes(killed, new Date(ADDED), new Date(ADDED));
    await run();
    expect((await readdir(dataDir)).filter((name) => name.startsWith('unfinished-'))).toEqual([]);
  });

  test('with dates in the future and characters that PostgreSQL can’t store comes along', async () => {
    await writeRepository(
      folder,
      [
        {
          name: 'Boating',
          packages: boating,
          metadata: { categories: ['Kn\0ots\ud800'] },
          version: (entry) => ({ ...entry, added: Date.UTC(2099, 0) }),
        },
      ],
      repositoryKey,
    );
    const report = await run();
    expect(report).toContain('The category "Knots\ufffd" was added.');
    expect(report).toContain('2 versions of 1 app imported');
    expect(await readTable('SELECT count(*)::int AS later FROM versions WHERE published_at > now()')).toEqual(
      [{ later: 0 }],
    );
  });

  test('in the first format comes along too', async () => {
    const [bytes = Buffer.of()] = boating;
    const id = idOf('Boating');
    await writeFiles(join(folder, 'repo'), {
      'index-v1.json': JSON.stringify({
        repo: { name: 'Old' },
        apps: [
          {
            packageName: id,
            name: 'Boating',
            categories: ['Games'],
            localized: {
              de: { summary: 'Boote', whatsNew: 'Neu', icon: 'icon_x.png' },
              'x-y-z!': { name: 'No' },
            },
          },
        ],
        packages: {
          [id]: [
            {
              apkName: 'b.apk',
              hash: sha256Of(bytes),
              hashType: 'sha256',
              size: bytes.length,
              versionCode: 1,
              versionName: '1.0',
              added: ADDED,
            },
          ],
        },
      }),
      'b.apk': bytes,
      [`${id}/de/icon_x.png`]: await makePicture(300, 300),
    });
    const report = await run();
    expect(report).toContain(`${id}: 1 version and 1 picture imported`);
    expect(report).toContain('"x-y-z!"');
    const { metadata, versions } = (await readFeed()).packages[id] as FeedIndex['packages'][string];
    expect(metadata).toMatchObject({ summary: { de: 'Boote' }, name: { de: 'Boating', 'en-US': 'Boating' } });
    expect(Object.values(versions)).toMatchObject([{ whatsNew: { de: 'Neu' } }]);
  });
});
