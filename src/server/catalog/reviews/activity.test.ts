import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());

test('counts submissions and decisions by day in UTC, also on days without any', async () => {
  const admin = await server.admin();
  const happened = (event: string, days: number) =>
    server.context.pool.query(
      "INSERT INTO audit_events (at, event) VALUES (now() - $2::int * interval '1 day', $1)",
      [event, days],
    );
  await happened('version.submitted', 0);
  await happened('version.submitted', 29);
  await happened('version.submitted', 31);
  await happened('version.approved', 3);
  await happened('version.approved', 3);
  await happened('version.rejected', 3);
  await happened('version.withdrawn', 3);
  const { days } = await admin.call('reviews.activity', {});
  expect(days).toHaveLength(30);
  expect(days.at(-1)?.day).toBe(new Date().toISOString().slice(0, 10));
  expect(days[0]).toMatchObject({ submitted: 1, approved: 0, rejected: 0 });
  expect(days.at(-4)).toMatchObject({ submitted: 0, approved: 2, rejected: 1 });
  expect(days.at(-1)).toMatchObject({ submitted: 1, approved: 0, rejected: 0 });
  expect(days[10]).toMatchObject({ submitted: 0, approved: 0, rejected: 0 });
});

test('is for admins only', async () => {
  const person = await server.onboard('publisher@example.org');
  expect((await person.tryCall('reviews.activity', {})).status).toBe(403);
});
