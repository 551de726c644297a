import { generateKeyPairSync } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { unzipSync, zipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeIdentity } from '#test/support/apk-signer.ts';
import { buildPackage } from '#test/support/build-package.ts';
import { makeEcKey } from '#test/support/ec-key.ts';
import {
  ADDED,
  buildPackages,
  describeRepository,
  idOf,
  makePicture,
  sha256Of,
  type TestApp,
  writeFiles,
  writeRepository,
} from '#test/support/fdroid-repository.ts';
import { readFixture } from '#test/support/fixtures.ts';
import { openTestStore, type TestStore } from '#test/support/store.ts';
import { currentGeneration, rebuildFeeds } from '../../feeds/fdroid/rebuild.ts';
import { writePkcs12 } from '../../feeds/keystore/write-pkcs12.ts';
import { selfSign } from '../../feeds/signing/certificate.ts';
import { fingerprint, readSigningKey } from '../../feeds/signing/key.ts';
import { writeSettings } from '../../platform/settings.ts';
import { StorageFullError } from '../../platform/storage/storage.ts';
import { subscribeToEvents } from '../../subscriptions.ts';
import { importRepository, type RepositoryImport } from './import-repository.ts';

const PASSPHRASE = 'a long enough passphrase';
const keyPair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const repositoryKey = {
  privateKey: keyPair.privateKey,
  certificate: selfSign(keyPair, { commonName: 'Old repository', createdAt: new Date(ADDED) }),
};
const boating = buildPackages('Boating');
const sailing = buildPackages('Sailing');

let store: TestStore;
let folder: string;
beforeAll(() => subscribeToEvents());
beforeEach(async () => {
  store = await openTestStore({ WEBHOOKS_ALLOW_PRIVATE: 'true' });
  folder = await mkdtemp(join(tmpdir(), 'quayside-repository-'));
  await store.pool.query(
    `INSERT INTO auth_users (id, name, email) VALUES ('admin', 'Ada', 'admin@store.example'), ('other', 'Oto', 'other@store.example')`,
  );
  await store.pool.query(
    `INSERT INTO users (uid, email, role) VALUES ('admin', 'admin@store.example', 'admin'), ('other', 'other@store.example', 'developer')`,
  );
});
afterEach(async () => {
  await store[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** Runs an import and returns what it printed, with its summary. */
async function run(options: Partial<RepositoryImport> = {}): Promise<string> {
  const lines: string[] = [];
  const summary = await importRepository(store, {
    from: folder,
    ownerEmail: 'admin@store.example',
    keystore: null,
    isReplacing: false,
    isDryRun: false,
    print: (line) => lines.push(line),
    ...options,
  });
  return [...lines, summary].join('\n');
}

async function readTable(query: string) {
  const { rows } = await store.pool.query(query);
  return rows;
}
const readVersions = () =>
  readTable(
    `SELECT a.application_id AS id, a.status AS app, v.status, v.version_code::int AS code, v.sha256
     FROM versions v JOIN apps a ON a.id = v.app_id ORDER BY 1, 4`,
  );
const countRows = async (table: string) =>
  Number((await readTable(`SELECT count(*) FROM ${table}`))[0].count);
/** Counts everything that an import could write. */
const countAll = () =>
  Promise.all(['apps', 'versions', 'app_graphics', 'audit_events', 'feed_changes'].map(countRows));

/** The parts of the index that the tests read. */
interface FeedIndex {
  readonly packages: Record<
    string,
    {
      readonly metadata: Record<string, unknown> & {
        readonly icon: Record<string, { readonly size: number }>;
        readonly screenshots: { readonly phone: Record<string, unknown[]> };
      };
      readonly versions: Record<string, unknown>;
    }
  >;
}

async function readFeed(): Promise<FeedIndex> {
  await rebuildFeeds(store);
  const { files } = await currentGeneration(store);
  const opened = await store.storage.open(files['index-v2.json']?.key ?? '');
  if (!opened) throw new Error('the feed has no index');
  return (await json(opened.stream)) as FeedIndex;
}

async function writeKeystore(passphrase = PASSPHRASE) {
  const file = join(folder, 'keystore.p12');
  await writeFile(file, writePkcs12(repositoryKey, { passphrase, alias: 'repo' }));
  return { file, passphrase: PASSPHRASE };
}

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
            webSite: 'https://boating.example.org',
            license: 'MIT',
            authorName: 'Bo',
            icon: { 'en-US': fileOf(icon) },
            screenshots: { phone: { de: [fileOf(shot), fileOf(tiny)] } },
          },
          version: (entry) => ({
            ...entry,
            whatsNew: { de: 'Neu' },
            antiFeatures: { Ads: { de: 'Banner' }, Tracking: {}, KnownVuln: {} },
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
    expect(report).toContain('tiny.png is left out: The phone screenshot is too small or too large.');
    expect(report).toContain('The anti-feature KnownVuln is left out');
    expect(report).toContain('The author "Bo" is left out');
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
      categories: ['navigation'],
      webSite: 'https://boating.example.org',
      license: 'MIT',
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
    expect(packages[idOf('Sailing')]?.metadata.categories).toEqual(['knots-ropes']);
    const texts = await readTable(
      `SELECT public_texts->>'description' AS text FROM app_listings WHERE locale = 'en-US'`,
    );
    expect(texts).toContainEqual({ text: '**Boats** & harbours  \nby the sea' });
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

describe('what doesn’t come along', () => {
  const other = makeIdentity('EC', { name: 'Somebody' });

  test.each<[string, TestApp, string]>([
    [
      'a package with another hash',
      {
        name: 'Boating',
        packages: boating.slice(0, 1),
        version: (entry) => ({ ...entry, file: { ...(entry['file'] as object), sha256: 'ab'.repeat(32) } }),
      },
      'but the index says abab',
    ],
    [
      'a package larger than the index says',
      {
        name: 'Boating',
        packages: boating.slice(0, 1),
        version: (entry) => ({ ...entry, file: { ...(entry['file'] as object), size: 100 } }),
      },
      'more than 100',
    ],
    [
      'a package larger than the store allows',
      {
        name: 'Boating',
        packages: boating.slice(0, 1),
        version: (entry) => ({ ...entry, file: { ...(entry['file'] as object), size: 3 * 1024 ** 3 } }),
      },
      'and the store allows',
    ],
    [
      'a path out of the repository',
      {
        name: 'Boating',
        packages: boating.slice(0, 1),
        version: (entry) => ({ ...entry, file: { ...(entry['file'] as object), name: '/../keystore.p12' } }),
      },
      'isn’t a path inside of the repository',
    ],
    [
      'a missing package',
      {
        name: 'Boating',
        packages: boating.slice(0, 1),
        version: (entry) => ({ ...entry, file: { ...(entry['file'] as object), name: '/missing.apk' } }),
      },
      'its file is missing',
    ],
    [
      'another version code',
      {
        name: 'Boating',
        packages: boating.slice(0, 1),
        version: (entry) => ({ ...entry, manifest: { versionName: '1.0', versionCode: 7 } }),
      },
      'its version code is 1, but the index says 7',
    ],
    [
      'a package that fails inspection',
      { name: 'Boating', packages: [Buffer.from(readFixture('debuggable.apk'))] },
      'is left out: The',
    ],
    [
      'another app’s package',
      { name: 'Sailing', packages: boating.slice(0, 1) },
      'belongs to a different app',
    ],
    [
      'a version with another signer than newer ones',
      {
        name: 'Boating',
        packages: [buildPackages('Boating', other)[0] as Buffer, boating[1] as Buffer],
      },
      '(1) is left out: newer versions have another signer',
    ],
    [
      'an index entry that can’t be read',
      { name: 'Boating', packages: boating, version: () => ({ added: 'yesterday' }) },
      'the index describes it in an unknown way',
    ],
  ])('%s', async (_, app, reason) => {
    await writeRepository(folder, [app], repositoryKey);
    expect(await run()).toContain(reason);
    const expected = reason.startsWith('(1)') ? [2] : [];
    expect((await readVersions()).map(({ code }) => code)).toEqual(expected);
    expect(await countRows('apps')).toBe(expected.length);
  });

  test('a second package with the same version code, whatever the rules say', async () => {
    const signer = makeIdentity('EC', { name: 'A publisher' });
    const packages = ['1.0', '1.5'].map((versionName) =>
      buildPackage({ from: 'plain', name: 'Boating', versionName, signer }),
    );
    const manifest = { versionName: '1.0', versionCode: 1 };
    const version = (entry: Record<string, unknown>) => ({ ...entry, manifest });
    await writeRepository(folder, [{ name: 'Boating', packages, version }], repositoryKey);
    await store.db.transaction((tx) => writeSettings(tx, { rules: { 'version-code': 'observe' } }));
    const report = await run();
    expect(report).toContain('another package has the same version code');
    expect(report).toContain('1 version of 1 app imported');
  });

  test('a draft’s texts, which are replaced', async () => {
    await store.pool.query(
      `INSERT INTO apps (id, owner_uid, platform, application_id, name, status) VALUES ('a', 'admin', 'android', $1, 'Mine', 'draft')`,
      [idOf('Boating')],
    );
    await writeRepository(folder, [{ name: 'Boating', packages: boating }], repositoryKey);
    expect(await run({ isDryRun: true })).toContain('a draft of the app: its texts would be replaced');
    expect(await run()).toContain('a draft of the app: its texts were replaced');
    expect(await readTable('SELECT name FROM apps')).toEqual([{ name: 'Boating' }]);
  });

  test('a link out of the folder', async () => {
    await writeRepository(folder, [{ name: 'Boating', packages: boating.slice(0, 1) }], repositoryKey);
    await writeFile(join(folder, 'secret'), boating[0] as Buffer);
    await rm(join(folder, 'repo/Boating_1.apk'));
    await symlink(join(folder, 'secret'), join(folder, 'repo/Boating_1.apk'));
    expect(await run()).toContain('is a link out of the repository');
    expect(await countRows('apps')).toBe(0);
  });

  test('apps of another account, and removed ones', async () => {
    await store.pool.query(
      `INSERT INTO apps (id, owner_uid, platform, application_id, name, status) VALUES
        ('a', 'other', 'android', $1, 'Boating', 'draft'), ('b', 'admin', 'android', $2, 'Sailing', 'removed')`,
      [idOf('Boating'), idOf('Sailing')],
    );
    await writeRepository(
      folder,
      [
        { name: 'Boating', packages: boating },
        { name: 'Sailing', packages: sailing },
      ],
      repositoryKey,
    );
    const report = await run();
    expect(report).toContain('another account of this store publishes it');
    expect(report).toContain('removed by staff');
    expect(await countRows('versions')).toBe(0);
  });
});

describe('a whole import is rejected', () => {
  /** Returns the message with which an import is rejected, and the number of apps that it wrote. */
  async function rejectionOf(options: Partial<RepositoryImport> = {}): Promise<string> {
    const message = await run(options).catch((error: unknown) => (error as Error).message);
    return `${await countRows('apps')} apps. ${message}`;
  }

  beforeEach(() => writeRepository(folder, [{ name: 'Boating', packages: boating }], repositoryKey));

  test('for an owner who is no admin, and a folder without a repository', async () => {
    expect(await rejectionOf({ ownerEmail: 'other@store.example' })).toMatch(
      /^0 apps\..*isn’t an admin of this store/s,
    );
    expect(await rejectionOf({ from: join(folder, 'nowhere') })).toMatch(
      /^0 apps\..*has no F-Droid repository/s,
    );
  });

  test('when its index was changed', async () => {
    const file = join(folder, 'repo/index-v2.json');
    await writeFile(file, (await readFile(file, 'utf8')).replace('Boating', 'Hacking'));
    expect(await rejectionOf()).toMatch(/^0 apps\..*isn’t the file that entry.jar names/s);
  });

  test('when its signature is wrong', async () => {
    const file = join(folder, 'repo/entry.jar');
    const members = unzipSync(await readFile(file));
    members['entry.json'] = Buffer.from(
      Buffer.from(members['entry.json'] ?? [])
        .toString()
        .replace('diffs', 'stiff'),
    );
    await writeFile(file, zipSync(members));
    expect(await rejectionOf()).toMatch(/^0 apps\..*entry.json is missing or wrong/s);
  });

  test('with another keystore, a wrong passphrase or a damaged file', async () => {
    const wrong = await writeKeystore('another passphrase');
    expect(await rejectionOf({ keystore: wrong })).toMatch(
      /^0 apps\..*The passphrase doesn’t open this keystore/s,
    );
    await writeFile(wrong.file, 'damaged');
    expect(await rejectionOf({ keystore: wrong })).toMatch(/^0 apps\..*The keystore is damaged/s);
    await writeFile(wrong.file, writePkcs12(makeEcKey('prime256v1'), { passphrase: PASSPHRASE, alias: 'x' }));
    expect(await rejectionOf({ keystore: wrong })).toMatch(
      /^0 apps\..*The keystore isn’t that of the repository/s,
    );
  });

  test('when the store already has clients under another key', async () => {
    await store.pool.query(`INSERT INTO audit_events (event) VALUES ('version.published')`);
    const keystore = await writeKeystore();
    expect(await rejectionOf({ keystore })).toMatch(/^0 apps\..*run this again with --replace/s);
  });
});

describe('a repository on a web server', () => {
  let address: string;
  /** The file that the server can't read now. */
  let unreadable: string | null = null;
  const server = createServer(async (request, response) => {
    if (unreadable !== null && request.url?.endsWith(unreadable)) {
      response.writeHead(503).end();
      return;
    }
    const file = join(folder, 'repo', decodeURIComponent((request.url ?? '').replace(/^\/repo/, '')));
    const isThere = await stat(file).then(
      (info) => info.isFile(),
      () => false,
    );
    response.writeHead(isThere ? 200 : 404);
    if (isThere) createReadStream(file).pipe(response);
    else response.end();
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/repo`;
  });
  afterAll(() => server.close());

  test('comes along when its fingerprint is right, and not otherwise', async () => {
    await writeRepository(folder, [{ name: 'Boating', packages: boating }], repositoryKey);
    await expect(run({ from: address })).rejects.toThrow('The address has no fingerprint');
    const other = `${address}?fingerprint=${'AB'.repeat(32)}`;
    await expect(run({ from: other })).rejects.toThrow('Its fingerprint is');
    const right = `${address}?fingerprint=${fingerprint(repositoryKey)}`;
    const guarded = Object.assign(Object.create(store), {
      config: { ...store.config, webhooksAllowPrivate: false },
    });
    const options = { from: right, ownerEmail: 'admin@store.example', keystore: null, isReplacing: false };
    await expect(importRepository(guarded, { ...options, isDryRun: true, print: () => {} })).rejects.toThrow(
      'WEBHOOKS_ALLOW_PRIVATE',
    );
    expect(await countRows('apps')).toBe(0);
    expect(await run({ from: right })).toContain('2 versions of 1 app imported');
  });

  test('publishes no version before an older one that can’t be read now', async () => {
    const from = `${address}?fingerprint=${fingerprint(repositoryKey)}`;
    await writeRepository(folder, [{ name: 'Boating', packages: boating }], repositoryKey);
    unreadable = '_1.apk';
    const report = await run({ from });
    expect(report).toContain('responded with status 503');
    expect(report).toContain('Newer versions follow when it can be read');
    expect(await countRows('apps')).toBe(0);
    unreadable = null;
    expect(await run({ from })).toContain('2 versions of 1 app imported');
  });

  test('publishes no version of another signer than the one of a newer version that can’t be read now', async () => {
    const metadata = { preferredSigner: 'ab'.repeat(32) };
    await writeRepository(folder, [{ name: 'Boating', packages: boating, metadata }], repositoryKey);
    unreadable = '_2.apk';
    const report = await run({ from: `${address}?fingerprint=${fingerprint(repositoryKey)}` });
    unreadable = null;
    expect(report).toContain('(1) is left out: newer versions have another signer');
    expect(await countRows('apps')).toBe(0);
  });

  test('leaves out a package that is larger than the index says, but not newer ones', async () => {
    const version = (entry: Record<string, unknown>, at: number) =>
      at === 0 ? { ...entry, file: { ...(entry['file'] as object), size: 100 } } : entry;
    await writeRepository(folder, [{ name: 'Boating', packages: boating, version }], repositoryKey);
    const report = await run({ from: `${address}?fingerprint=${fingerprint(repositoryKey)}` });
    expect(report).toContain('larger than 100 bytes');
    expect((await readVersions()).map(({ code }) => code)).toEqual([2]);
  });

  test('that has no signed index is rejected', async () => {
    const index = JSON.stringify(describeRepository([{ name: 'Boating', packages: boating }]));
    await writeFiles(join(folder, 'repo'), { 'index-v2.json': index });
    const right = `${address}?fingerprint=${fingerprint(repositoryKey)}`;
    await expect(run({ from: right })).rejects.toThrow('It has no signed index');
  });
});
