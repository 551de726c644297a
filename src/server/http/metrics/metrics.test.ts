import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signNewCheckpoint } from '#server/platform/transparency/checkpoints.ts';
import { METRICS_TOKEN, readSamples } from '#test/support/metrics.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { METRICS_TOKEN, DISK_RESERVE_MB: '0' } });
});
afterAll(() => server[Symbol.asyncDispose]());

const request = (authorization = `Bearer ${METRICS_TOKEN}`) =>
  fetch(`${server.url}metrics`, { headers: { authorization } });

describe('access', () => {
  test('needs the token', async () => {
    expect((await fetch(`${server.url}metrics`)).status).toBe(401);
    for (const wrong of [
      'Bearer another-token-of-this-test',
      `Basic ${METRICS_TOKEN}`,
      METRICS_TOKEN,
      'Bearer',
    ]) {
      expect((await request(wrong)).status).toBe(401);
    }
    expect((await request(`bearer ${METRICS_TOKEN}`)).status).toBe(200);
    const response = await request();
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/plain; version=0.0.4'),
    ]);
  });

  test('without METRICS_TOKEN there is nothing', async () => {
    await using other = await startTestServer();
    const headers = { authorization: 'Bearer null' };
    expect((await fetch(`${other.url}metrics`, { headers })).status).toBe(404);
  });
});

test('counts responses by a bounded set of routes', async () => {
  await server.nobody.call('settings.get', {});
  for (let index = 0; index < 20; index += 1) {
    await fetch(`${server.url}us-central1/unknown.call${index}`, { method: 'POST', body: '{}' });
    await fetch(`${server.url}page-${index}`);
    await fetch(new URL(`/elsewhere-${index}`, server.url));
  }
  const samples = await readSamples(server);
  const routes = new Set([...samples.keys()].map((name) => /route="([^"]*)"/.exec(name)?.[1]));
  routes.delete(undefined);
  expect([...routes].sort()).toEqual(['call settings.get', 'call unknown', 'metrics', 'other', 'pages']);
  expect(samples.get('quayside_http_responses_total{route="call settings.get",status="200"}')).toBe(1);
  expect(samples.get('quayside_http_response_seconds_count{route="call settings.get"}')).toBe(1);
});

test('shows jobs, messages, streams, sizes and connections', async () => {
  const { pool } = server.context;
  await pool.query(
    `SELECT graphile_worker.add_job('metrics-test', run_at := now() - interval '1 hour');
     UPDATE graphile_worker._private_jobs SET last_error = 'broken', run_at = now() + interval '1 hour'
     WHERE task_id = (SELECT id FROM graphile_worker._private_tasks WHERE identifier = 'metrics-test')`,
  );
  await pool.query(
    `INSERT INTO outbox (channel, target, status, last_error, due_at, finished_at)
     VALUES ('account-email', 'x@store.example', 'failed', 'no such user', now(), now())`,
  );
  const samples = await readSamples(server);
  expect(samples.get('quayside_jobs{kind="metrics-test",state="failing"}')).toBe(1);
  expect(samples.get('quayside_outbox{channel="account-email",state="failed"}')).toBe(1);
  expect(samples.get('quayside_event_streams')).toBe(0);
  expect(samples.get('quayside_database_up')).toBe(1);
  expect(samples.get('quayside_database_bytes')).toBeGreaterThan(1_000_000);
  expect(samples.get('quayside_database_connections{pool="jobs",state="open"}')).toBeGreaterThan(0);
  expect(samples.get('quayside_disk_bytes{parts="storage",state="total"}')).toBeGreaterThan(0);
});

test('shows the parts of readyz, missing and damaged files and how long changes have waited for the feed', async () => {
  const { pool } = server.context;
  await pool.query(`
    INSERT INTO file_checks (key, problem, since, checked_at) VALUES
      ('avatars/a', 'missing', now(), now()), ('avatars/b', 'missing', now(), now()),
      ('avatars/c', 'damaged', now(), now() - interval '3 hours')`);
  await pool.query(`
    BEGIN;
    SELECT graphile_worker.add_job('rebuild-feeds', job_key := 'rebuild-feeds', run_at := now() + interval '1 hour');
    INSERT INTO feed_changes (app_ids) VALUES ('{}');
    SET CONSTRAINTS ALL IMMEDIATE;
    UPDATE graphile_worker._private_jobs SET created_at = now() - interval '2 hours', run_at = now() + interval '1 hour'
    WHERE key = 'rebuild-feeds';
    COMMIT`);
  const samples = await readSamples(server);
  expect(samples.get('quayside_part_ok{part="database"}')).toBe(1);
  expect(samples.get('quayside_part_ok{part="storage"}')).toBe(1);
  expect(samples.get('quayside_part_ok{part="files"}')).toBe(0);
  expect(samples.get('quayside_files_missing')).toBe(2);
  expect(samples.get('quayside_files_damaged')).toBe(1);
  expect(samples.get('quayside_files_oldest_check_seconds')).toBeGreaterThanOrEqual(3 * 3_600);
  expect(samples.get('quayside_feed_oldest_change_seconds')).toBeGreaterThanOrEqual(7200);
  await pool.query('DELETE FROM feed_changes');
  expect((await readSamples(server)).get('quayside_feed_oldest_change_seconds')).toBe(0);
});

test('shows an altered audit log, and how long entries have waited for a checkpoint', async () => {
  const { pool } = server.context;
  const [problems, age] = ['quayside_audit_problems', 'quayside_audit_oldest_unsigned_seconds'] as const;
  await server.admin();
  const unsigned = await readSamples(server);
  expect([unsigned.get(problems), unsigned.get(age)]).toEqual([0, expect.any(Number)]);
  expect(unsigned.get(age)).toBeGreaterThan(0);
  await signNewCheckpoint(server.context);
  expect((await readSamples(server)).get(age)).toBe(0);
  await pool.query('UPDATE audit_verification SET problem_count = 2');
  expect((await readSamples(server)).get(problems)).toBe(2);
});

test.each(['grafana-dashboard.json', 'alerts.yml'])('%s names only metrics that exist', async (file) => {
  const text = await readFile(new URL(`../../../../docs/monitoring/${file}`, import.meta.url), 'utf8');
  const types = (await (await request()).text()).matchAll(/^# TYPE (\w+) (\w+)$/gm);
  const known = new Set(
    [...types].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`] : [name],
    ),
  );
  const named = new Set(text.match(/\b(?:quayside|nodejs|process)_[a-z0-9_]+/g));
  expect([...named].filter((name) => !known.has(name))).toEqual([]);
  expect(named.size).toBeGreaterThan(5);
});
