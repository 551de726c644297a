import { afterAll, beforeAll, expect, test } from 'vitest';
import { inspectPool } from '#server/catalog/inspection/inspect-pool.ts';
import { readFixture } from '#test/support/fixtures.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { sendBytes, waitForInspection } from '#test/support/uploads.ts';
import { releaseOrphanedJobs } from './liveness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());

test('a long-running job is not treated as orphaned', async () => {
  const real = server.context.services.get(inspectPool);
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  let inspections = 0;
  const inspect = async (path: string) => {
    inspections += 1;
    await opened;
    return real.inspect(path);
  };
  server.context.services.replace(inspectPool, { ...real, inspect });
  const owner = await server.onboard('owner@jobs.example');
  const { app } = await owner.call('apps.create', {
    platform: 'android',
    applicationId: 'org.example.harbour',
    name: 'Harbour',
  });
  const bytes = readFixture('unsigned.apk');
  const input = { appId: app.id, fileName: 'app.apk', size: bytes.length };
  const { version, upload } = await owner.call('versions.create', input);
  await sendBytes(upload.url, { bytes, by: owner });
  await expect.poll(() => inspections).toBe(1);

  await releaseOrphanedJobs(server.context.pool);
  const { rows } = await server.context.pool.query(
    `SELECT locked_by FROM graphile_worker.jobs WHERE task_identifier = 'analyse-version'`,
  );
  expect(rows).toEqual([{ locked_by: expect.any(String) }]);
  open();
  await waitForInspection(owner, version.id);
  expect(inspections).toBe(1);
});
