import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { awaitLetter } from '#test/outbox.ts';
import { type Person, startTestServer, type TestServer } from '#test/server.ts';

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
const setStatus = (appId: string, status: string) =>
  server.context.pool.query('UPDATE apps SET status = $2 WHERE id = $1', [appId, status]);

const deleteMine = (email = person.email) => person.tryCall('account.delete', { email });

describe('deleting an account', () => {
  test('takes everything with it, ends every session, and is told by mail', async () => {
    const { secret } = await person.call('tokens.create', { name: 'CI', scopes: ['apps:read'] });
    const elsewhere = await server.signIn(person.email);
    expect(await person.call('account.previewDeletion', {})).toEqual({
      obstacles: [],
      apps: { draft: 0, published: 0, unpublished: 0, removed: 0 },
      sessions: 2,
      tokens: 1,
      notifications: 0,
    });

    expect((await deleteMine(person.email.toUpperCase())).status).toBe(200);
    for (const gone of [person, elsewhere]) expect((await gone.tryCall('users.me', {})).status).toBe(401);
    const program = await fetch(`${server.url}us-central1/apps.list`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}` },
      body: '{"data":{"scope":"mine"}}',
    });
    expect(program.status).toBe(401);
    await expect(server.signIn(person.email)).rejects.toThrow('401');
    await awaitLetter(server, person.email, /was deleted$/);
    expect(await tablesWith(person.email)).toEqual([]);
    expect(await tablesWith(person.uid)).toEqual(['audit_events']);
    await server.signUp(person.email);
  });

  test('needs the address once more', async () => {
    const { status, error } = await deleteMine('another@example.org');
    expect([status, error.details?.issues]).toEqual([
      400,
      [{ path: 'email', message: 'This is not the address of your account.' }],
    ]);
    expect((await person.tryCall('users.me', {})).status).toBe(200);
  });

  test('is refused while there are apps, in numbers', async () => {
    const [first = ''] = [await createApp('one'), await createApp('two'), await createApp('three')];
    await setStatus(first, 'published');
    const { status, error } = await deleteMine();
    expect([status, error.status]).toEqual([400, 'FAILED_PRECONDITION']);
    expect(error.message).toBe(
      'You have 3 apps, 1 of them published. Hand them over or have them removed first.',
    );
    expect(error.details).toEqual({
      reason: 'owns-apps',
      apps: { draft: 2, published: 1, unpublished: 0, removed: 0 },
    });
    const { obstacles } = await person.call('account.previewDeletion', {});
    expect(obstacles).toEqual([{ reason: 'owns-apps', message: error.message }]);
  });

  test('leaves removed apps on record, with nobody behind them', async () => {
    const appId = await createApp('gone');
    await setStatus(appId, 'removed');
    expect((await deleteMine()).status).toBe(200);
    const admin = await server.admin();
    const { app } = await admin.call('apps.get', { appId });
    expect(app).toMatchObject({ status: 'removed', ownerName: 'Deleted account' });
    await expect(server.signIn('deleted@account.invalid')).rejects.toThrow('401');
    const { users } = await admin.call('users.list', { query: 'deleted' });
    expect(users).toEqual([]);
  });

  test('is refused for the last admin', async () => {
    const admin = await server.admin();
    const { error } = await admin.tryCall('account.delete', { email: admin.email });
    expect(error.details).toMatchObject({ reason: 'last-admin' });
    expect((await admin.tryCall('users.me', {})).status).toBe(200);
  });
});

/** The tables of ours in which a text stands anywhere. */
async function tablesWith(text: string): Promise<string[]> {
  const { pool } = server.context;
  const { rows } = await pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const hits = await pool.query(`SELECT 1 FROM "${name}" t WHERE position($1 IN t::text) > 0 LIMIT 1`, [
      text,
    ]);
    if (hits.rowCount) found.push(name);
  }
  return found;
}

describe('the export', () => {
  test('is a file with everything about the person, and without what protects the account', async () => {
    const appId = await createApp('mine');
    const { secret } = await person.call('tokens.create', { name: 'CI', scopes: ['apps:read'] });
    await server.context.pool.query(
      `INSERT INTO notifications (id, user_id, type, title, message)
       SELECT $1 || n, $1, 'system_message', 'Title ' || n, 'M' FROM generate_series(1, 1234) n`,
      [person.uid],
    );
    const response = await person.fetch('account/export');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="quayside-account-\d{4}-\d\d-\d\d\.json"$/,
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
    const text = await response.text();
    const data = JSON.parse(text);
    expect(data.user).toMatchObject({ uid: person.uid, email: person.email, termsVersion: '1' });
    expect(data.apps).toMatchObject([{ id: appId }]);
    expect(data.sessions).toHaveLength(1);
    expect(data.tokens).toMatchObject([{ name: 'CI', scopes: ['apps:read'] }]);
    expect(data.notifications).toHaveLength(1234);
    expect(data.events.map(({ event }: { event: string }) => event)).toEqual([
      'user.onboarded',
      'app.created',
      'token.created',
    ]);
    expect(text).not.toContain(secret.slice(8));
    expect(text).not.toMatch(/argon2|hash/i);
  });

  test('reads every table that hangs on a person, but for what protects the account', async () => {
    const { rows } = await server.context.pool.query<{ name: string }>(
      `SELECT DISTINCT conrelid::regclass::text AS name FROM pg_constraint
       WHERE contype = 'f' AND confrelid IN ('users'::regclass, 'auth_users'::regclass) ORDER BY 1`,
    );
    const source = await readFile(new URL('./export.ts', import.meta.url), 'utf8');
    const unread = rows.map(({ name }) => name).filter((name) => !source.includes(`FROM ${name} `));
    expect(unread).toEqual(['auth_accounts', 'auth_two_factors', 'users']);
  });

  test('has nothing of others', async () => {
    const other = await server.onboard(`other${next}@example.org`);
    const admin = await server.admin();
    await admin.call('users.suspend', { uid: other.uid, reason: 'A private reason.' });
    const text = await (await person.fetch('account/export')).text();
    expect(text).not.toContain(other.uid);
    const mine = await (await admin.fetch('account/export')).json();
    expect(mine.events.at(-1)).toMatchObject({ event: 'user.suspended', byYou: true, details: null });
  });

  test('is for people who are signed in', async () => {
    expect((await fetch(`${server.url}account/export`)).status).toBe(401);
    const { secret } = await person.call('tokens.create', { name: 'CI', scopes: ['apps:read'] });
    const program = await fetch(`${server.url}account/export`, {
      headers: { Authorization: `Bearer ${secret}` },
    });
    expect(program.status).toBe(403);
  });

  test('that is cut short gives its connection back', async () => {
    await server.context.pool.query(
      `INSERT INTO notifications (id, user_id, type, title, message)
       SELECT $1 || n, $1, 'system_message', repeat('x', 2000), 'M' FROM generate_series(1, 20000) n`,
      [person.uid],
    );
    for (let count = 0; count < 25; count += 1) {
      const response = await person.fetch('account/export');
      await response.body?.cancel();
    }
    expect((await person.tryCall('users.me', {})).status).toBe(200);
  });
});
