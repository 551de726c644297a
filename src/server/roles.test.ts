import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFixture } from '#test/support/fixtures.ts';
import { killServers, type ReadyServer } from '#test/support/server-process.ts';
import { createSharedStore, type SharedStore } from '#test/support/shared-store.ts';
import { sendBytes, waitForInspection } from '#test/support/uploads.ts';

const METRICS_TOKEN = 'TheTokenThatReadsMetrics';

let store: SharedStore;
let server: ReadyServer;
beforeAll(async () => {
  store = await createSharedStore();
  server = await store.start({ ROLE: 'server' });
});
afterAll(async () => {
  killServers();
  await store[Symbol.asyncDispose]();
});

/** A process that takes jobs also keeps their schedule. */
async function countSchedules(): Promise<number> {
  const { rows } = await store.pool.query(
    'SELECT count(*)::int AS count FROM graphile_worker._private_known_crontabs',
  );
  return rows[0].count;
}

test('a server leaves the inspection of an upload to a worker', async () => {
  const owner = await store.peopleOf(server).onboard('owner@example.org');
  const harbour = { platform: 'android', applicationId: 'org.example.harbour', name: 'Harbour' } as const;
  const { app } = await owner.call('apps.create', harbour);
  const bytes = readFixture('plain.apk');
  const file = { appId: app.id, fileName: 'app.apk', size: bytes.length };
  const { version } = await owner.call('versions.create', file);
  expect((await sendBytes(`${server.url}uploads/${version.id}`, { bytes, by: owner })).status).toBe(204);
  expect(await countSchedules()).toBe(0);

  const worker = await store.start({ ROLE: 'worker', METRICS_TOKEN });
  expect(await countSchedules()).toBeGreaterThan(0);
  expect((await waitForInspection(owner, version.id)).status).toBe('draft');

  expect(await (await fetch(`${worker.url}healthz`)).json()).toEqual({ status: 'ok' });
  expect((await fetch(`${worker.url}readyz`)).status).toBe(200);
  const metrics = await fetch(`${worker.url}metrics`, {
    headers: { Authorization: `Bearer ${METRICS_TOKEN}` },
  });
  expect(await metrics.text()).toContain('# TYPE ');
  const elsewhere = await fetch(worker.url);
  expect([elsewhere.status, await elsewhere.text()]).toEqual([
    404,
    expect.stringContaining('only runs jobs'),
  ]);
});
