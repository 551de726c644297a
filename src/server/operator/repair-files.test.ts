import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runOperatorCommand } from '#test/support/operator-command.ts';
import { openTestStore, publishDirectly, type TestStore } from '#test/support/store.ts';
import { readProblems } from '../platform/file-problems/problems.ts';
import { verifyFiles } from '../platform/files/verify-files.ts';

let store: TestStore;
let folder: string;
let published: Awaited<ReturnType<typeof publishDirectly>>;
let key: string;
beforeAll(async () => {
  store = await openTestStore();
  folder = await mkdtemp(join(tmpdir(), 'quayside-repair-'));
  published = await publishDirectly(store, {
    applicationId: 'org.example.repaired',
    versionCode: 1,
    icon: randomBytes(50),
  });
  key = `packages/${published.versionId}`;
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const run = (...args: string[]) => runOperatorCommand(store, args, { INIT_CWD: folder });
const verify = () => verifyFiles(store, new AbortController().signal, { leastAgeMs: 0 });
const readStored = async (of: string) => {
  const opened = await store.rawStorage.open(of);
  return opened && Buffer.concat(await Array.fromAsync(opened.stream));
};

beforeEach(async () => {
  await rm(join(folder, 'backups'), { recursive: true, force: true });
  await run('backup', 'backups');
});

test('restores damaged and missing files beside a running store, and ends their problems', async () => {
  const icon = `icons/${published.iconSha256}.png`;
  await store.rawStorage.put(key, Buffer.alloc(published.bytes.length));
  await store.rawStorage.delete(icon);
  await verify();
  expect(await readProblems(store.db)).toMatchObject({ damaged: 1, missing: 1 });

  const tried = await run('repair-files', 'backups', '--dry-run');
  expect([tried.code, tried.stdout]).toEqual([0, expect.stringContaining('2 files would be restored from')]);
  expect(tried.stdout).toContain(`  - ${key}\n`);
  expect(tried.stdout).toContain('Nothing was changed.');
  expect(await readProblems(store.db)).toMatchObject({ damaged: 1, missing: 1 });
  await expect(store.storage.open(key)).rejects.toThrow('is damaged');

  const repaired = await run('repair-files', 'backups');
  expect([repaired.code, repaired.stdout]).toEqual([0, expect.stringContaining('2 files restored from')]);
  expect(await readStored(key)).toEqual(Buffer.from(published.bytes));
  expect(await readStored(icon)).toHaveLength(50);
  expect(await readProblems(store.db)).toEqual({ damaged: 0, missing: 0, files: [] });
  // Another process repaired it, which this one learns within seconds.
  await expect
    .poll(
      () =>
        store.storage.open(key).then(
          (opened) => opened?.stream.destroy(),
          () => null,
        ),
      { timeout: 10_000 },
    )
    .not.toBeNull();

  const again = await run('repair-files', 'backups');
  expect([again.code, again.stdout]).toEqual([
    0,
    expect.stringContaining('No stored file is known to be damaged'),
  ]);
});

test('restores nothing from content that is damaged or missing in the backup', async () => {
  await store.rawStorage.put(key, Buffer.alloc(published.bytes.length));
  await verify();
  const content = join(folder, 'backups/files', published.sha256.slice(0, 2), published.sha256);
  await writeFile(content, Buffer.alloc(published.bytes.length));
  const ended = await run('repair-files', 'backups');
  expect([ended.code, ended.stdout]).toEqual([2, expect.stringContaining('1 file not restored:')]);
  expect(ended.stdout).toContain(`${key}: its content in the backup has other content`);
  await rm(content);
  expect((await run('repair-files', 'backups')).stdout).toContain('its content in the backup is missing');
  expect(await readProblems(store.db)).toMatchObject({ damaged: 1 });
  await store.rawStorage.put(key, Buffer.from(published.bytes));
  const right = await run('repair-files', 'backups');
  expect([right.code, right.stdout]).toEqual([
    0,
    expect.stringContaining('1 file right again without a backup.'),
  ]);
});

test('says that there is no backup', async () => {
  await rm(join(folder, 'backups'), { recursive: true });
  const ended = await run('repair-files', 'backups');
  expect([ended.code, ended.stdout]).toEqual([1, '']);
  expect(await readdir(folder)).toEqual([]);
});

test('doctor tells what is known, and --files reads everything with its progress', async () => {
  const content = async (...options: string[]) => {
    const { stdout, stderr } = await run('doctor', '--json', ...options);
    const { checks } = JSON.parse(stdout) as { checks: { name: string; status: string; message: string }[] };
    return { ...checks.find(({ name }) => name === 'content'), stderr };
  };
  expect(await content()).toMatchObject({
    status: 'ok',
    message: expect.stringContaining('none is known to be damaged'),
  });
  await store.rawStorage.put(key, Buffer.alloc(published.bytes.length));
  expect(await content()).toMatchObject({ status: 'ok' });
  expect(await content('--files')).toMatchObject({
    status: 'error',
    message: expect.stringContaining(`Stored files damaged: 1, missing: 0 (${key} damaged since`),
    fix: expect.stringContaining('repair-files DIR'),
    stderr: expect.stringMatching(/Verified 2 of 2 files/),
  });
  expect(await content()).toMatchObject({ status: 'error' });
  expect((await run('repair-files', 'backups')).code).toBe(0);
  await store.pool.query(`UPDATE file_checks SET checked_at = now() - interval '40 days'`);
  expect(await content()).toMatchObject({
    status: 'warning',
    message: expect.stringContaining('40.0 days ago'),
  });
  expect(await content('--files')).toMatchObject({ status: 'ok' });
});
