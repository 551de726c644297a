import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig, Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backUp } from '#server/operator/backup/back-up.ts';
import { moveDatabase } from '#server/operator/backup/move-database.ts';
import { restoreBackup } from '#server/operator/backup/restore.ts';
import { type Config, readConfig } from '#server/platform/config/config.ts';
import { openContext } from '#server/platform/context.ts';
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts';
import { readPostmasterPid } from '#server/platform/db/embedded/postmaster.ts';
import { createLog } from '#server/platform/log/log.ts';
import { lockDataDirectory } from '#server/platform/process/data-lock.ts';
import { publishDirectly } from '#test/support/store.ts';
import { wearRows } from '#test/support/wear-rows.ts';
import { killIfRunning, POSTGRES_VERSIONS, startPostgresOfVersion } from './postgres-versions.ts';

/** Settings by which a server writes values in other words than the embedded one. */
const FORMATS = [
  'timezone=Asia/Kolkata',
  'datestyle=German',
  'intervalstyle=sql_standard',
  'bytea_output=escape',
  'extra_float_digits=-3',
];

let folder: string;
let origin: Config;
let appId: string;
/** Backups of the embedded store after updates, a crash and VACUUM. */
let backups: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quayside-versions-'));
  backups = join(folder, 'backups');
  origin = await place();
  {
    await using context = await openContext(origin);
    ({ appId } = await publishDirectly(context, { applicationId: 'org.example.worn', versionCode: 1 }));
  }
  await onEmbedded(origin, (connection) =>
    wear(connection, { prefix: 'a', crash: () => crashEmbedded(origin, connection) }),
  );
  await backUp(origin, { directory: backups, keep: null });
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

async function place(databaseUrl?: string): Promise<Config> {
  const dataDir = await mkdtemp(join(folder, 'data-'));
  return readConfig({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  });
}

/** Runs the embedded database of a stopped store. */
async function onEmbedded<Result>({ dataDir }: Config, use: (connection: ClientConfig) => Promise<Result>) {
  using _ = await lockDataDirectory(dataDir);
  await using database = await startEmbedded(dataDir, createLog('silent'));
  return await use(database.connection);
}

async function crashEmbedded({ dataDir }: Config, connection: ClientConfig): Promise<void> {
  killIfRunning(await readPostmasterPid(join(dataDir, 'postgresql')));
  await sleep(200);
  while (!(await isUp(connection))) await sleep(100);
}

async function isUp(connection: ClientConfig): Promise<boolean> {
  const client = new Client(connection);
  client.on('error', () => {});
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}

interface Wearing {
  readonly prefix: string;
  /** Crashes the database while it writes. */
  readonly crash: () => Promise<void>;
}

/** Writes, updates, deletes and vacuums, with a crash in between that interrupts an update. */
async function wear(connection: ClientConfig, { prefix, crash }: Wearing): Promise<void> {
  const pool = new Pool({ ...connection, max: 2 });
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}));
  await wearRows(pool, appId, prefix);
  const updating = pool
    .query(
      `UPDATE app_listings SET revision = revision + 1, updated_by_uid = updated_by_uid || pg_sleep(0.001)::text`,
    )
    .catch(() => {});
  await crash();
  await updating;
  await wearRows(pool, appId, `${prefix}-after`);
  await pool.query('UPDATE app_listings SET revision = revision + 1 WHERE length(texts::text) % 3 = 0');
  await pool.query('VACUUM');
  await pool.end();
}

/** Returns a hash of the sorted rows of each table, computed by PostgreSQL; a restore changes `installation`. */
async function readContent(connection: ClientConfig): Promise<Record<string, string>> {
  const client = new Client(connection);
  await client.connect();
  await client.query(`
    SET TimeZone = 'UTC'; SET DateStyle = 'ISO'; SET IntervalStyle = 'iso_8601'; SET bytea_output = 'hex';
    SET extra_float_digits = 1`);
  const { rows } = await client.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'installation'`,
  );
  const content: Record<string, string> = {};
  for (const { name } of rows) {
    const hashed = await client.query(
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(line, E'\\n' ORDER BY line COLLATE "C")), '') AS hash
       FROM (SELECT t::text AS line FROM ${client.escapeIdentifier(name)} t) AS lines`,
    );
    content[name] = hashed.rows[0].hash;
  }
  await client.end();
  return content;
}

const restore = (config: Config, path: string, isDryRun = false) =>
  restoreBackup(config, { path, isReplacing: false, isDryRun, ask: async () => '' });

test.each(POSTGRES_VERSIONS)(
  'a worn store goes to PostgreSQL %i and back, by backups and by moves',
  async (version) => {
    await using server = await startPostgresOfVersion(version, FORMATS);
    const external = await place(await server.createDatabase());
    const connection = { connectionString: external.databaseUrl ?? '' };
    const tried = await restore(external, backups, true);
    expect(tried).toMatchObject({ exitCode: 0, output: expect.stringContaining('can be restored') });
    expect(tried).not.toMatchObject({ output: expect.stringContaining('embedded') });
    await restore(external, backups);
    const restored = await readContent(connection);
    expect(restored).toEqual(await onEmbedded(origin, readContent));
    expect(Number(restored.app_listings?.split(' ')[0])).toBeGreaterThan(10_000);

    await wear(connection, { prefix: 'b', crash: () => server.crash() });
    const worn = await readContent(connection);
    expect(worn.app_listings).not.toBe(restored.app_listings);
    const directory = join(folder, `backups-${version}`);
    await mkdir(directory);
    expect((await backUp(external, { directory, keep: null })).exitCode).toBe(0);
    const embedded = await place();
    await restore(embedded, directory);
    expect(await onEmbedded(embedded, readContent)).toEqual(worn);

    expect(await moveDatabase(external, null)).toContain('Unset DATABASE_URL');
    const moved = { ...external, databaseUrl: null };
    await onEmbedded(moved, (of) => wear(of, { prefix: 'c', crash: () => crashEmbedded(moved, of) }));
    const wornAgain = await onEmbedded(moved, readContent);
    const address = await server.createDatabase();
    expect(await moveDatabase(moved, address)).toContain('Set DATABASE_URL');
    expect(await readContent({ connectionString: address })).toEqual(wornAgain);
    expect((await readdir(external.dataDir)).filter((name) => /^(moving|trial)/.test(name))).toEqual([]);
  },
  600_000,
);
