import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeEcKey } from '#test/support/ec-key.ts';
import { writeRepository } from '#test/support/fdroid-repository.ts';
import { PASSPHRASE, setUpImport } from '#test/support/set-up-import.ts';
import { writePkcs12 } from '../../feeds/keystore/pkcs12.ts';
import type { RepositoryImport } from './import-repository.ts';

const { store, folder, repositoryKey, boating, run, countRows, writeKeystore } = setUpImport();

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
    await writeFile(
      wrong.file,
      await writePkcs12(makeEcKey('prime256v1'), { passphrase: PASSPHRASE, alias: 'x' }),
    );
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
