import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { awaitEmail } from '#test/support/emails.ts';
import { createOwnApp } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';

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

const deleteMine = (email = person.email, by = person) => by.tryCall('account.delete', { email });

describe('deleting an account', () => {
  test('takes everything with it, ends every session, and is confirmed by email', async () => {
    const { secret } = await person.call('tokens.create', { name: 'CI', scopes: ['read'] });
    const elsewhere = await server.signIn(person.email);
    expect(await person.call('account.previewDeletion', {})).toEqual({
      obstacles: [],
      apps: { draft: 0, published: 0, unpublished: 0, removed: 0 },
      sessions: 2,
      tokens: 1,
      notifications: 0,
      request: null,
      leaving: [],
      memberships: 0,
      claims: 0,
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
    await awaitEmail(server, person.email, /was deleted$/);
    // The outbox forgets the email a moment after it arrived.
    await expect.poll(() => tablesWith(person.email)).toEqual([]);
    expect(await tablesWith(person.uid)).toEqual(['audit_events']);
    await server.signUp(person.email);
  });

  test('needs the address once more', async () => {
    const { status, error } = await deleteMine('another@example.org');
    expect([status, error.details?.issues]).toEqual([
      400,
      [{ path: 'email', message: 'This isn’t your account’s email.', sentence: expect.any(Array) }],
    ]);
    expect((await person.tryCall('users.me', {})).status).toBe(200);
  });

  test('is rejected while there are apps, in numbers', async () => {
    const [first = ''] = [await createApp('one'), await createApp('two'), await createApp('three')];
    await setStatus(first, 'published');
    const { status, error } = await deleteMine();
    expect([status, error.status]).toEqual([400, 'FAILED_PRECONDITION']);
    expect(error.message).toBe(
      'You have 3 apps, 1 of them published. Transfer them or have them removed first.',
    );
    expect(error.details).toEqual({
      reason: 'owns-apps',
      apps: { draft: 2, published: 1, unpublished: 0, removed: 0 },
      sentence: expect.any(Array),
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

  test('is rejected for the last admin', async () => {
    const admin = await server.admin();
    const { error } = await admin.tryCall('account.delete', { email: admin.email });
    expect(error.details).toMatchObject({ reason: 'last-admin' });
    expect((await admin.tryCall('users.me', {})).status).toBe(200);
  });

  test('returns what an admin claimed to the queue', async () => {
    const admin = await server.admin();
    const colleague = await server.onboard({}, 'browse');
    await admin.call('users.setRole', { uid: colleague.uid, role: 'admin' });
    await colleague.call('users.me', {});
    const waiting = await createOwnApp(server);
    const versionId = await waiting.submit();
    await colleague.call('reviews.claim', { versionId });
    expect((await deleteMine(colleague.email, colleague)).status).toBe(200);
    expect((await waiting.owner.call('versions.get', { versionId })).version.status).toBe('submitted');
    await admin.call('reviews.claim', { versionId });
  });
});

/** Returns our tables that contain a text anywhere. */
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
