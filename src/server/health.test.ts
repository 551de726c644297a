import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase } from '#test/postgres.ts';
import { readConfig } from './config.ts';
import { type Database, openDatabase } from './db/open.ts';
import { createHealth } from './health.ts';
import { createLog } from './log.ts';
import { openDiskStorage } from './storage/disk.ts';

const log = createLog('silent');
let directory: string;
let database: Database;
let health: ReturnType<typeof createHealth>;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'quayside-health-'));
  database = await openDatabase(readConfig({ DATABASE_URL: await createTestDatabase() }), log);
  health = createHealth({ pool: database.pool, storage: await openDiskStorage(directory), log });
});
afterEach(async () => {
  await database[Symbol.asyncDispose]();
  await rm(directory, { recursive: true, force: true });
});

it('is alive and ready', async () => {
  const alive = await health.request('/healthz');
  expect([alive.status, await alive.json()]).toEqual([200, { status: 'ok' }]);
  const ready = await health.request('/readyz');
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'ok' }]);
});

it('names the storage when it is down, and nothing more', async () => {
  await rm(directory, { recursive: true });
  const response = await health.request('/readyz');
  expect([response.status, await response.json()]).toEqual([
    503,
    { status: 'unavailable', down: ['storage'] },
  ]);
  expect((await health.request('/healthz')).status).toBe(200);
});

it('names the database when it does not answer in time', async () => {
  const busy = await Promise.all(Array.from({ length: 20 }, () => database.pool.connect()));
  const started = performance.now();
  const response = await health.request('/readyz');
  expect([response.status, await response.json()]).toEqual([
    503,
    { status: 'unavailable', down: ['database'] },
  ]);
  expect(performance.now() - started).toBeLessThan(4_000);
  for (const client of busy) client.release();
});
