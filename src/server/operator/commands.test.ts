import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeEcKey } from '#test/support/ec-key.ts';
import { buildPackages, writeRepository } from '#test/support/fdroid-repository.ts';
import { runOperatorCommand } from '#test/support/operator-command.ts';
import { openTestStore, type TestStore } from '#test/support/store.ts';

let store: TestStore;
let folder: string;
beforeAll(async () => {
  store = await openTestStore();
  folder = await mkdtemp(join(tmpdir(), 'quayside-commands-'));
  await store.pool.query(
    `INSERT INTO auth_users (id, name, email) VALUES ('admin', 'Ada', 'admin@store.example')`,
  );
  await store.pool.query(
    `INSERT INTO users (uid, email, role) VALUES ('admin', 'admin@store.example', 'admin')`,
  );
  await writeRepository(
    join(folder, 'old'),
    [{ name: 'Boating', packages: buildPackages('Boating') }],
    makeEcKey('prime256v1'),
  );
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const run = (...args: string[]) => runOperatorCommand(store, args, { INIT_CWD: folder });

test('a repository is imported and exported by commands, with folders relative to where npm was called', async () => {
  const options = ['import', 'fdroid', 'old', '--owner', 'Admin@store.example'];
  const tried = await run(...options, '--dry-run');
  expect(tried).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing was written.') });
  const imported = await run(...options);
  expect(imported.stdout).toContain('org.example.boating: 2 versions and 0 pictures imported\n');
  expect(imported.stdout).toContain('2 versions of 1 app imported');
  const exported = await run('export', 'fdroid', 'new');
  expect(exported).toMatchObject({ code: 0, stdout: expect.stringContaining('Fingerprint: ') });
  expect(await readdir(join(folder, 'new/repo'))).toContain('org.example.boating_2.apk');
});

test.each([
  [['import', 'fdroid', 'old'], 1, 'Name the admin who gets the apps with --owner EMAIL.'],
  [['import', 'fdroid', 'nowhere', '--owner', 'admin@store.example'], 1, 'has no F-Droid repository'],
  [['export', 'fdroid', 'old'], 1, 'isn’t empty and has no earlier export'],
  [['import', 'fdroid', 'old', '--onwer', 'admin@store.example'], 64, 'Usage:'],
  [['import', 'altstore', 'old'], 64, 'import fdroid DIR|URL'],
  [['export', 'fdroid'], 64, 'export fdroid DIR'],
])('%j is rejected', async (args, code, reason) => {
  const ended = await run(...args);
  expect([ended.code, ended.stdout]).toEqual([code, '']);
  expect(ended.stderr).toContain(reason);
});

test.each([
  [['--help'], ['promote EMAIL', 'doctor', 'keys export FILE'], []],
  [['help'], ['promote EMAIL'], []],
  [['backup', '--help'], ['backup DIR'], ['promote EMAIL']],
  [['keys', '-h'], ['keys export FILE', 'keys rotate'], ['backup DIR']],
])('%j says how commands are called', async (args, named, unnamed) => {
  const ended = await run(...args);
  expect([ended.code, ended.stderr]).toEqual([0, '']);
  for (const usage of named) expect(ended.stdout).toContain(` ${usage}`);
  for (const usage of unnamed) expect(ended.stdout).not.toContain(` ${usage}`);
});

test('a command without its argument is explained alone', async () => {
  const ended = await run('backup');
  expect([ended.code, ended.stdout]).toEqual([64, '']);
  expect(ended.stderr).toContain('backup DIR [--keep N]');
  expect(ended.stderr).not.toContain('promote EMAIL');
});
