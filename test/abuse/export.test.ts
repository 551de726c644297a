import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountExport } from '#shared/account/calls.ts';
import { waitUntil } from '#test/support/patience.ts';
import { PASSWORD, type Person } from '#test/support/people.ts';
import { type AttackedServer, MAX_BLOCK_MS, MAX_MEMORY_MB, startAttackedServer } from './server.ts';
import { Attacker } from './sockets.ts';

let server: AttackedServer;
let attacker: Person;
let victim: Person;
beforeAll(async () => {
  server = await startAttackedServer();
  attacker = await server.onboard('attacker@example.org');
  victim = await server.onboard('victim@example.org');
  await server.pool.query(
    `WITH seeded AS (
       INSERT INTO notifications (kind, type, title, message, expires_at)
       SELECT 'security', 'system_message', 'T', repeat('x', 2000), '2999-01-01' FROM generate_series(1, 20000)
       RETURNING id, expires_at
     )
     INSERT INTO notification_recipients (notification_id, expires_at, uid)
       SELECT id, expires_at, $1 FROM seeded`,
    [attacker.uid],
  );
});
afterAll(() => server[Symbol.asyncDispose]());

const request = (by: Person) => by.tryCall('account.requestExport', {});

async function awaitExport(by: Person): Promise<AccountExport | null> {
  const { export: finished } = await waitUntil('the export is prepared', async () => {
    const read = await by.call('account.getExport', {});
    return read.export?.status !== 'preparing' && read;
  });
  return finished;
}

async function expectBounded(attack: () => Promise<unknown>): Promise<void> {
  const { longestBlockMs, peakMemoryMb } = await server.measure(attack);
  expect(longestBlockMs).toBeLessThan(MAX_BLOCK_MS);
  expect(peakMemoryMb).toBeLessThan(MAX_MEMORY_MB);
}

test('a client that does not read its export holds no database connection', async () => {
  await expectBounded(async () => {
    await request(attacker);
    expect(await awaitExport(attacker)).toMatchObject({ status: 'ready' });
    using readers = new Attacker(server.url);
    const head = [
      `GET ${new URL(server.url).pathname}account/export HTTP/1.1`,
      'Host: store.example',
      `Authorization: Bearer ${attacker.token}`,
      '',
      '',
    ];
    await Promise.all(Array.from({ length: 60 }, () => readers.openUnread(...head)));
    expect((await victim.tryCall('users.me', {})).status).toBe(200);
    // Jobs that run meanwhile are in a transaction for moments; one that waits for a reader would stay.
    await waitUntil('no transaction waits', async () => {
      const { rows } = await server.pool.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM pg_stat_activity
         WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
      );
      return rows[0]?.count === 0;
    });
  });
});

test('prepares one export at a time and three a day, however often it is requested', async () => {
  // The first one must not be finished before the last request arrives: it reads this table.
  const holding = await server.pool.connect();
  await holding.query('BEGIN; LOCK TABLE notification_recipients IN ACCESS EXCLUSIVE MODE');
  const responses = await Promise.all(Array.from({ length: 30 }, () => request(victim)));
  await holding.query('COMMIT');
  holding.release();
  const accepted = responses.filter(({ status }) => status === 200);
  expect(new Set(accepted.map(({ result }) => result.export.requestedAt)).size).toBe(1);
  await awaitExport(victim);
  for (;;) {
    const { status, headers, error } = await request(victim);
    if (status === 200) {
      await awaitExport(victim);
      continue;
    }
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(80_000);
    expect(error.message).toMatch(/^You can export your data 3 times a day. Wait /);
    break;
  }
  const { rows } = await server.pool.query(
    'SELECT count(*)::int AS count FROM account_exports WHERE uid = $1',
    [victim.uid],
  );
  expect(rows).toEqual([{ count: 1 }]);
});

test('responds 503 with Retry-After when no database connection is free', async () => {
  const locking = await server.pool.connect();
  await locking.query('BEGIN');
  await locking.query('LOCK TABLE users, auth_users, auth_sessions IN ACCESS EXCLUSIVE MODE');
  const paths = ['us-central1/users.me', 'us-central1/settings.get', 'avatars', 'account/export', 'events'];
  const responses = await Promise.all(
    Array.from({ length: 60 }, (_, index) => {
      const path = paths[index % paths.length] ?? '';
      const isGet = path === 'account/export' || path === 'events';
      return victim.fetch(path, isGet ? {} : { method: 'POST', body: '{"data":{}}' });
    }),
  );
  const signIn = await victim.fetch('auth/sign-in/email', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: new URL(server.url).origin },
    body: JSON.stringify({ email: 'victim@example.org', password: PASSWORD }),
  });
  await locking.query('ROLLBACK');
  locking.release();
  for (const response of responses) await response.body?.cancel();
  const rejected = responses.filter(({ status }) => status !== 200);
  expect(new Set(rejected.map(({ status, headers }) => `${status} ${headers.get('retry-after')}`))).toEqual(
    new Set(['503 5']),
  );
  expect(signIn.status).toBe(503);
  expect((await victim.tryCall('users.me', {})).status).toBe(200);
});
