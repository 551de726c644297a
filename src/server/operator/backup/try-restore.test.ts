import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cp, lstat, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Config, readConfig } from '#server/platform/config/config.ts';
import { runWithEnvironment } from '#test/support/operator-command.ts';
import { createTestDatabase, createTestRole } from '#test/support/postgres.ts';
import { programArguments } from '#test/support/programs.ts';
import { openReadOnlyDisk } from '#test/support/read-only-disk.ts';
import { openTestStore, publishDirectly, type TestStore } from '#test/support/store.ts';
import { wearRows } from '#test/support/wear-rows.ts';
import { backUp } from './back-up.ts';
import { findBackup, partsOf } from './backup-folder.ts';
import { type BackupManifest, formatManifest, manifestPath, readBackupManifest } from './manifest.ts';
import type { Report } from './report.ts';
import { restoreBackup } from './restore.ts';
import { findStorageProblem } from './storage-problem.ts';

let store: TestStore;
let folder: string;
let backups: string;
beforeAll(async () => {
  store = await openTestStore();
  folder = await mkdtemp(join(tmpdir(), 'quayside-trials-'));
  backups = join(folder, 'backups');
  const { appId } = await publishDirectly(store, { applicationId: 'org.example.tried', versionCode: 1 });
  await wearRows(store.pool, appId);
  await backUp(store.config, { directory: backups, keep: null });
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

async function query(databaseUrl: string, statement: string) {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

const place = (databaseUrl: string | undefined, dataDir: string) =>
  readConfig({ ...(databaseUrl && { DATABASE_URL: databaseUrl }), DATA_DIR: dataDir, LOG_LEVEL: 'silent' });

async function tryRestoring(config: Config, path = backups): Promise<Report> {
  const options = { path, isReplacing: false, isDryRun: true, ask: async () => '' };
  return (await restoreBackup(config, options)) as Report;
}

/** Makes the first file of a backup's list a terabyte large, and returns the list's path. */
async function growFirst(copy: string): Promise<string> {
  const { fileList } = partsOf(await findBackup(copy));
  const [first = '', ...others] = (await readFile(fileList, 'utf8')).split('\n');
  await writeFile(fileList, [JSON.stringify({ ...JSON.parse(first), size: 2 ** 40 }), ...others].join('\n'));
  return fileList;
}

const findTrials = async (databaseUrl: string) =>
  query(
    databaseUrl,
    `SELECT datname FROM pg_database
     WHERE datname = 'quayside_trial_' || (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );

describe('a dry run', () => {
  test('loads the backup beside the store’s database, also while it runs, and leaves nothing', async () => {
    const { config } = store;
    const before = await readdir(config.dataDir);
    const { output, exitCode } = await tryRestoring(config);
    expect(exitCode).toBe(0);
    expect(output).toMatch(/is complete and can be restored: .* rows were loaded into a temporary database/);
    expect(output).not.toContain('embedded');
    expect([await findTrials(config.databaseUrl ?? ''), await readdir(config.dataDir)]).toEqual([[], before]);
  });

  test('uses an embedded database without the right to create one, says so, and leaves nothing', async () => {
    const databaseUrl = await createTestDatabase();
    const { address, role } = await createTestRole(databaseUrl);
    await query(
      databaseUrl,
      `DROP SCHEMA drizzle, graphile_worker, public CASCADE;
      CREATE SCHEMA public; GRANT ALL ON SCHEMA public TO ${role};
      CREATE EXTENSION pg_trgm; CREATE SCHEMA drizzle; CREATE SCHEMA graphile_worker`,
    );
    const dataDir = join(folder, 'unmade');
    const { output, exitCode } = await tryRestoring(place(address, dataDir));
    expect([exitCode, output]).toEqual([
      0,
      expect.stringContaining(
        'could not be made (permission denied to create database), so a temporary embedded one was used.',
      ),
    ]);
    expect(await lstat(dataDir).catch(() => null)).toBeNull();
  });

  test('says when it can make no database, and ends with another exit code', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    const { output, exitCode } = await tryRestoring(
      place('postgresql://localhost:1/none', join(file, 'data')),
    );
    expect(exitCode).toBe(1);
    expect(output).toContain('the rows were not loaded into a temporary database');
  });

  test('says when the storage has too little space for the files', async () => {
    await using disk = await openReadOnlyDisk();
    const storage = readConfig({ STORAGE_URL: pathToFileURL(join(disk.path, 'files')).href }).storage;
    const config = { ...store.config, storage };
    expect((await tryRestoring(config)).exitCode).toBe(0);
    const backup = await findBackup(backups);
    const copy = await mkdtemp(join(folder, 'large-'));
    await cp(backup, join(copy, basename(backup)), { recursive: true });
    expect(await findStorageProblem(config, await growFirst(copy))).toMatch(
      /has too little space: a restore needs 1,048,57\d MiB more, and [\d,]+ MiB are free\.$/,
    );
  });

  test('says when the storage can’t be written to, and leaves nothing', async () => {
    await using disk = await openReadOnlyDisk();
    await mkdir(join(disk.path, 'store'));
    const storage = readConfig({ STORAGE_URL: pathToFileURL(join(disk.path, 'store/files')).href }).storage;
    await disk.setReadOnly(true);
    const { output, exitCode } = await tryRestoring({ ...store.config, storage });
    expect([exitCode, output]).toEqual([
      2,
      expect.stringMatching(/But not here yet. The storage .*\/store\/files can’t be written to/),
    ]);
    expect(await readdir(join(disk.path, 'store'))).toEqual([]);
    await disk.setReadOnly(false);
  });

  test('needs the secret that a restore needs', async () => {
    const config = { ...store.config, secret: 'another secret of at least 32 characters' };
    await expect(tryRestoring(config)).rejects.toThrow('SECRET isn’t the secret of the backup');
  });
});

describe('a dry run finds what hashes of files don’t show:', () => {
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  const describeBytes = (bytes: Uint8Array) => ({ size: bytes.length, sha256: sha256(bytes) });

  /** Makes a copy of the backup whose manifest fits to what was changed. */
  async function alter(change: (backup: string, manifest: BackupManifest) => Promise<object>) {
    const copy = await mkdtemp(join(folder, 'altered-'));
    await cp(backups, copy, { recursive: true });
    const backup = await findBackup(copy);
    const manifest = await change(backup, await readBackupManifest(backup));
    await writeFile(manifestPath(backup), formatManifest(manifest as Omit<BackupManifest, 'format'>));
    return copy;
  }

  /** Replaces the rows of a table. */
  const changeRows = (table: string, change: (rows: string) => string) =>
    alter(async (backup, { database, ...rest }) => {
      const path = join(backup, `database/${table}.copy.gz`);
      const bytes = gzipSync(change(gunzipSync(await readFile(path)).toString()));
      await writeFile(path, bytes);
      const tables = database.tables.map((one) =>
        one.name === table ? { ...one, file: describeBytes(bytes) } : one,
      );
      return { ...rest, database: { ...database, tables } };
    });

  test.each([
    ['a row that another one needs', 'users', () => '', 'violates foreign key constraint'],
    [
      'rows that PostgreSQL can’t read',
      'versions',
      (rows: string) => rows.replace('\t', ''),
      'can’t be written',
    ],
    [
      'other rows than were dumped',
      'app_listings',
      (rows: string) => rows.replace('worn', 'torn'),
      'wrote other rows',
    ],
  ])('%s', async (_, table, change, reason) => {
    const { config } = store;
    await expect(tryRestoring(config, await changeRows(table, change))).rejects.toThrow(reason);
    expect(await findTrials(config.databaseUrl ?? '')).toEqual([]);
  });

  test('a secret that decrypts nothing', async () => {
    const copy = await alter(async (backup, manifest) => {
      const secret = Buffer.from(`${'x'.repeat(64)}\n`);
      await writeFile(join(backup, 'secret'), secret);
      return { ...manifest, secret: describeBytes(secret) };
    });
    await expect(tryRestoring({ ...store.config, secret: null }, copy)).rejects.toThrow(
      "isn't the secret that this database's data is encrypted with",
    );
  });

  test('a damaged file in a backup of an earlier version, which compared none', async () => {
    const copy = await alter(async (backup, { files, ...rest }) => {
      const [line = ''] = (await readFile(join(backup, 'files.jsonl'), 'utf8')).split('\n');
      const content = Buffer.alloc(1000);
      const file = { ...JSON.parse(line), sha256: sha256(content) };
      const shard = join(backup, '../files', file.sha256.slice(0, 2));
      await mkdir(shard, { recursive: true });
      await writeFile(join(shard, file.sha256), content);
      const list = Buffer.from(`${JSON.stringify(file)}\n`);
      await writeFile(join(backup, 'files.jsonl'), list);
      return { ...rest, files: { ...files, list: describeBytes(list) } };
    });
    const { output, exitCode } = await tryRestoring(store.config, copy);
    expect([exitCode, output]).toEqual([2, expect.stringContaining('1 file is damaged')]);
  });
});

describe('a dry run that is killed', () => {
  /** Starts one, and kills it as soon as `isHalfway`. */
  async function kill(env: NodeJS.ProcessEnv, isHalfway: () => Promise<boolean>): Promise<void> {
    const command = [...programArguments('admin'), 'restore', backups, '--dry-run'];
    const child = spawn(process.execPath, command, { env, stdio: 'ignore' });
    const ended = once(child, 'exit');
    while (child.exitCode === null && !(await isHalfway())) await sleep(20);
    child.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
  }

  test('leaves a database that the next one names and removes', async () => {
    const databaseUrl = await createTestDatabase();
    const env = { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'killed'), LOG_LEVEL: 'fatal' };
    await kill(env, async () => (await findTrials(databaseUrl)).length > 0);
    const [left] = (await findTrials(databaseUrl)) as [{ datname: string }];
    // The connection of the killed process holds the lock until the database notices its end.
    await expect
      .poll(async () => (await runWithEnvironment(['restore', backups, '--dry-run'], env)).stdout)
      .toContain(`Removed the database ${left.datname}, which an interrupted trial had left.`);
    expect(await findTrials(databaseUrl)).toEqual([]);
  });

  test('leaves an embedded database that the next one names and removes', async () => {
    const dataDir = join(folder, 'killed-embedded');
    const cluster = join(dataDir, 'trial/postgresql');
    const env = { DATA_DIR: dataDir, LOG_LEVEL: 'fatal' };
    await kill(env, async () => (await lstat(join(cluster, 'postmaster.pid')).catch(() => null)) !== null);
    expect(await lstat(cluster).catch(() => null)).not.toBeNull();
    const next = await runWithEnvironment(['restore', backups, '--dry-run'], env);
    expect([next.code, next.stdout]).toEqual([
      0,
      expect.stringContaining(
        `Removed the database in ${join(dataDir, 'trial')}, which an interrupted trial`,
      ),
    ]);
    expect(await lstat(join(dataDir, 'trial')).catch(() => null)).toBeNull();
  });
});
