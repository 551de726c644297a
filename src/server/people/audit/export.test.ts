import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_EXPORTED_ENTRIES } from '#shared/audit/calls.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { entryLine } from './csv.ts';

let server: TestServer;
let admin: Person;
let person: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
  person = await server.onboard('person@example.org', 'browse');
});
afterAll(() => server[Symbol.asyncDispose]());

const exportBy = (who: Person, query = '') => who.fetch(`audit/export${query}`);

/** Adds this many entries of one actor, without chaining them, which would take long. */
async function addEntries(actorUid: string, count: number): Promise<void> {
  const client = await server.context.pool.connect();
  await client.query("SET session_replication_role = 'replica'");
  await client.query(
    `INSERT INTO audit_events (event, actor_uid, details) SELECT 'user.verified', $1, '{}' FROM generate_series(1, $2)`,
    [actorUid, count],
  );
  client.release(true);
}

test('contains what the filters select, newest first, over several batches', async () => {
  await addEntries('actor-of-many', 250);
  const response = await exportBy(admin, '?actorUid=actor-of-many');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="audit-log-[\d-]+\.csv"$/,
  );
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(Array.from(bytes.subarray(0, 3))).toEqual([0xef, 0xbb, 0xbf]);
  const [heading, ...lines] = new TextDecoder().decode(bytes).trimEnd().split('\r\n');
  expect(heading).toBe(
    '"id","time","event","description","actor","actor_uid","app","app_id","version","version_id","subject","subject_uid","details"',
  );
  expect(lines).toHaveLength(250);
  const ids = lines.map((line) => Number(/^"(\d+)"/.exec(line)?.[1]));
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  expect(new Set(ids).size).toBe(250);
  expect(lines[0]).toMatch(/^"\d+","\d{4}-\d\d-\d\dT[\d:.]+Z","user\.verified"/);
});

test('is an entry of the log itself, with the filters', async () => {
  await (await exportBy(admin, '?event=user.onboarded')).text();
  const { entries } = await admin.call('audit.list', { event: 'audit.exported' });
  expect(entries[0]).toMatchObject({
    actorUid: admin.uid,
    details: { entries: 1, filter: { event: 'user.onboarded' } },
  });
});

test('is rejected when the filters select too many entries, and says what helps', async () => {
  await addEntries('actor-of-too-many', MAX_EXPORTED_ENTRIES + 1);
  const response = await exportBy(admin, '?actorUid=actor-of-too-many');
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    error: {
      status: 'FAILED_PRECONDITION',
      message: expect.stringMatching(/more than 50,000 entries\. Choose fewer days/),
    },
  });
});

test.each(['?from=yesterday', '?to=2500-01-01T00:00:00Z', `?event=${'x'.repeat(101)}`])(
  'rejects %s',
  async (query) => {
    const response = await exportBy(admin, query);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { status: 'INVALID_ARGUMENT' } });
  },
);

describe('rejects', () => {
  test('everyone who isn’t signed in', async () => {
    expect((await fetch(`${server.url}audit/export`)).status).toBe(401);
  });

  test('everyone but admins', async () => {
    expect((await exportBy(person)).status).toBe(403);
  });

  test('API tokens, even an admin’s', async () => {
    const { secret } = await admin.call('tokens.create', { name: 'CI', scopes: ['read'] });
    const response = await fetch(`${server.url}audit/export`, {
      headers: { Authorization: `Bearer ${secret}` },
    });
    expect(response.status).toBe(403);
  });

  test('an admin who exports too often', async () => {
    const often = await server.onboard('often@example.org', 'browse');
    await admin.call('users.setRole', { uid: often.uid, role: 'admin' });
    const statuses: number[] = [];
    for (let count = 0; count < 21; count += 1) {
      const response = await exportBy(often, '?event=app.created');
      await response.arrayBuffer();
      statuses.push(response.status);
    }
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
  });
});

describe('a cell', () => {
  const cellOf = (actorName: string) =>
    entryLine({
      id: 1,
      at: '2026-01-01T00:00:00.000Z',
      event: 'app.created',
      actorUid: 'a',
      actorName,
      appId: null,
      appName: null,
      versionId: null,
      versionTitle: null,
      subjectUid: null,
      subjectName: null,
      details: {},
    }).split('"app.created",')[1];

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1'])(
    'that begins like a formula is a text: %j',
    (name) => {
      expect(cellOf(name)).toContain(`,"'${name}","a",`);
      expect(cellOf(name)).toMatch(/^"'/);
    },
  );

  test('keeps quotes, commas, line breaks and other scripts', () => {
    expect(cellOf('Ada "the\nfirst", Łódź 港')).toContain(',"Ada ""the\nfirst"", Łódź 港","a",');
  });
});
