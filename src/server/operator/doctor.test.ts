import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findFreePort } from '#test/support/free-port.ts';
import { startMailServer } from '#test/support/mail-server.ts';
import { NO_VARIABLES, runWithEnvironment } from '#test/support/operator-command.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { killServers, makeDataDirectory, spawnServer } from '#test/support/server-process.ts';
import { openTestStore, publishDirectly } from '#test/support/store.ts';
import type { Config } from '../platform/config/config.ts';
import type { CommandResult } from './command.ts';
import { type CheckResult, exitCodeOf, runChecks } from './doctor/check.ts';
import { webChecks } from './doctor/web-checks.ts';
import { doctorCommand } from './doctor.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: 'false' } });
});
afterEach(killServers);
afterAll(() => server[Symbol.asyncDispose]());

/** Runs the command in this process, and returns its results by name. */
async function examine(changes: Partial<Config> = {}, options: Record<string, string> = {}) {
  const { output, exitCode } = (await doctorCommand.run(
    { ...server.context.config, ...changes },
    { argument: '', options: { json: true, ...options }, environment: NO_VARIABLES },
  )) as CommandResult;
  const { checks } = JSON.parse(output) as { checks: CheckResult[] };
  return { exitCode, checks: Object.fromEntries(checks.map(({ name, ...finding }) => [name, finding])) };
}

type Proxy = AsyncDisposable & { url: string };

/** Starts a proxy in front of the server. */
async function startProxy(mood: 'forwards' | 'limits' | 'buffers'): Promise<Proxy> {
  const proxy = createServer(async (incoming, outgoing) => {
    if (mood === 'limits' && incoming.method === 'POST') {
      incoming.resume();
      outgoing.writeHead(413).end();
      return;
    }
    const headers = { ...incoming.headers, 'x-forwarded-for': '203.0.113.7' };
    const forwarded = request(new URL(incoming.url ?? '', server.url), { method: incoming.method, headers });
    incoming.pipe(forwarded);
    try {
      const [response] = await once(forwarded, 'response');
      const body = mood === 'buffers' ? await buffer(response) : null;
      outgoing.writeHead(response.statusCode, response.headers);
      if (body) outgoing.end(body);
      else await pipeline(response, outgoing);
    } catch {
      outgoing.destroy();
    }
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/quayside/`;
  return {
    url,
    async [Symbol.asyncDispose]() {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}

test('finds a healthy store in order, apart from what a test lacks', async () => {
  await using mail = await startMailServer();
  const { exitCode, checks } = await examine({ smtpUrl: mail.url, diskReserveBytes: 0 });
  const { dns, disk, feed, ...others } = checks;
  expect(Object.entries(others).filter(([, { status }]) => status !== 'ok')).toEqual([]);
  expect(Object.keys(others).sort()).toEqual(
    [
      'database',
      'migrations',
      'clock',
      'secret',
      'settings',
      'jobs',
      'due times',
      'deliveries',
      'audit',
      'storage',
      'files',
      'content',
      'address',
      'streaming',
      'mail',
    ].sort(),
  );
  expect(dns?.message).toContain('which only this machine reaches');
  expect([disk?.status, feed?.status]).not.toContain('error');
  expect(exitCode).toBe(1);
  expect(mail.received).toEqual([]);
});

describe('mail', () => {
  test('is sent only when asked for', async () => {
    await using mail = await startMailServer();
    await examine({ smtpUrl: mail.url }, { 'send-to': 'op@store.example' });
    expect(mail.received.map(({ to }) => to)).toEqual(['op@store.example']);
    expect(mail.received[0]?.content).toContain('Auto-Submitted: auto-generated');
    await mail.be('gone');
    const { exitCode, checks } = await examine({ smtpUrl: mail.url });
    expect(checks.mail).toMatchObject({
      status: 'error',
      message: expect.stringContaining('refuses connections'),
    });
    expect(exitCode).toBe(2);
  });

  test.each(['550 5.7.1 Invalid HELO name', '421 4.7.0 Try again later, closing connection. (EHLO)'])(
    'whose greeting is refused with “%s” names the address that it has',
    async (refusal) => {
      const picky = createTcpServer((socket) => {
        socket.on('error', () => {}).write('220 relay.example ESMTP\r\n');
        socket.on('data', () => {
          socket.write(`${refusal}\r\n`);
          if (refusal.startsWith('421')) socket.end();
        });
      });
      await once(picky.listen(0, '127.0.0.1'), 'listening');
      const { checks } = await examine({
        smtpUrl: `smtp://127.0.0.1:${(picky.address() as AddressInfo).port}`,
      });
      picky.close();
      expect(checks.mail).toMatchObject({
        status: 'error',
        message: expect.stringMatching(/refused the greeting.*PUBLIC_URL.*\?name=HOST/),
      });
    },
  );

  test('without a server is a warning', async () => {
    expect((await examine()).checks.mail).toMatchObject({ status: 'warning' });
  });
});

describe('a proxy', () => {
  test('that forwards the client’s address needs TRUST_PROXY', async () => {
    await using proxy = await startProxy('forwards');
    const ignored = (await examine({ publicUrl: proxy.url })).checks;
    expect(ignored.address?.message).toContain('X-Forwarded-For is ignored');
    expect(ignored.streaming?.status).toBe('ok');
    expect((await examine({ publicUrl: proxy.url, trustProxy: true })).checks.address?.status).toBe('ok');
    expect((await examine({ trustProxy: true })).checks.address?.status).toBe('error');
  });

  test('that limits bodies or holds events back is noticed', async () => {
    await using limiting = await startProxy('limits');
    expect((await examine({ publicUrl: limiting.url })).checks.address?.message).toContain(
      'rejects request bodies',
    );
    await using holding = await startProxy('buffers');
    expect((await examine({ publicUrl: holding.url })).checks.streaming?.message).toContain(
      'holds live events back',
    );
  });

  test('that leads elsewhere, or nowhere, is noticed', async () => {
    await using other = await startTestServer();
    expect((await examine({ publicUrl: other.url })).checks.address?.message).toContain(
      'leads to something else',
    );
    await other[Symbol.asyncDispose]();
    expect((await examine({ publicUrl: other.url })).checks.address?.message).toContain('can’t be reached');
  });
});

describe('a machine without a server', () => {
  test('is told that nothing was checked while only workers run', async () => {
    await using worker = await openTestStore({
      ROLE: 'worker',
      SECRET: 'a secret of this test, which is long enough',
      STORAGE_URL: pathToFileURL(join(server.dataDir, 'of-a-worker')).href,
    });
    const { checks } = await examine(worker.config);
    const notChecked = { status: 'warning', message: 'Not checked, because no server is running.' };
    expect(checks).toMatchObject({ address: notChecked, streaming: notChecked });
  });

  test('needn’t reach PUBLIC_URL, and checks it where it can', async () => {
    const results = (publicUrl: string) =>
      runChecks(
        webChecks({
          config: { ...server.context.config, publicUrl },
          database: server.context,
          clock: server.context.clock,
          serversAt: 'other machines',
        }),
      );
    const [, address, streaming] = await results(`http://127.0.0.1:${await findFreePort()}/quayside/`);
    const unreached = {
      status: 'ok',
      message: expect.stringMatching(/^Not checked: PUBLIC_URL can’t be reached/),
    };
    expect([address, streaming]).toMatchObject([unreached, unreached]);
    const [, reached] = await results(server.url);
    expect(reached).toMatchObject({ status: 'ok', message: expect.stringContaining('reaches this store') });
  });
});

test('names missing and unknown files, failed jobs and deliveries, and an address that the feed does not have', async () => {
  const { storage, pool } = server.context;
  const { versionId } = await publishDirectly(server.context, {
    applicationId: 'org.example.x',
    versionCode: 1,
  });
  await storage.delete(`packages/${versionId}`);
  await pool.query(
    `SELECT graphile_worker.add_job('no-such-job', run_at := now() + interval '1 day');
     UPDATE graphile_worker._private_jobs SET last_error = 'broken', attempts = 3
     WHERE task_id = (SELECT id FROM graphile_worker._private_tasks WHERE identifier = 'no-such-job')`,
  );
  await pool.query(
    `INSERT INTO outbox (channel, target, status, last_error, due_at, finished_at)
     VALUES ('account-email', 'x@store.example', 'failed', 'no such user', now(), now())`,
  );
  const broken = await examine();
  expect(broken.checks.files).toMatchObject({ status: 'error', message: expect.stringContaining(versionId) });
  expect(broken.checks.jobs).toMatchObject({
    status: 'warning',
    message: expect.stringContaining('no-such-job 1'),
  });
  expect(broken.checks.deliveries?.message).toContain('account-email 0 retried, 1 failed');
  expect(broken.exitCode).toBe(2);

  await storage.put(`packages/${versionId}`, Buffer.from('again'));
  await storage.put('notes/mine.txt', Buffer.from('unknown'));
  expect((await examine()).checks.files).toMatchObject({
    status: 'warning',
    message: 'Not made by Quayside: 1 file (notes/mine.txt).',
  });
  expect(await storage.stat('notes/mine.txt')).not.toBeNull();
});

test('tells of an altered audit log, and of one that nobody verifies', async () => {
  const { pool } = server.context;
  const store = (ago: string, problems: readonly string[]) =>
    pool.query(
      `INSERT INTO audit_verification (id, verified_at, size, problem_count, problems)
       VALUES (1, now() - $1::interval, 9, $2, $3)
       ON CONFLICT (id) DO UPDATE SET verified_at = excluded.verified_at,
         problem_count = excluded.problem_count, problems = excluded.problems`,
      [ago, problems.length, JSON.stringify(problems)],
    );
  await store('1 hour', ['Row 7 was altered.']);
  expect((await examine()).checks.audit).toMatchObject({
    status: 'error',
    message: expect.stringContaining('Row 7 was altered.'),
  });
  await store('50 hours', []);
  expect((await examine()).checks.audit).toMatchObject({
    status: 'warning',
    message: expect.stringContaining('50 hours ago'),
  });
  await store('1 hour', []);
  expect((await examine()).checks.audit).toMatchObject({ status: 'ok' });
});

test('another secret and another storage are errors', async () => {
  const { checks } = await examine({
    secret: 'another secret, which is long enough',
    storage: { kind: 'disk', directory: '/nowhere' },
    diskReserveBytes: Number.MAX_SAFE_INTEGER,
  });
  expect(checks.secret).toMatchObject({
    status: 'error',
    message: expect.stringContaining('the secret that this database'),
  });
  expect(checks.storage).toMatchObject({ status: 'error' });
  expect(checks.database).toMatchObject({ status: 'ok' });
});

test('a check that throws or takes too long is an error of its own', async () => {
  const results = await runChecks([
    { name: 'throws', run: () => Promise.reject(new Error('Broken.\nRepair it.')) },
    { name: 'hangs', run: () => new Promise(() => {}), timeoutMs: 10 },
    { name: 'works', run: async () => ({ status: 'ok', message: 'Fine.', fix: null }) },
  ]);
  expect(results.map(({ name, status }) => [name, status])).toEqual([
    ['throws', 'error'],
    ['hangs', 'error'],
    ['works', 'ok'],
  ]);
  expect(results[0]).toMatchObject({ message: 'Broken.', fix: 'Repair it.' });
  expect([exitCodeOf(results), exitCodeOf(results.slice(2))]).toEqual([2, 0]);
});

test('anyone else gets nothing from the addresses that it uses', async () => {
  for (const [method, path] of [
    ['POST', 'body'],
    ['GET', 'stream'],
  ] as const) {
    const headers = { 'x-quayside-self-test': `${Date.now()}.guessed` };
    expect((await fetch(`${server.url}self-test/${path}`, { method, headers })).status).toBe(404);
    expect((await fetch(`${server.url}self-test/${path}`, { method })).status).toBe(404);
  }
});

test('says what to do when the folder of the storage is missing', async () => {
  const directory = join(server.dataDir, 'gone');
  const { checks } = await examine({ storage: { kind: 'disk', directory } });
  const missing = {
    status: 'error',
    message: `The storage in ${directory} is missing.`,
    fix: 'Mount its disk, check STORAGE_URL, or restore the storage from a backup.',
  };
  expect(checks).toMatchObject({ disk: missing, files: missing });
});

test('works on the embedded database, while the server runs and while it is stopped', async () => {
  await using data = await makeDataDirectory();
  const env = { PATH: process.env.PATH ?? '', DATA_DIR: data.path, LOG_LEVEL: 'fatal', DISK_RESERVE_MB: '0' };
  const before = await runWithEnvironment(['doctor'], env);
  expect([before.code, before.stdout]).toEqual([2, expect.stringContaining('has no database yet')]);
  const running = spawnServer({ ...env, PORT: '0' });
  await running.ready;
  const during = await runWithEnvironment(['doctor'], env);
  expect(during.stdout).toMatch(/^ok {6}migrations/m);
  running.kill('SIGTERM');
  await running.ended;
  const after = await runWithEnvironment(['doctor'], env);
  expect(after.stdout).toMatch(/^WARNING address .*no server is running/m);
  expect(after.stdout).toMatch(/^ok {6}secret/m);
  expect(after.code).toBe(1);
  expect(await data.readPostgresPid()).toBeNull();
});

test('names settings that can’t be read, and what to do', async () => {
  const { pool } = server.context;
  await pool.query(
    `INSERT INTO store_settings (id, data) VALUES (1, '{"storeAccess": "nobody"}')
     ON CONFLICT (id) DO UPDATE SET data = excluded.data`,
  );
  const broken = await examine();
  await pool.query(`UPDATE store_settings SET data = '{}'`);
  expect(broken.checks.settings).toMatchObject({
    status: 'error',
    message: expect.stringContaining('storeAccess ('),
    fix: expect.stringContaining('store_settings'),
  });
  expect((await examine()).checks.settings?.status).toBe('ok');
});
