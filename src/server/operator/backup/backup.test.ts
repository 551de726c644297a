import { randomBytes } from 'node:crypto';
import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '#server/platform/config/config.ts';
import { openContext } from '#server/platform/context.ts';
import { enqueue } from '#server/platform/queue/enqueue.ts';
import { runOperatorCommand } from '#test/support/operator-command.ts';
import { createTestDatabase } from '#test/support/postgres.ts';
import { openSmallDisk } from '#test/support/small-disk.ts';
import { openTestStore, publishDirectly, type TestStore } from '#test/support/store.ts';
import { backUp } from './back-up.ts';
import { findBackup } from './backup-folder.ts';
import { describeFiles } from './describe-files.ts';
import { type BackupManifest, formatManifest, manifestPath, readBackupManifest } from './manifest.ts';
import { moveDatabase } from './move-database.ts';
import type { Report } from './report.ts';
import { restoreBackup } from './restore.ts';
import { openStoppedDatabase } from './stopped-database.ts';

let store: TestStore;
let folder: string;
let backups: string;
let published: Awaited<ReturnType<typeof publishDirectly>>;
beforeAll(async () => {
  store = await openTestStore();
  folder = await mkdtemp(join(tmpdir(), 'quayside-backup-'));
  backups = join(folder, 'backups');
  published = await publishDirectly(store, { applicationId: 'org.example.kept', versionCode: 1 });
  await addJobs(store);
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** Adds jobs in every state that a job can have. */
async function addJobs({ db, pool }: TestStore): Promise<void> {
  await enqueue(db, { name: 'remind-claims', payload: {} });
  await enqueue(db, {
    name: 'publish-scheduled',
    payload: { versionId: 'later' },
    runAt: new Date('2090-01-01'),
  });
  await enqueue(db, { name: 'send-outbox', payload: { channel: 'webhook' } });
  await enqueue(db, { name: 'remove-files', payload: { keys: ['packages/running'] } });
  await enqueue(db, { name: 'remove-files', payload: { keys: ['packages/given up'] } });
  await pool.query(
    `SELECT graphile_worker.add_job('rebuild-feeds', job_key := 'rebuild-feeds', flags := '{a,b}')`,
  );
  await pool.query(`
    UPDATE graphile_worker._private_jobs SET attempts = 1, locked_by = 'a dead worker', locked_at = now()
    WHERE payload::text LIKE '%running%'`);
  await pool.query(`
    UPDATE graphile_worker._private_jobs SET attempts = max_attempts, last_error = 'Disk\tfull\n\\N'
    WHERE payload::text LIKE '%given up%'`);
}

const JOBS = `
  SELECT task_identifier, queue_name, run_at, attempts, max_attempts, last_error, key, priority, flags
  FROM graphile_worker.jobs ORDER BY id`;

const backUpWithCode = (directory = backups, keep: number | null = null) =>
  backUp({ ...store.config, secret: store.secret }, { directory, keep });

const backUpStore = async (directory?: string, keep?: number | null) =>
  (await backUpWithCode(directory, keep)).output;

interface Place {
  readonly databaseUrl?: string;
  readonly dataDir?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** Returns the configuration of an empty place. */
async function emptyPlace({ databaseUrl, dataDir, env }: Place = {}) {
  return readConfig({
    DATABASE_URL: databaseUrl ?? (await createTestDatabase()),
    DATA_DIR: dataDir ?? (await mkdtemp(join(folder, 'place-'))),
    LOG_LEVEL: 'silent',
    ...env,
  });
}

interface Restoring {
  readonly path?: string;
  readonly isReplacing?: boolean;
  readonly ask?: () => Promise<string>;
}

async function restore(config: Awaited<ReturnType<typeof emptyPlace>>, options: Restoring = {}) {
  return restoreBackup(config, {
    path: backups,
    isReplacing: false,
    isDryRun: false,
    ask: async () => 'Quayside',
    ...options,
  });
}

test('a backup is restored into another database and storage with every row, job and file', async () => {
  expect(await backUpStore()).toContain('files: 1 (1,000 bytes), 1 of them copied now');
  const config = await emptyPlace();
  expect(await restore(config)).toContain('1 files and the secret');
  await using restored = await openContext(config);
  expect(restored.secret).toBe(store.secret);
  const opened = await restored.storage.open(`packages/${published.versionId}`);
  expect(Buffer.concat(await Array.fromAsync(opened?.stream ?? []))).toEqual(Buffer.from(published.bytes));
  const jobs = (await store.pool.query(JOBS)).rows;
  expect(jobs).toHaveLength(6);
  expect((await restored.pool.query(JOBS)).rows).toEqual(jobs);
  const next = `SELECT nextval('audit_events_id_seq')::int AS id`;
  expect((await restored.pool.query(next)).rows).toEqual((await store.pool.query(next)).rows);
});

test('an unfinished upload continues after a restore', async () => {
  const directory = join(folder, 'unfinished');
  const { versionId, bytes } = await publishDirectly(store, {
    applicationId: 'org.example.kept',
    versionCode: 3,
  });
  const key = `uploads/${versionId}`;
  await store.storage.move(`packages/${versionId}`, key);
  await store.pool.query(`UPDATE versions SET status = 'uploading' WHERE id = $1`, [versionId]);
  await backUpStore(directory);
  const config = await emptyPlace();
  await restore(config, { path: directory });
  await store.storage.delete(key);
  await store.pool.query('DELETE FROM versions WHERE id = $1', [versionId]);
  await using restored = await openContext(config);
  const rest = Readable.from([Buffer.from('rest')]);
  expect(await restored.storage.append(key, bytes.length, rest)).toBe(bytes.length + 4);
  const opened = await restored.storage.open(key);
  expect(Buffer.concat(await Array.fromAsync(opened?.stream ?? []))).toEqual(
    Buffer.concat([bytes, Buffer.from('rest')]),
  );
});

test('the next backup copies only new files, and --keep deletes old ones with their content', async () => {
  const directory = join(folder, 'kept');
  await backUpStore(directory);
  const next = await publishDirectly(store, { applicationId: 'org.example.kept', versionCode: 2 });
  const [first = ''] = await readdir(join(directory, 'files'));
  await rm(join(directory, 'files', first), { recursive: true });
  // One is new, and one was lost from the backup.
  expect(await backUpStore(directory)).toContain('2 of them copied now');
  await store.storage.delete(`packages/${next.versionId}`);
  await store.pool.query('DELETE FROM versions WHERE id = $1', [next.versionId]);
  expect(await backUpStore(directory, 1)).toContain(
    '0 of them copied now\n  secret\nDeleted 2 older backups.',
  );
  expect((await readdir(directory)).filter((name) => /^\d/.test(name))).toHaveLength(1);
  expect(
    (await readdir(join(directory, 'files'), { recursive: true })).filter((name) => name.length > 64),
  ).toEqual([`${published.sha256.slice(0, 2)}/${published.sha256}`]);
  expect(await restore(await emptyPlace(), { path: directory })).toContain('1 files');
});

test('a backup is private', async () => {
  await backUpStore();
  const entries = await readdir(backups, { recursive: true, withFileTypes: true });
  const open = await Promise.all(
    entries.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).mode & 0o077),
  );
  expect(open.length).toBeGreaterThan(50);
  expect(open.every((mode) => mode === 0)).toBe(true);
});

describe('is rejected, and nothing is restored:', () => {
  const damages: readonly [string, (backup: string) => Promise<unknown>, string][] = [
    [
      'a truncated file',
      (backup) => truncate(contentOf(backup), 10),
      `files/${'SHA'} (packages/ID) has 10 bytes instead of 1000`,
    ],
    ['a missing file', (backup) => rm(contentOf(backup)), 'files/SHA (packages/ID) is missing'],
    [
      'an altered file',
      (backup) => writeFile(contentOf(backup), Buffer.alloc(1000)),
      'files/SHA (packages/ID) has other content',
    ],
    [
      'an altered dump',
      (backup) => appendFile(join(backup, 'database/users.copy.gz'), 'x'),
      'database/users.copy.gz has ',
    ],
    [
      'another secret',
      (backup) => writeFile(join(backup, 'secret'), `${'x'.repeat(64)}\n`),
      'secret has other content',
    ],
    ['a shortened list', (backup) => truncate(join(backup, 'files.jsonl'), 5), 'files.jsonl has 5 bytes'],
    [
      'an altered manifest',
      async (backup) => {
        const text = await readFile(manifestPath(backup), 'utf8');
        await writeFile(manifestPath(backup), text.replace('"count": 1', '"count": 2'));
      },
      'manifest.json is altered or damaged',
    ],
    ['no manifest', (backup) => rm(manifestPath(backup)), 'has no manifest.json, so it isn’t a whole backup'],
    [
      'a newer format',
      (backup) => changeManifest(backup, (manifest) => ({ ...manifest, format: 3, version: '9.1.0' })),
      'made by a newer Quayside (9.1.0)',
    ],
    [
      'newer tables',
      (backup) =>
        changeManifest(backup, ({ database, ...manifest }) => ({
          ...manifest,
          version: '9.1.0',
          database: { ...database, migrations: [...database.migrations, 9_999_999_999_999] },
        })),
      'made by a newer Quayside (9.1.0)',
    ],
    [
      'an interrupted backup',
      (backup) => rename(backup, join(backup, '../unfinished-1')),
      'that was interrupted',
    ],
    ['no backup', (backup) => rm(backup, { recursive: true }), 'has no backup'],
  ];

  const contentOf = (backup: string) =>
    join(backup, '../files', published.sha256.slice(0, 2), published.sha256);

  const changeManifest = async (backup: string, change: (manifest: BackupManifest) => object) => {
    const changed = change(await readBackupManifest(backup)) as Omit<BackupManifest, 'format'>;
    await writeFile(manifestPath(backup), formatManifest(changed));
  };

  test.each(damages)('%s', async (_, damage, reason) => {
    const copy = await mkdtemp(join(folder, 'damaged-'));
    const directory = join(folder, 'whole');
    if (!(await stat(directory).catch(() => null))) await backUpStore(directory);
    await cp(directory, copy, { recursive: true });
    await damage(await findBackup(copy));
    const place = { databaseUrl: 'postgresql://localhost:1/none', dataDir: join(folder, 'untouched') };
    const { sha256, versionId } = published;
    await expect(restore(await emptyPlace(place), { path: copy })).rejects.toThrow(
      reason.replace('SHA', `${sha256.slice(0, 2)}/${sha256}`).replace('ID', versionId),
    );
    expect(await stat(place.dataDir).catch(() => null)).toBeNull();
  });
});

describe('a store that is there', () => {
  test('is only replaced when its name was typed, and an interrupted restore is repeated without', async () => {
    const directory = join(folder, 'replacing');
    await backUpStore(directory);
    const taken = await emptyPlace();
    await using other = await openContext(taken);
    await publishDirectly(other, { applicationId: 'org.example.other', versionCode: 1 });
    await other[Symbol.asyncDispose]();
    const present = 'rows in the database, files in the storage, a secret in DATA_DIR';
    await expect(restore(taken, { path: directory })).rejects.toThrow(present);
    const replacing = { path: directory, isReplacing: true, ask: async () => 'Another' };
    await expect(restore(taken, replacing)).rejects.toThrow('Nothing was replaced');

    const content = join(directory, 'files', published.sha256.slice(0, 2), published.sha256);
    const losing = async () => {
      await rename(content, `${content}.lost`);
      return 'Quayside';
    };
    await expect(restore(taken, { ...replacing, ask: losing })).rejects.toThrow('ENOENT');
    await expect(openContext(taken)).rejects.toThrow('the restore was interrupted');
    const otherServer = await emptyPlace({ databaseUrl: taken.databaseUrl ?? '' });
    await expect(openContext(otherServer)).rejects.toThrow('restored into the database');
    await expect(backUp(otherServer, { directory, keep: null })).rejects.toThrow(
      'restored into the database',
    );
    await expect(moveDatabase(otherServer, await createTestDatabase())).rejects.toThrow('was interrupted');
    await rename(`${content}.lost`, content);
    const elsewhere = { ...taken, databaseUrl: await createTestDatabase() };
    await expect(restore(elsewhere, { path: directory })).rejects.toThrow('There is something already');
    await restore(taken, { path: directory });
    await using restored = await openContext(taken);
    const { rows } = await restored.pool.query('SELECT application_id FROM apps');
    expect(rows).toEqual([{ application_id: 'org.example.kept' }]);
  });

  test('is not touched while a server uses it', async () => {
    const config = await emptyPlace({ databaseUrl: store.config.databaseUrl ?? '' });
    await expect(restore(config, { isReplacing: true })).rejects.toThrow(
      'A Quayside server is connected to the database.',
    );
  });

  test('has no server that starts while a command replaces it', async () => {
    const config = await emptyPlace();
    {
      await using _ = await openStoppedDatabase(config);
      await expect(openContext(config)).rejects.toThrow('Another command, restore or move-database');
      await expect(openStoppedDatabase(config)).rejects.toThrow('Another command, restore or move-database');
    }
    await using _ = await openContext(config);
  });

  test('keeps its own SECRET', async () => {
    await backUpStore();
    const config = await emptyPlace({ env: { SECRET: 'another secret of at least 32 characters' } });
    await expect(restore(config)).rejects.toThrow('SECRET isn’t the secret of the backup');
  });
});

test('a full disk leaves earlier backups intact and nothing else', async () => {
  await using disk = await openSmallDisk(4);
  const directory = join(disk.path, 'backups');
  await backUpStore(directory);
  const before = await readdir(directory);
  const large = { applicationId: 'org.example.kept', versionCode: 3, bytes: randomBytes(300_000) };
  const { versionId } = await publishDirectly(store, large);
  await disk.fill(200_000);
  await expect(backUpStore(directory)).rejects.toThrow(`The disk of ${directory} is full.`);
  expect(await readdir(directory)).toEqual(before);
  await disk.empty();
  await store.storage.delete(`packages/${versionId}`);
  await store.pool.query('DELETE FROM versions WHERE id = $1', [versionId]);
  expect(await restore(await emptyPlace(), { path: directory })).toContain('1 files');
});

test('a folder that can’t be used is named', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  await expect(backUpStore(join(file, 'below'))).rejects.toThrow(`${join(file, 'below')} can’t be created`);
});

test('rejects a folder inside the store, also through a link, and makes nothing there', async () => {
  const { dataDir } = store.config;
  const link = join(folder, 'link');
  await symlink(join(dataDir, 'storage'), link);
  const elsewhere = join(folder, 'elsewhere');
  await mkdir(elsewhere);
  await symlink(join(dataDir, 'storage'), join(elsewhere, 'files'));
  const rejected: readonly [string, string][] = [
    [join(dataDir, 'storage'), 'is inside the storage'],
    [join(dataDir, 'storage/objects/backups'), 'is inside the storage'],
    [join(link, 'deeply/below'), 'is inside the storage'],
    [elsewhere, 'is inside the storage'],
    [join(dataDir, 'postgresql/backups'), 'is inside the embedded database'],
    [join(dataDir, 'outbox'), 'is inside the folder of emails'],
    [join(dataDir, 'trial/x'), 'is inside the folder of temporary databases'],
    [dataDir, 'is DATA_DIR itself'],
  ];
  for (const [directory, reason] of rejected)
    await expect(backUpStore(directory)).rejects.toThrow(`${directory} ${reason}`);
  const made = (await readdir(dataDir, { recursive: true })).filter((name) => /backup|deeply/.test(name));
  expect([made, await readdir(elsewhere)]).toEqual([[], ['files']]);
});

describe('files that the database names', () => {
  /** Reports what a backup says of the version's file, and what a dry run and a restore say of the backup. */
  async function report(directory: string) {
    const { output, exitCode } = await backUpWithCode(directory);
    const { isComplete, files } = await readBackupManifest(await findBackup(directory));
    const options = { path: directory, isReplacing: false, ask: async () => '' };
    const tried = await restoreBackup(await emptyPlace(), { ...options, isDryRun: true });
    const restored = await restoreBackup(await emptyPlace(), { ...options, isDryRun: false });
    return { output, exitCode, isComplete, files, tried: tried as Report, restored };
  }

  const publishKept = async (versionCode: number) => {
    const kept = await publishDirectly(store, { applicationId: 'org.example.kept', versionCode });
    const remove = () => store.pool.query('DELETE FROM versions WHERE id = $1', [kept.versionId]);
    return { ...kept, key: `packages/${kept.versionId}`, remove };
  };

  test('and the storage has lost make the backup incomplete, which everything says', async () => {
    const { key, remove } = await publishKept(9);
    await store.storage.delete(key);
    const { output, exitCode, isComplete, files, tried, restored } = await report(join(folder, 'lost'));
    expect([exitCode, isComplete, files.missing]).toEqual([2, false, { count: 1, named: [key] }]);
    expect(output).toContain(`1 file is missing from the storage, so also from this backup:\n  - ${key}\n`);
    expect(output).toContain('The backup isn’t complete.');
    const ended = await runOperatorCommand(store, ['backup', join(folder, 'lost')], {});
    expect([ended.code, ended.stdout, ended.stderr]).toEqual([2, expect.stringContaining(key), '']);
    expect(tried.exitCode).toBe(2);
    expect(tried.output).toContain('isn’t complete');
    expect(tried.output).toContain(key);
    expect(restored).toContain(`the store had already lost them before the backup:\n  - ${key}`);
    await remove();
  });

  test('and that are damaged make it incomplete, until they are as they were', async () => {
    const { key, bytes, remove } = await publishKept(10);
    const flipped = Buffer.from(bytes);
    flipped[500] = (flipped[500] ?? 0) ^ 1;
    await store.storage.put(key, flipped);
    const directory = join(folder, 'damaged');
    const { output, exitCode, isComplete, files, tried, restored } = await report(directory);
    expect([exitCode, isComplete, files.damaged]).toEqual([2, false, { count: 1, named: [key] }]);
    expect(output).toContain(`1 file is damaged in the storage, so also in this backup:\n  - ${key}\n`);
    expect([tried.exitCode, tried.output]).toEqual([2, expect.stringContaining(key)]);
    expect(restored).toContain(`damaged: the store had them so before the backup:\n  - ${key}`);
    await store.storage.put(key, bytes);
    const mended = await report(directory);
    expect([mended.exitCode, mended.isComplete, mended.tried.exitCode]).toEqual([0, true, 0]);
    await remove();
  });

  test('and that are damaged or lost are taken from an earlier backup', async () => {
    const [damaged, lost] = [await publishKept(11), await publishKept(12)];
    const directory = join(folder, 'kept-from-earlier');
    expect((await backUpWithCode(directory)).exitCode).toBe(0);
    await store.storage.put(damaged.key, Buffer.alloc(1000));
    await store.storage.delete(lost.key);
    const { output, exitCode, isComplete } = await report(directory);
    expect([exitCode, isComplete]).toEqual([2, true]);
    expect(output).toContain(
      '2 files are missing or damaged in the storage, but an earlier backup has them, and so this one:',
    );
    const place = await emptyPlace();
    // The earlier backup goes, and the content stays.
    await backUpWithCode(directory, 1);
    await restore(place, { path: directory });
    await using restored = await openContext(place);
    for (const { key, bytes } of [damaged, lost]) {
      const opened = await restored.storage.open(key);
      expect(Buffer.concat(await Array.fromAsync(opened?.stream ?? []))).toEqual(Buffer.from(bytes));
    }
    for (const { key, remove } of [damaged, lost]) {
      await store.storage.delete(key);
      await remove();
    }
  });

  test('are listed up to a limit', () => {
    const named = Array.from({ length: 1_000 }, (_, index) => `packages/${index}`);
    const lines = describeFiles({ count: 12_345, named }, 'missing');
    expect(lines).toHaveLength(22);
    expect([lines[0], lines.at(-1)]).toEqual(['12,345 files are missing:', '  - and 12,325 more']);
  });
});
