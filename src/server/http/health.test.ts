import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createTestDatabase } from '#test/support/postgres.ts';
import { openSmallDisk } from '#test/support/small-disk.ts';
import { hasFeedProblem } from '../feeds/rebuild/status.ts';
import { readConfig } from '../platform/config/config.ts';
import { type Database, openDatabase } from '../platform/db/open.ts';
import { createLog } from '../platform/log/log.ts';
import { correctMisdatedWork } from '../platform/queue/misdated-work.ts';
import { retryFailedJobs } from '../platform/queue/retry-jobs.ts';
import { openDiskStorage } from '../platform/storage/disk.ts';
import { openDiskSpace } from '../platform/storage/space.ts';
import { createHealth } from './health.ts';

const log = createLog('silent');
const RESERVE = 1000;
const WELL = {
  database: 'ok',
  storage: 'ok',
  disk: 'ok',
  files: 'ok',
  jobs: 'ok',
  settings: 'ok',
  feed: 'ok',
};

let directory: string;
let database: Database;
let freeBytes: number;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'quayside-health-'));
  database = await openDatabase(readConfig({ DATABASE_URL: await createTestDatabase() }), log);
  freeBytes = RESERVE;
});
afterEach(async () => {
  await database[Symbol.asyncDispose]();
  await rm(directory, { recursive: true, force: true });
});

async function openHealth(storageDirectory = directory, onCheck = () => {}) {
  const disk = await openDiskStorage(storageDirectory);
  const storage = {
    ...disk,
    check: () => {
      onCheck();
      return disk.check();
    },
  };
  const space = await openDiskSpace({
    directories: { storage: storageDirectory },
    reserveBytes: RESERVE,
    log,
    readFileSystem: async () => ({ freeBytes, totalBytes: 10_000 }),
  });
  const { routes: health } = createHealth({ ...database, storage, space, log }, hasFeedProblem);
  return async (path = 'readyz') => {
    const response = await health.request(`/${path}`);
    return [response.status, await response.json()];
  };
}

it('is alive and ready', async () => {
  const ask = await openHealth();
  expect(await ask('healthz')).toEqual([200, { status: 'ok' }]);
  expect(await ask()).toEqual([200, { status: 'ok', parts: WELL }]);
});

it('names the storage when it is down, without details', async () => {
  const ask = await openHealth();
  await rm(directory, { recursive: true });
  expect(await ask()).toEqual([503, { status: 'unavailable', parts: { ...WELL, storage: 'unavailable' } }]);
  expect((await ask('healthz'))[0]).toBe(200);
});

it('checks the storage once for all requests within five seconds', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const onCheck = vi.fn<() => void>();
  const ask = await openHealth(directory, onCheck);
  await Promise.all([ask(), ask()]);
  vi.advanceTimersByTime(4_999);
  expect((await ask())[0]).toBe(200);
  expect(onCheck).toHaveBeenCalledTimes(1);
  await rm(directory, { recursive: true });
  vi.advanceTimersByTime(1);
  expect((await ask())[0]).toBe(503);
  expect(onCheck).toHaveBeenCalledTimes(2);
});

it('names the database when it does not respond in time', async () => {
  const ask = await openHealth();
  const busy = await Promise.all(Array.from({ length: 20 }, () => database.pool.connect()));
  const unknown = { files: 'unknown', jobs: 'unknown', settings: 'unknown', feed: 'unknown' };
  const parts = { ...WELL, database: 'unavailable', ...unknown };
  expect(await ask()).toEqual([503, { status: 'unavailable', parts }]);
  for (const client of busy) client.release();
});

it('stays in service with low disk space, and reports it', async () => {
  const ask = await openHealth();
  freeBytes = RESERVE - 1;
  expect(await ask()).toEqual([200, { status: 'degraded', parts: { ...WELL, disk: 'degraded' } }]);
  freeBytes = RESERVE;
  expect(await ask()).toEqual([200, { status: 'ok', parts: WELL }]);
});

it('reports damaged and missing files, and stays in service', async () => {
  const ask = await openHealth();
  await database.pool.query(
    "INSERT INTO file_checks (key, problem, since) VALUES ('packages/x', 'damaged', now())",
  );
  expect(await ask()).toEqual([200, { status: 'degraded', parts: { ...WELL, files: 'degraded' } }]);
});

it('reports that no worker takes jobs', async () => {
  const ask = await openHealth();
  await database.pool.query(
    "SELECT graphile_worker.add_job('recover-jobs', run_at := now() - interval '10 minutes')",
  );
  expect(await ask()).toEqual([200, { status: 'degraded', parts: { ...WELL, jobs: 'degraded' } }]);
});

it('reports settings that can’t be read', async () => {
  const ask = await openHealth();
  await database.pool.query(`INSERT INTO store_settings (id, data) VALUES (1, '{"storeAccess":"everyone"}')`);
  expect(await ask()).toEqual([200, { status: 'degraded', parts: { ...WELL, settings: 'degraded' } }]);
});

it('leaves no file behind when the disk is full', async () => {
  await using full = await openSmallDisk(4);
  await openHealth(full.path);
  await full.fill();
  for (let probe = 0; probe < 3; probe++) {
    const ask = await openHealth(full.path);
    expect(await ask()).toEqual([200, { status: 'degraded', parts: { ...WELL, storage: 'degraded' } }]);
  }
  expect(await readdir(join(full.path, 'incoming'))).toEqual([]);
});

it.each([
  `INSERT INTO graphile_worker._private_known_crontabs VALUES ('recover-jobs', now(), now() + interval '40 days')
   ON CONFLICT (identifier) DO UPDATE SET last_execution = excluded.last_execution`,
  `SELECT graphile_worker.add_job('analyse-version', run_at := now() + interval '40 days')`,
  `INSERT INTO outbox (channel, target, due_at) VALUES ('account-email', 'a@b.example', now() + interval '40 days')`,
])('says that work is due implausibly late: %s', async (statement) => {
  const ask = await openHealth();
  await database.pool.query(statement);
  expect(await ask()).toEqual([200, { status: 'degraded', parts: { ...WELL, jobs: 'degraded' } }]);
  await correctMisdatedWork(database.db);
  await retryFailedJobs(database.db);
  expect(await ask()).toEqual([200, { status: 'ok', parts: WELL }]);
});
