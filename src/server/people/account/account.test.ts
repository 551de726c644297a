import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { removeExpiredExports } from './exports.ts';
import { prepareExport } from './prepare-export.ts';

let server: TestServer;
let person: Person;
let next = 0;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  next += 1;
  person = await server.onboard(`person${next}@example.org`);
});
afterAll(() => server[Symbol.asyncDispose]());

const createApp = async (name: string) => {
  const { app } = await person.call('apps.create', {
    platform: 'android',
    applicationId: `org.example.${name}${next}`,
    name,
  });
  return app.id;
};
const deleteMine = (email = person.email) => person.tryCall('account.delete', { email });

describe('the export', () => {
  test('is a file with everything about the person, and without what protects the account', async () => {
    const appId = await createApp('mine');
    const { secret } = await person.call('tokens.create', { name: 'CI', scopes: ['read'] });
    await server.context.pool.query(
      `WITH version AS (
         INSERT INTO versions (id, app_id, status, file_name, size, created_by_uid)
         VALUES ('rejected', $1, 'rejected', 'app.apk', 10, $2) RETURNING id, app_id, warnings
       )
       INSERT INTO reviews (version_id, app_id, warnings, submitted_at, queued_at, listing_revision, decision, decided_at, decision_note, withdrawn_at)
       SELECT id, app_id, warnings, now(), now(), '', decision, decided_at, note, withdrawn_at FROM version, (VALUES
         (NULL, NULL::timestamptz, NULL, now()), ('rejected', now(), 'It spies.', NULL)
       ) AS ends (decision, decided_at, note, withdrawn_at)`,
      [appId, person.uid],
    );
    await server.context.pool.query(
      `WITH seeded AS (
         INSERT INTO notifications (kind, type, title, message, expires_at)
         SELECT 'security', 'system_message', 'Title ' || n, 'M', '2999-01-01' FROM generate_series(1, 1234) n
         RETURNING id, expires_at
       )
       INSERT INTO notification_recipients (notification_id, expires_at, uid)
       SELECT id, expires_at, $1 FROM seeded`,
      [person.uid],
    );
    const response = await exported(person);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="quayside-account-\d{4}-\d\d-\d\d\.json"$/,
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
    const text = await response.text();
    const data = JSON.parse(text);
    expect(data.user).toMatchObject({ uid: person.uid, email: person.email, termsVersion: '1' });
    expect(data.apps).toMatchObject([{ id: appId }]);
    expect(data.versions).toMatchObject([{ id: 'rejected', appId }]);
    expect(data.reviews).toMatchObject([
      { versionId: 'rejected', withdrawnAt: expect.any(String), decision: null },
      { versionId: 'rejected', withdrawnAt: null, decision: 'rejected', decisionNote: 'It spies.' },
    ]);
    expect(data.sessions).toHaveLength(1);
    expect(data.tokens).toMatchObject([{ name: 'CI', scopes: ['read'] }]);
    expect(data.notifications).toHaveLength(1234);
    expect(data.events.map(({ event }: { event: string }) => event)).toEqual([
      'user.onboarded',
      'app.created',
      'token.created',
    ]);
    expect(text).not.toContain(secret.slice(8));
    expect(text).not.toMatch(/argon2|hash/i);
  });

  test('has nothing of others', async () => {
    const other = await server.onboard(`other${next}@example.org`);
    const admin = await server.admin();
    await admin.call('users.suspend', { uid: other.uid, reason: 'A private reason.' });
    const text = await (await exported(person)).text();
    expect(text).not.toContain(other.uid);
    const mine = await (await exported(admin)).json();
    expect(mine.events.at(-1)).toMatchObject({ event: 'user.suspended', byYou: true, details: null });
  });

  test('is for people who are signed in', async () => {
    expect((await fetch(`${server.url}account/export`)).status).toBe(401);
    const { secret } = await person.call('tokens.create', { name: 'CI', scopes: ['read'] });
    const program = await fetch(`${server.url}account/export`, {
      headers: { Authorization: `Bearer ${secret}` },
    });
    expect(program.status).toBe(403);
  });

  test('is served in parts to its owner alone, and is replaced by the next', async () => {
    expect((await person.call('account.getExport', {})).export).toBeNull();
    expect((await person.fetch('account/export')).status).toBe(404);
    const whole = await (await exported(person)).text();
    const part = await person.fetch('account/export', { headers: { Range: 'bytes=2-11' } });
    expect([part.status, await part.text()]).toEqual([206, whole.slice(2, 12)]);
    const other = await server.onboard(`other${next}@example.org`);
    expect((await other.fetch('account/export')).status).toBe(404);
    expect(await files()).toHaveLength(1);
    const [first] = await files();
    await exported(person);
    expect(await files()).toHaveLength(1);
    expect(await files()).not.toContain(first);
  });

  test('expires, and goes with its file', async () => {
    await exported(person);
    const { export: ready } = await person.call('account.getExport', {});
    expect(ready).toMatchObject({ status: 'ready', size: expect.any(Number), expiresAt: expect.any(String) });
    await server.context.storage.put('exports/left-behind.json', Buffer.from('{}'));
    await server.context.pool.query("UPDATE account_exports SET expires_at = now() - interval '1 minute'");
    expect((await person.fetch('account/export')).status).toBe(404);
    expect((await person.call('account.getExport', {})).export).toBeNull();
    await removeExpiredExports(server.context, new AbortController().signal);
    expect(await files()).toEqual([]);
  });

  test('that finished while exports were kept for longer is rejected, and deleted with its file', async () => {
    await exported(person);
    const finishedBefore = (age: string) =>
      server.context.pool.query('UPDATE account_exports SET finished_at = now() - $1::interval', [age]);
    const { signal } = new AbortController();
    await finishedBefore('71 hours');
    await removeExpiredExports(server.context, signal);
    expect(await files()).toHaveLength(1);
    expect((await person.fetch('account/export')).status).toBe(200);
    await finishedBefore('73 hours');
    expect((await person.fetch('account/export')).status).toBe(404);
    expect((await person.call('account.getExport', {})).export).toBeNull();
    await removeExpiredExports(server.context, signal);
    expect(await files()).toEqual([]);
  });

  test('goes with the account', async () => {
    await exported(person);
    expect((await deleteMine()).status).toBe(200);
    await expect.poll(files).toEqual([]);
  });

  test('that failed says so, costs nothing and is tried again', async () => {
    const { storage } = server.context;
    const put = vi.spyOn(storage, 'put').mockRejectedValue(new Error('The disk is full.'));
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(await prepared(person)).toMatchObject({ status: 'failed', size: null });
    }
    put.mockRestore();
    expect(await prepared(person)).toMatchObject({ status: 'ready' });
  });

  test('that was lost with its server counts as failed', async () => {
    await server.context.pool.query(
      `INSERT INTO account_exports (uid, id, status, requested_at)
       VALUES ($1, $1, 'preparing', now() - interval '2 hours')`,
      [person.uid],
    );
    expect((await person.call('account.getExport', {})).export).toMatchObject({ status: 'failed' });
    expect(await prepared(person)).toMatchObject({ status: 'ready' });
  });

  test('that is interrupted is prepared by the next run of its job', async () => {
    await server.context.pool.query(
      "INSERT INTO account_exports (uid, id, status, requested_at) VALUES ($1, $1, 'preparing', now())",
      [person.uid],
    );
    const job = { uid: person.uid, exportId: person.uid };
    const stopped = AbortSignal.abort(new Error('The server stops.'));
    await expect(prepareExport(server.context, job, stopped)).rejects.toThrow('The server stops.');
    expect((await person.call('account.getExport', {})).export).toMatchObject({ status: 'preparing' });
    await prepareExport(server.context, job, new AbortController().signal);
    expect((await person.call('account.getExport', {})).export).toMatchObject({ status: 'ready' });
  });
});

/** Requests an export and waits until it is ready. */
async function prepared(by: Person) {
  await by.call('account.requestExport', {});
  const read = async () => (await by.call('account.getExport', {})).export;
  await expect.poll(async () => (await read())?.status).not.toBe('preparing');
  return read();
}

async function exported(by: Person): Promise<Response> {
  expect(await prepared(by)).toMatchObject({ status: 'ready' });
  return by.fetch('account/export');
}

/** Lists the export files in storage; those of earlier tests have expired with their accounts. */
async function files(): Promise<string[]> {
  const { rows } = await server.context.pool.query('SELECT id FROM account_exports WHERE uid <> $1', [
    person.uid,
  ]);
  const ofOthers = new Set(rows.map(({ id }) => `exports/${id}.json`));
  const keys = await Array.fromAsync(server.context.storage.list('exports/'));
  return keys.filter((key) => !ofOthers.has(key));
}
