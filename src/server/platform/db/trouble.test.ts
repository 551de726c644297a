import { Client, Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DatabaseProxy, startDatabaseProxy } from '#test/support/database-proxy.ts';
import { waitForJobs } from '#test/support/jobs.ts';
import { waitUntil } from '#test/support/patience.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { databaseTrouble } from './trouble.ts';

let proxy: DatabaseProxy;
let server: TestServer;
let owner: Person;
let other: Person;
let appId: string;
let uploadId: string;
let builtIndex: string;

beforeAll(async () => {
  proxy = await startDatabaseProxy();
  server = await startTestServer({ env: { DATABASE_URL: proxy.url }, hasProductionTimeouts: true });
  owner = await server.onboard('owner@trouble.example');
  other = await server.onboard('other@trouble.example');
  const { app } = await owner.call('apps.create', {
    platform: 'android',
    applicationId: 'org.example.trouble',
    name: 'Trouble',
  });
  appId = app.id;
  const { version } = await owner.call('versions.create', { appId, fileName: 'app.apk', size: 1_000 });
  uploadId = version.id;
  // The first request makes the feed.
  await owner.fetch('fdroid/repo/entry.jar');
  // Past the proxy, whose time-outs a loaded machine may exceed.
  const direct = new Pool({ connectionString: proxy.directUrl, max: 1 });
  await waitForJobs(direct).finally(() => direct.end());
  builtIndex = await waitUntil('the feed is served', () => readFeed().catch(() => null));
});
afterAll(async () => {
  await proxy.recover();
  await server[Symbol.asyncDispose]();
  await proxy[Symbol.asyncDispose]();
});

/** Runs work while another connection holds what a statement locks. */
async function whileLocked(statement: string, work: () => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: proxy.directUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query(statement);
    await work();
  } finally {
    await client.end();
  }
}

const listApps = () => owner.tryCall('apps.list', { scope: 'mine' });

async function expectUnavailable(request: Promise<{ status: number; headers: Headers }>): Promise<void> {
  const { status, headers } = await request;
  expect(status).toBe(503);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
}

/** Checks that everything with its own connections still works. */
async function expectEssentials(): Promise<void> {
  expect((await server.nobody.fetch('readyz')).status).toBe(200);
  expect((await server.nobody.fetch('fdroid/repo/entry.jar')).status).toBe(200);
  expect((await server.signIn(owner.email)).token).not.toBe('');
  const events = await owner.fetch('events');
  expect(events.status).toBe(200);
  await events.body?.cancel();
}

/** Everything that needs the database, beside what does not. */
async function expectTroubleEverywhere(): Promise<void> {
  const credentials = { email: owner.email, password: 'a long enough passphrase' };
  await Promise.all([
    expectUnavailable(listApps()),
    expectUnavailable(owner.fetch(`uploads/${uploadId}`, { method: 'HEAD' })),
    expectUnavailable(
      owner.fetch(`uploads/${uploadId}`, {
        method: 'PATCH',
        headers: {
          'Tus-Resumable': '1.0.0',
          'Upload-Offset': '0',
          'Content-Type': 'application/offset+octet-stream',
        },
        body: new Uint8Array(10),
      }),
    ),
    expectUnavailable(owner.fetch('fdroid/repo/org.example.trouble_1.apk')),
    expectUnavailable(owner.fetch('events')),
    expectUnavailable(
      owner.fetch('auth/sign-in/email', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: new URL(server.url).origin },
        body: JSON.stringify(credentials),
      }),
    ),
    expectUnavailable(
      owner.fetch(`graphics/${appId}/en-US/icon`, { method: 'POST', body: new Uint8Array(10) }),
    ),
  ]);
  expect((await server.nobody.fetch('healthz')).status).toBe(200);
  expect((await server.nobody.fetch('readyz')).status).toBe(503);
  expect((await server.nobody.fetch('')).status).not.toBe(503);
  // The feed that was built before.
  expect(await readFeed()).toBe(builtIndex);
}

/** Reads the signed entry and the indexes, and returns the name of the index that the entry names. */
async function readFeed(): Promise<string> {
  const entry = await server.nobody.fetch('fdroid/repo/entry.json');
  expect(entry.status).toBe(200);
  const { index } = (await entry.json()) as { index: { name: string } };
  const paths = ['/entry.jar', '/index-v1.jar', '/index-v2.json', index.name];
  const files = await Promise.all(paths.map((path) => server.nobody.fetch(`fdroid/repo${path}`)));
  expect(files.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  return index.name;
}

async function expectRecovery(): Promise<void> {
  await expect.poll(async () => (await listApps()).status).toBe(200);
  await expectEssentials();
}

describe('a part of the database that is not available', () => {
  it('responds 503 soon for a locked table, while health, sign-in, feed and events keep working', async () => {
    await whileLocked('LOCK TABLE apps', async () => {
      await Promise.all(Array.from({ length: 30 }, () => expectUnavailable(listApps())));
      const blocked = Array.from({ length: 30 }, () => listApps());
      await expectEssentials();
      await Promise.all(blocked);
    });
    await expectRecovery();
    expect((await server.nobody.fetch('readyz')).status).toBe(200);
  });

  it('responds 503 soon when all connections for calls are in use, while the same keep working', async () => {
    const { pool } = server.context;
    const taken = await Promise.all(Array.from({ length: pool.options.max ?? 0 }, () => pool.connect()));
    try {
      await expectUnavailable(listApps());
      await expectEssentials();
    } finally {
      for (const client of taken) client.release();
    }
    await expectRecovery();
    expect((await server.nobody.fetch('readyz')).status).toBe(200);
  });

  it('ends a slow statement of a call soon', async () => {
    const error = await server.context.pool.query('SELECT pg_sleep(30)').catch((caught: unknown) => caught);
    expect(databaseTrouble(error)).toMatchObject({ code: 'unavailable' });
  });

  it('keeps the calls of others going while those of one account are stuck', async () => {
    await whileLocked(`SELECT FROM apps WHERE id = '${appId}' FOR UPDATE`, async () => {
      const stuck = Array.from({ length: 60 }, () => owner.tryCall('apps.delete', { appId }));
      const calls = Array.from({ length: 20 }, () => other.tryCall('apps.list', { scope: 'mine' }));
      for (const { status } of await Promise.all(calls)) expect(status).toBe(200);
      for (const { status } of await Promise.all(stuck)) expect(status).toBe(503);
    });
  });
});

describe('a database that is not available', () => {
  it('responds 503 soon everywhere while the database hangs, and recovers', async () => {
    const events = await owner.fetch('events');
    proxy.hang();
    await expectTroubleEverywhere();
    await expectTroubleEverywhere();
    await events.body?.cancel();
    await proxy.recover();
    await expectRecovery();
    expect((await server.nobody.fetch('readyz')).status).toBe(200);
  });

  it('responds 503 soon everywhere while the database refuses connections, and recovers', async () => {
    await proxy.refuse();
    await expectTroubleEverywhere();
    await proxy.recover();
    await expectRecovery();
    expect((await server.nobody.fetch('readyz')).status).toBe(200);
  });

  it('loses no connection to transactions that never began', async () => {
    const { pool, db } = server.context;
    proxy.hang();
    const begun = Array.from({ length: 40 }, () => db.transaction(async () => {}).catch(() => {}));
    await Promise.all(begun);
    await proxy.recover();
    await expectRecovery();
    expect((await server.nobody.fetch('readyz')).status).toBe(200);
    await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0);
  });
});

describe('an error of a connection', () => {
  const systemError = (syscall: string, code: string) => Object.assign(new Error(code), { syscall, code });

  it.each([
    ['read', 'ECONNRESET'],
    ['write', 'EPIPE'],
    ['connect', 'ENOENT'],
  ])('that breaks (%s %s) is the database’s, also as the cause of another', (syscall, code) => {
    const error = new Error('Failed query', { cause: systemError(syscall, code) });
    expect(databaseTrouble(error)).toMatchObject({ code: 'unavailable' });
  });

  it.each([
    ['open', 'ENOENT'],
    ['read', 'EIO'],
  ])('of a file (%s %s) is not', (syscall, code) => {
    expect(databaseTrouble(systemError(syscall, code))).toBeNull();
  });
});
