import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  ADDED,
  buildPackages,
  idOf,
  makePicture,
  sha256Of,
  writeFiles,
  writeRepository,
} from '#test/support/fdroid-repository.ts';
import { openTestStore, type TestStore } from '#test/support/store.ts';
import { writePkcs12 } from '../../feeds/keystore/pkcs12.ts';
import { selfSign } from '../../feeds/signing/certificate.ts';
import { fingerprint } from '../../feeds/signing/key.ts';
import { subscribeToEvents } from '../../subscriptions.ts';
import { importRepository } from '../import/import-repository.ts';
import { openFolder } from '../repository/folder-source.ts';
import { readRepositoryIndex } from '../repository/read-repository.ts';
import { openExportFolder } from './export-folder.ts';
import { exportRepository } from './export-repository.ts';

const PASSPHRASE = 'a long enough passphrase';
const keyPair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const key = {
  privateKey: keyPair.privateKey,
  certificate: selfSign(keyPair, { commonName: 'Old repository', createdAt: new Date(ADDED) }),
};

let store: TestStore;
let other: TestStore;
let folder: string;
beforeAll(async () => {
  subscribeToEvents();
  [store, other] = await Promise.all([openTestStore(), openTestStore()]);
  folder = await mkdtemp(join(tmpdir(), 'quayside-export-'));
  for (const { pool } of [store, other]) {
    await pool.query(
      `INSERT INTO auth_users (id, name, email) VALUES ('admin', 'Ada', 'admin@store.example')`,
    );
    await pool.query(`INSERT INTO users (uid, email, role) VALUES ('admin', 'admin@store.example', 'admin')`);
  }
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const importFrom = (into: TestStore, from: string, withKey = false) =>
  importRepository(into, {
    from,
    ownerEmail: 'admin@store.example',
    keystore: withKey ? { file: join(folder, 'keystore.p12'), passphrase: PASSPHRASE } : null,
    isReplacing: false,
    isDryRun: false,
    print: () => {},
  });

/** Returns the index of an exported repository, as its clients read it. */
async function readExport(directory: string) {
  return readRepositoryIndex(await openFolder(directory));
}

test('a repository that was imported is exported with its key, packages and pictures, and can be imported again', async () => {
  const packages = buildPackages('Boating');
  const icon = await makePicture(512, 512);
  const iconPath = `${idOf('Boating')}/en-US/icon.png`;
  const metadata = {
    icon: { 'en-US': { name: `/${iconPath}`, sha256: sha256Of(icon) } },
    summary: { 'en-US': 'Boats' },
  };
  await writeRepository(join(folder, 'old'), [{ name: 'Boating', packages, metadata }], key);
  await writeFiles(join(folder, 'old/repo'), { [iconPath]: icon });
  await writeFile(
    join(folder, 'keystore.p12'),
    await writePkcs12(key, { passphrase: PASSPHRASE, alias: 'repo' }),
  );
  await importFrom(store, join(folder, 'old'), true);

  const exported = join(folder, 'exported');
  expect(await exportRepository(store, exported)).toContain(`Fingerprint: ${fingerprint(key)}`);
  expect(await readdir(join(exported, 'repo'))).toEqual(
    expect.arrayContaining(['entry.jar', 'entry.json', 'index-v1.jar', 'index-v2.json']),
  );
  const { index, fingerprint: signer } = await readExport(exported);
  expect(signer).toBe(fingerprint(key));
  const [app] = index.apps;
  expect(app).toMatchObject({ applicationId: idOf('Boating'), summary: { 'en-US': 'Boats' } });
  expect(app?.versions.map(({ sha256, added }) => [sha256, added.getTime()])).toEqual(
    packages.map((bytes) => [sha256Of(bytes), ADDED]),
  );
  for (const { path, sha256 } of [...(app?.versions ?? []), ...(app?.graphics ?? [])]) {
    expect(sha256Of(await readFile(join(exported, 'repo', path)))).toBe(sha256);
  }

  expect(await importFrom(other, exported)).toContain('2 versions of 1 app imported');
  const { rows } = await other.pool.query('SELECT sha256 FROM versions ORDER BY version_code');
  expect(rows.map(({ sha256 }) => sha256)).toEqual(packages.map(sha256Of));
});

test('an export is updated in place, and the files of the last one stay for its clients', async () => {
  const exported = join(folder, 'exported');
  const before = await readdir(join(exported, 'repo'));
  const file = join(exported, 'repo', `${idOf('Boating')}_1.apk`);
  const { mtimeMs } = await stat(file);
  await importFrom(store, await addSailing());
  expect(await exportRepository(store, exported)).toContain('0 old ones removed');
  expect((await readExport(exported)).index.apps).toHaveLength(2);
  expect((await stat(file)).mtimeMs).toBe(mtimeMs);
  expect(await readdir(join(exported, 'repo'))).toEqual(expect.arrayContaining(before));
  await writeFile(file, 'damaged');
  expect(await exportRepository(store, exported)).toMatch(/[1-9] old ones removed/);
  expect((await stat(file)).size).toBeGreaterThan(100);
  expect((await readdir(exported)).sort()).toEqual(['quayside-export.json', 'repo']);
});

test('later exports remove the files of an interrupted one', async () => {
  const directory = join(folder, 'interrupted');
  const interrupted = await openExportFolder(directory);
  await interrupted.plan(['a.apk']);
  await interrupted.write('a.apk', Readable.from('a'));
  await writeFile(join(directory, `unfinished-${randomUUID()}`), 'half');
  for (const removed of [0, 1]) {
    const later = await openExportFolder(directory);
    await later.plan(['b.apk']);
    await later.write('b.apk', Readable.from('b'));
    expect(await later.finish(['b.apk'])).toBe(removed);
  }
  expect(await readdir(join(directory, 'repo'))).toEqual(['b.apk']);
  expect((await readdir(directory)).sort()).toEqual(['quayside-export.json', 'repo']);
});

test('a folder with other files is left alone', async () => {
  const mine = join(folder, 'mine');
  await mkdir(mine);
  await writeFile(join(mine, 'letter.txt'), 'private');
  await expect(exportRepository(store, mine)).rejects.toThrow('isn’t empty and has no earlier export');
  expect(await readdir(mine)).toEqual(['letter.txt']);
  await expect(exportRepository(store, join(mine, 'letter.txt'))).rejects.toThrow('can’t be used');
});

async function addSailing(): Promise<string> {
  const from = join(folder, 'sailing');
  await writeRepository(from, [{ name: 'Sailing', packages: buildPackages('Sailing') }], key);
  return from;
}
