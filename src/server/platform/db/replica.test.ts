import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { TEST_TIMEOUT_MS } from '#test/support/patience.ts';
import type { Person } from '#test/support/people.ts';
import { createTestDatabase, createTestRole } from '#test/support/postgres.ts';
import { rebuildWhenFree } from '#test/support/rebuild-when-free.ts';
import { type ReplicatedPostgres, startReplicatedPostgres } from '#test/support/replicated-postgres.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { publishDirectly } from '#test/support/store.ts';
import { databaseChecks } from '../../operator/doctor/database-checks.ts';
import { readConfig } from '../config/config.ts';
import { readReplicated } from '../context.ts';
import { createLog } from '../log/log.ts';
import { reachDatabase } from './reach.ts';
import { openReplica, REPLICA_LIMITS, type Replica } from './replica.ts';
import { ReplicaLag } from './replica-state.ts';
import { databaseTrouble } from './trouble.ts';

const METRICS_TOKEN = 'a-token-for-the-metrics-of-this-test';
const DEFAULT_LIMITS = { ...REPLICA_LIMITS };
/** A loaded machine may need more than ten seconds for what a test does while the replica is behind. */
const PATIENT_LIMITS = { maxLagMs: TEST_TIMEOUT_MS, probeMs: 50 };
const silent = createLog('silent');

let postgres: ReplicatedPostgres;
let server: TestServer;
let admin: Person;
let replica: Replica;
beforeAll(async () => {
  Object.assign(REPLICA_LIMITS, PATIENT_LIMITS);
  postgres = await startReplicatedPostgres();
  server = await startTestServer({
    env: {
      DATABASE_URL: postgres.primaryUrl,
      DATABASE_REPLICA_URL: postgres.replicaUrl,
      METRICS_TOKEN,
    },
  });
  admin = await server.admin();
  replica = server.context.replica as Replica;
});
afterEach(async () => {
  Object.assign(REPLICA_LIMITS, PATIENT_LIMITS);
  await expectOutcome('replica');
});
afterAll(async () => {
  Object.assign(REPLICA_LIMITS, DEFAULT_LIMITS);
  await server?.[Symbol.asyncDispose]();
  await postgres?.[Symbol.asyncDispose]();
});

let requests = 0;
const get = (path: string) => {
  requests += 1;
  // From a new network each time, because their requests are limited.
  const headers = { 'X-Forwarded-For': `198.18.${Math.floor(requests / 250)}.${requests % 250}` };
  return fetch(`${server.url}${path}`, { headers });
};

async function listApps(): Promise<string[]> {
  const response = await get('catalog/v1/apps?limit=100');
  expect(response.status).toBe(200);
  const { apps } = (await response.json()) as { apps: { applicationId: string }[] };
  return apps.map(({ applicationId }) => applicationId);
}

/** Waits until a read has an outcome. */
async function expectOutcome(outcome: keyof Replica['outcomes']): Promise<void> {
  const before = replica.outcomes[outcome];
  await expect.poll(() => listApps().then(() => replica.outcomes[outcome])).toBeGreaterThan(before);
}

let published = 0;
async function publish() {
  published += 1;
  const applicationId = `org.example.copy${published}`;
  const app = await publishDirectly(server.context, { applicationId, versionCode: 1 });
  await rebuildWhenFree(server.context);
  return { ...app, applicationId, path: `fdroid/repo/${applicationId}_1.apk` };
}

async function readMetric(name: string): Promise<number | undefined> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const text = await (await fetch(`${server.url}metrics`, { headers })).text();
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length));
}

test('serves the catalog, the store page, the feed and statistics from the replica', async () => {
  const { applicationId, path } = await publish();
  await expectOutcome('replica');
  const reads = [
    () => get('catalog/v1/apps'),
    () => get(`catalog/v1/apps/android/${applicationId}`),
    () => get('fdroid/repo/'),
    () => get('sitemap-1.xml'),
    () => get('fdroid/repo/entry.jar'),
    () => get(path),
    () => admin.tryCall('apps.downloads', { days: 7 }),
  ];
  for (const [index, read] of reads.entries()) {
    const before = replica.outcomes.replica;
    const { status } = await read();
    expect([index, status, replica.outcomes.replica - before]).toEqual([index, 200, 1]);
  }
  expect(await readMetric('quayside_replica_reads_total{outcome="replica"}')).toBe(replica.outcomes.replica);
  expect(await readMetric('quayside_replica_lag_seconds')).toBeGreaterThanOrEqual(0);
});

describe('a replica that is behind', () => {
  test('shows nothing that was removed, and everything that was published', async () => {
    const removed = await publish();
    expect(await listApps()).toContain(removed.applicationId);
    await postgres.pauseReplay();
    await admin.call('apps.remove', { appId: removed.appId, reason: 'It is a copy of another app.' });
    const before = replica.outcomes.behind;
    expect(await listApps()).not.toContain(removed.applicationId);
    expect((await get(removed.path)).status).toBe(410);
    const added = await publish();
    expect(await listApps()).toContain(added.applicationId);
    expect(replica.outcomes.behind - before).toBe(3);
    await postgres.onReplica('SELECT pg_wal_replay_resume()');
  });

  test('isn’t used for counts either once it is too far behind', async () => {
    const { versionId } = await publish();
    await expectOutcome('replica');
    await postgres.pauseReplay();
    REPLICA_LIMITS.maxLagMs = 100;
    await server.context.pool.query(
      `INSERT INTO downloads (version_id, day, client, count) VALUES ($1, now(), 'browser', 1)`,
      [versionId],
    );
    await expectOutcome('lagging');
    expect(await readMetric('quayside_replica_lag_seconds')).toBeGreaterThan(0.1);
    await postgres.onReplica('SELECT pg_wal_replay_resume()');
  });
});

describe('a replica that is gone', () => {
  test('is replaced by the primary until it returns', async () => {
    const { applicationId } = await publish();
    await expectOutcome('replica');
    await postgres.stopReplica();
    expect(await listApps()).toContain(applicationId);
    await expectOutcome('unavailable');
    expect(await readMetric('quayside_replica_lag_seconds')).toBeUndefined();
    await postgres.startReplica();
  });

  test('is not used after it was promoted, and used again once it is a copy of the primary', async () => {
    await postgres.onReplica('SELECT pg_promote()');
    const { applicationId } = await publish();
    expect(await listApps()).toContain(applicationId);
    await expectOutcome('promoted');
    await postgres.stopReplica();
    await postgres.copyReplica();
  });
});

test('a read that takes too long doesn’t keep others from the replica', async () => {
  await expectOutcome('replica');
  const cancelled = sql`SELECT pg_cancel_backend(pg_backend_pid()), pg_sleep(60)`;
  const failure: unknown = await replica.connections.db.execute(cancelled).catch((error: unknown) => error);
  expect(databaseTrouble(failure)).not.toBeNull();
  const { lagMs } = replica;
  replica.noteFailure(failure);
  expect(replica.lagMs).toBe(lagMs);
});

test('a read that fails on the replica runs on the primary', async () => {
  const pools: unknown[] = [];
  const result = await readReplicated(server.context, async ({ pool }) => {
    pools.push(pool);
    if (pool !== server.context.pool) throw new Error('canceled by recovery');
    return 'read';
  });
  expect([result, pools]).toEqual(['read', [replica.connections.pool, server.context.pool]]);
});

describe('DATABASE_REPLICA_URL', () => {
  const open = async (url: string) => {
    await using opened = await openReplica({ url, primary: server.context.essential, log: silent });
    return await opened.isCurrent();
  };

  test('rejects another database', async () => {
    await expect(open(await createTestDatabase())).rejects.toThrow('leads to another database');
  });

  test('rejects a user without rights', async () => {
    const { address } = await createTestRole(postgres.primaryUrl);
    await expect(open(address)).rejects.toThrow('needs to read every table of Quayside');
  });

  test('starts without a replica that doesn’t respond, and doesn’t use the primary as one', async () => {
    expect(await open('postgresql://quayside@127.0.0.1:1/replicated')).toBe(false);
    expect(await open(postgres.primaryUrl)).toBe(false);
    expect(await open(postgres.replicaUrl)).toBe(true);
  });

  test('is checked by doctor', async () => {
    const check = async (DATABASE_REPLICA_URL: string) => {
      const config = readConfig({ DATABASE_URL: postgres.primaryUrl, DATABASE_REPLICA_URL });
      await using database = await reachDatabase(config, silent);
      const parts = { config, database, clock: server.context.clock, serversAt: 'this machine' as const };
      const checks = databaseChecks(parts).filter(({ name }) => name === 'replica');
      return await Promise.all(checks.map(({ run }) => run().catch((error: Error) => error.message)));
    };
    // A busy machine may need longer to replay than the check waits.
    await expect
      .poll(() => check(postgres.replicaUrl))
      .toMatchObject([{ status: 'ok', message: expect.stringContaining('has everything') }]);
    expect(await check(`${postgres.primaryUrl}&application_name=x`)).toMatchObject([
      { status: 'error', message: expect.stringContaining('is no replica') },
    ]);
    expect(await check('postgresql://quayside@127.0.0.1:1/replicated')).toEqual([
      expect.stringContaining('ECONNREFUSED'),
    ]);
    await postgres.pauseReplay();
    // The cluster of the tests writes commits to the log a little later.
    await server.context.pool.query(
      'BEGIN; SET LOCAL synchronous_commit = on; CREATE TABLE not_replayed (); COMMIT',
    );
    expect(await check(postgres.replicaUrl)).toMatchObject([
      { status: 'warning', message: expect.stringContaining('is behind') },
    ]);
    await postgres.onReplica('SELECT pg_wal_replay_resume()');
  });
});

test('measures the lag from when the primary had what the replica lacks', () => {
  const lag = new ReplicaLag();
  lag.note(100, 0);
  expect(lag.measure(100, 5_000)).toBe(0);
  lag.note(200, 6_000);
  lag.note(300, 7_000);
  expect(lag.measure(100, 8_000)).toBe(2_000);
  expect(lag.measure(250, 9_000)).toBe(2_000);
  expect(lag.measure(300, 10_000)).toBe(0);
});
