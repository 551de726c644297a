import { createReadStream } from 'node:fs';
import { rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeIdentity, withJarSignature, zipWithoutPadding } from '#test/support/apk-signer.ts';
import { buildPackage } from '#test/support/build-package.ts';
import {
  buildPackages,
  describeRepository,
  idOf,
  type TestApp,
  writeFiles,
  writeRepository,
} from '#test/support/fdroid-repository.ts';
import { readFixture } from '#test/support/fixtures.ts';
import { setUpImport } from '#test/support/set-up-import.ts';
import { fingerprint } from '../../feeds/signing/key.ts';
import { writeSettings } from '../../platform/settings.ts';
import { importRepository } from './import-repository.ts';

const { store, folder, repositoryKey, boating, sailing, ...imports } = setUpImport();
const { run, readTable, readVersions, countRows } = imports;

/** Returns a package that v1 alone signs although Android 7, which it needs, reads newer signatures. */
function signedByV1Only(): Buffer {
  const files = Object.entries(unzipSync(readFixture('v1-only.apk'))).filter(
    ([path]) => !path.startsWith('META-INF/'),
  );
  const integer = (value: number) => Buffer.from([8, 0, 0, 16, value, 0, 0, 0]);
  const changed = files.map(([path, bytes]) => {
    const at = path === 'AndroidManifest.xml' ? Buffer.from(bytes).indexOf(integer(21)) : -1;
    if (at >= 0) bytes.set(integer(24), at);
    return [path, bytes] as const;
  });
  const signer = makeIdentity('RSA', { size: 2048 });
  return zipWithoutPadding(withJarSignature(Object.fromEntries(changed), [signer]));
}

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

  test('a version that only v1 signs, with every rule that keeps it out, until all of them are observed', async () => {
    const packages = [signedByV1Only()];
    await writeRepository(folder, [{ name: 'Harbour', packages }], repositoryKey);
    const importWith = async (rules: Record<string, 'observe'>) => {
      await store.db.transaction((tx) => writeSettings(tx, { rules }));
      return run();
    };
    const untouched = await run();
    expect(untouched).toContain('is left out: ');
    expect(untouched).toContain('Only the old JAR signature protects the package');
    expect(untouched).toContain('The package only has the oldest type of signature');
    expect(untouched).toContain('The store enforces these rules: signature.v1-insecure, signature-v1-only.');
    expect(await importWith({ 'signature-v1-only': 'observe' })).toContain(
      'The store enforces this rule: signature.v1-insecure.',
    );
    expect(await countRows('versions')).toBe(0);
    const both = { 'signature-v1-only': 'observe', 'signature.v1-insecure': 'observe' } as const;
    expect(await importWith(both)).toContain('1 version of 1 app imported');
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
    expect(report).toContain('removed from the store');
    expect(await countRows('versions')).toBe(0);
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
