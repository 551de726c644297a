import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IDEMPOTENCY_LIMITS } from '#shared/idempotency.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { deleteExpired } from '../people/retention/delete-expired.ts';

let server: TestServer;
let owner: Person;
let secret: string;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.onboard('owner@example.org');
  secret = await createToken(owner);
});
afterAll(() => server[Symbol.asyncDispose]());

const sql = (text: string, values: unknown[] = []) => server.context.pool.query(text, values);
const createToken = async (of: Person) =>
  (await of.call('tokens.create', { name: 'CI', scopes: ['read', 'upload', 'listing', 'webhooks'] })).secret;

interface Keyed {
  readonly key: string;
  readonly by?: string;
}

/** Makes a call as a program, with a key. */
async function call(name: string, data: object, { key, by = secret }: Keyed) {
  const response = await fetch(`${server.url}us-central1/${name}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${by}`,
      'Idempotency-Key': key,
    },
    body: JSON.stringify({ data }),
  });
  const { result, error } = await response.json();
  const { status, headers } = response;
  return { status, result, error, headers, isReplayed: headers.get('Idempotency-Replayed') === 'true' };
}

let count = 0;
function newApp() {
  count += 1;
  return { platform: 'android', applicationId: `org.example.once${count}`, name: 'Once' };
}

async function createApp(): Promise<string> {
  return (await call('apps.create', newApp(), { key: randomUUID() })).result.app.id;
}

const countApps = async (applicationId: string) =>
  (await sql('SELECT FROM apps WHERE application_id = $1', [applicationId])).rowCount;

test('a call with the same key is made once, and gets the same response', async () => {
  const key = randomUUID();
  const input = newApp();
  const first = await call('apps.create', input, { key });
  // The draft writes keys in quotes, and the order of an input's fields says nothing.
  const reordered = Object.fromEntries(Object.entries(input).toReversed());
  const second = await call('apps.create', reordered, { key: `"${key}"` });
  expect([first.status, second.status]).toEqual([200, 200]);
  expect([first.isReplayed, second.isReplayed]).toEqual([false, true]);
  expect(second.result).toEqual(first.result);
  expect(await countApps(input.applicationId)).toBe(1);
});

test('an error is repeated as well', async () => {
  const input = newApp();
  await call('apps.create', input, { key: randomUUID() });
  const key = randomUUID();
  const first = await call('apps.create', input, { key });
  await sql('DELETE FROM apps WHERE application_id = $1', [input.applicationId]);
  const second = await call('apps.create', input, { key });
  expect([first.status, second.status, second.isReplayed]).toEqual([409, 409, true]);
  expect(second.error).toEqual(first.error);
});

test('a key is rejected for another input, or another call', async () => {
  const key = randomUUID();
  await call('apps.create', newApp(), { key });
  for (const response of [
    await call('apps.create', newApp(), { key }),
    await call('apps.deleteLocale', { appId: 'x', locale: 'de' }, { key }),
  ]) {
    expect([response.status, response.error.details.reason]).toEqual([400, 'idempotency-key-reused']);
  }
});

test.each(['', '""', 'two words', 'é', 'x'.repeat(256)])('rejects the key %j', async (key) => {
  const response = await call('apps.create', newApp(), { key });
  // An empty header reaches the server as one without a value.
  expect([response.status, response.error.details.reason]).toEqual([400, 'idempotency-key-invalid']);
});

test('a call that only reads takes no key', async () => {
  const key = randomUUID();
  for (const scope of ['mine', 'mine', 'all']) {
    expect((await call('apps.list', { scope }, { key })).isReplayed).toBe(false);
  }
  expect((await sql('SELECT FROM idempotent_calls WHERE key = $1', [key])).rowCount).toBe(0);
});

test('each token and each user has keys of its own', async () => {
  const key = randomUUID();
  const other = await server.onboard('other@example.org');
  const responses = [];
  for (const by of [secret, await createToken(owner), await createToken(other)]) {
    responses.push(await call('apps.create', newApp(), { key, by }));
  }
  expect(responses.map(({ status, isReplayed }) => [status, isReplayed])).toEqual(
    responses.map(() => [200, false]),
  );
});

/** Sends a call that waits for a lock of its app; resolves once it has reserved its key. */
async function callWhileLocked(appId: string, key: string) {
  const { detailsRevision: revision } = await owner.call('apps.get', { appId });
  const holder = await server.context.pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM apps WHERE id = $1 FOR UPDATE', [appId]);
  const input = { appId, details: { tags: ['sea'] }, revision };
  const response = call('apps.updateDetails', input, { key });
  await expect
    .poll(async () => (await sql('SELECT FROM idempotent_calls WHERE key = $1', [key])).rowCount)
    .toBe(1);
  const unlock = async () => {
    await holder.query('ROLLBACK');
    holder.release();
    return response;
  };
  return { input, unlock };
}

test('a call that still runs is a conflict, and its response is there afterwards', async () => {
  const key = randomUUID();
  const { input, unlock } = await callWhileLocked(await createApp(), key);
  const early = await call('apps.updateDetails', input, { key });
  expect([early.status, early.error.details.reason]).toEqual([409, 'idempotency-key-in-use']);
  expect(early.headers.get('Retry-After')).toBe('1');
  const made = await unlock();
  const late = await call('apps.updateDetails', input, { key });
  expect([made.status, made.isReplayed, late.isReplayed]).toEqual([200, false, true]);
  expect(late.result).toEqual(made.result);
});

const killServerOf = (key: string, committed: boolean) =>
  sql(
    `UPDATE idempotent_calls SET encrypted_response = NULL, finished_at = NULL,
       committed_at = CASE WHEN $2 THEN now() END, lease_until = now() - interval '1 second' WHERE key = $1`,
    [key, committed],
  );

test('a call whose server was killed before it changed anything is made', async () => {
  const key = randomUUID();
  const input = newApp();
  await call('apps.create', input, { key });
  await sql('DELETE FROM apps WHERE application_id = $1', [input.applicationId]);
  await killServerOf(key, false);
  expect((await call('apps.create', input, { key })).isReplayed).toBe(false);
  expect(await countApps(input.applicationId)).toBe(1);
});

test('a call whose server was killed afterwards is not made again', async () => {
  const key = randomUUID();
  const input = newApp();
  await call('apps.create', input, { key });
  await killServerOf(key, true);
  const again = await call('apps.create', input, { key });
  expect([again.status, again.error.details.reason]).toEqual([409, 'response-not-kept']);
});

test('a slow attempt that another one has replaced changes nothing', async () => {
  const key = randomUUID();
  const appId = await createApp();
  const { unlock } = await callWhileLocked(appId, key);
  await sql('UPDATE idempotent_calls SET id = $2 WHERE key = $1', [key, randomUUID()]);
  const { error } = await unlock();
  expect(error.details.reason).toBe('idempotency-key-in-use');
  const { rows } = await sql('SELECT details FROM apps WHERE id = $1', [appId]);
  expect(rows[0].details.tags).toEqual([]);
});

test('secrets in a response are stored encrypted', async () => {
  const key = randomUUID();
  const input = { appId: await createApp(), url: 'https://ci.example/hook', events: ['version.published'] };
  const created = await call('webhooks.create', input, { key });
  expect(created.status).toBe(200);
  const { rows } = await sql('SELECT to_jsonb(c)::text AS row FROM idempotent_calls c WHERE key = $1', [key]);
  expect(rows[0].row).not.toContain(created.result.secret);
  expect((await call('webhooks.create', input, { key })).result).toEqual(created.result);
});

test('an account has a limited number of keys, which are forgotten after a day', async () => {
  const person = await server.onboard('many@example.org');
  const by = await createToken(person);
  const [input, killed] = [newApp(), randomUUID()];
  await call('apps.create', input, { key: killed, by });
  await sql(
    `INSERT INTO idempotent_calls (id, uid, caller_id, key, call, input_sha256, lease_until)
     SELECT 'many-' || n, $1, $1, n::text, 'apps.create', '', now() FROM generate_series(2, $2::int) n`,
    [person.uid, IDEMPOTENCY_LIMITS.perAccount],
  );
  const key = randomUUID();
  const rejected = await call('apps.create', newApp(), { key, by });
  expect([rejected.status, rejected.error.details.reason]).toEqual([429, 'too-many-idempotency-keys']);
  // A key that is already counted can replace an attempt that was killed.
  await sql('DELETE FROM apps WHERE application_id = $1', [input.applicationId]);
  await killServerOf(killed, false);
  const again = await call('apps.create', input, { key: killed, by });
  expect([again.status, again.isReplayed]).toEqual([200, false]);
  await sql(`UPDATE idempotent_calls SET created_at = now() - interval '25 hours' WHERE uid = $1`, [
    person.uid,
  ]);
  expect((await call('apps.create', newApp(), { key, by })).status).toBe(200);
  await deleteExpired(server.context, new AbortController().signal);
  expect((await sql('SELECT FROM idempotent_calls WHERE uid = $1', [person.uid])).rowCount).toBe(1);
});
