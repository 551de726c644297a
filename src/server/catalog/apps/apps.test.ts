import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';

let server: TestServer;
let owner: Person;
let stranger: Person;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer();
  [owner, stranger, admin] = await Promise.all([
    server.onboard('owner@example.org'),
    server.onboard('stranger@example.org'),
    server.admin(),
  ]);
});
afterAll(() => server[Symbol.asyncDispose]());

const newApp = (applicationId: string, name = 'Harbour') => ({
  platform: 'android' as const,
  applicationId,
  name,
});

describe('apps.create', () => {
  test('creates a draft of the caller, and records it', async () => {
    const { app } = await owner.call('apps.create', {
      ...newApp('org.example.first'),
      summary: 'Shows the tide',
    });
    expect(app).toMatchObject({
      ownerUid: owner.uid,
      ownerName: 'Works of owner@example.org',
      platform: 'android',
      applicationId: 'org.example.first',
      name: 'Harbour',
      summary: 'Shows the tide',
      status: 'draft',
      latestVersion: null,
    });
    const { rows } = await server.context.pool.query(
      'SELECT actor_uid, event FROM audit_events WHERE app_id = $1',
      [app.id],
    );
    expect(rows).toEqual([{ actor_uid: owner.uid, event: 'app.created' }]);
    const { apps } = await owner.call('apps.list', { scope: 'mine' });
    expect(apps.map(({ id }) => id)).toContain(app.id);
  });

  test('begins the listing with the description and category that were given', async () => {
    const input = { ...newApp('org.example.described'), description: 'Shows **tides**.', category: 'tools' };
    const { app } = await owner.call('apps.create', input);
    const { listings } = await owner.call('apps.getListing', { appId: app.id });
    expect(listings).toMatchObject([{ texts: { name: 'Harbour', description: 'Shows **tides**.' } }]);
    expect((await owner.call('apps.get', { appId: app.id })).details.category).toBe('tools');
  });

  test('rejects a category that the store does not have, and keeps the id free', async () => {
    const input = { ...newApp('org.example.misfiled'), category: 'unknown' };
    const response = await owner.tryCall('apps.create', input);
    expect([response.status, response.error.details?.issues]).toMatchObject([400, [{ path: 'category' }]]);
    await owner.call('apps.create', { ...input, category: 'tools' });
  });

  test('rejects an id that is taken on the same platform', async () => {
    await owner.call('apps.create', newApp('org.example.taken'));
    for (const person of [owner, stranger]) {
      const response = await person.tryCall('apps.create', newApp('org.example.taken'));
      expect([response.status, response.error.status]).toEqual([409, 'ALREADY_EXISTS']);
      expect(response.error.details).toEqual({
        reason: 'id-taken',
        field: 'applicationId',
        sentence: expect.any(Array),
      });
    }
    await stranger.call('apps.create', { ...newApp('org.example.taken'), platform: 'ios' });
  });

  test('accepts one of many concurrent apps with the same id', async () => {
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => owner.tryCall('apps.create', newApp('org.example.raced'))),
    );
    expect(responses.map((response) => response.status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  });

  test.each([
    ['', 'applicationId'],
    ['one', 'applicationId'],
    ['org..example', 'applicationId'],
    ['org.1example', 'applicationId'],
    ["org.example'; DROP TABLE apps", 'applicationId'],
    [`org.${'x'.repeat(200)}`, 'applicationId'],
  ])('rejects the id %j', async (applicationId, path) => {
    const response = await owner.tryCall('apps.create', newApp(applicationId));
    expect(response.status).toBe(400);
    expect(response.error.details?.issues).toMatchObject([{ path }]);
  });

  test('rejects an empty or overlong name, and unknown fields', async () => {
    for (const name of ['', '   ', 'x'.repeat(81)]) {
      expect((await owner.tryCall('apps.create', newApp('org.example.named', name))).status).toBe(400);
    }
    const response = await owner.tryCall('apps.create', {
      ...newApp('org.example.named'),
      status: 'published',
    });
    expect(response.status).toBe(400);
  });

  test('is not for plain users', async () => {
    const visitor = await server.onboard('visitor@example.org', 'browse');
    expect((await visitor.tryCall('apps.create', newApp('org.example.visitor'))).status).toBe(403);
  });
});

describe('apps.checkId', () => {
  test('returns whether an id is taken on a platform, without revealing by whom', async () => {
    await owner.call('apps.create', newApp('org.example.checked'));
    const id = { platform: 'android', applicationId: 'org.example.checked' } as const;
    expect(await stranger.call('apps.checkId', id)).toEqual({ isTaken: true });
    expect(await stranger.call('apps.checkId', { ...id, platform: 'ios' })).toEqual({ isTaken: false });
    expect((await stranger.tryCall('apps.checkId', { ...id, applicationId: 'org.%' })).status).toBe(400);
    const visitor = await server.onboard('checker@example.org', 'browse');
    expect((await visitor.tryCall('apps.checkId', id)).status).toBe(403);
  });
});

describe('apps.get', () => {
  test('returns the app to its owner and admins, and not_found to others', async () => {
    const { app } = await owner.call('apps.create', newApp('org.example.private'));
    expect((await owner.call('apps.get', { appId: app.id })).app.id).toBe(app.id);
    expect((await admin.call('apps.get', { appId: app.id })).app.id).toBe(app.id);
    const [theirs, unknown] = await Promise.all([
      stranger.tryCall('apps.get', { appId: app.id }),
      stranger.tryCall('apps.get', { appId: 'unknown' }),
    ]);
    expect(theirs.status).toBe(404);
    expect(theirs.error).toEqual(unknown.error);
  });
});

describe('apps.list', () => {
  test('returns the caller’s apps page by page, newest first, each once', async () => {
    const lister = await server.onboard('lister@example.org');
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      ids.unshift((await lister.call('apps.create', newApp(`org.example.list.n${count}`))).app.id);
    }
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await lister.call('apps.list', { scope: 'mine', limit: 2, cursor });
      expect(page.apps.length).toBeLessThanOrEqual(2);
      seen.push(...page.apps.map((app) => app.id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(ids);
  });

  test('sorts by name, status and change, page by page, and filters by platform', async () => {
    const sorter = await server.onboard('sorter@example.org');
    const names = ['beta', 'Alpha', `Ä${'ß'.repeat(49)}`, 'alpha', 'Gamma', 'beta'];
    for (const [at, name] of names.entries()) {
      const platform = at % 2 === 0 ? 'android' : 'ios';
      await sorter.call('apps.create', { ...newApp(`org.example.sort.n${at}`, name), platform });
    }
    const listed = async (sort: 'newest' | 'updated' | 'name' | 'status') => {
      const seen: { id: string; name: string }[] = [];
      let cursor: string | undefined;
      do {
        const page = await sorter.call('apps.list', { scope: 'mine', sort, limit: 2, cursor });
        seen.push(...page.apps);
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      expect(new Set(seen.map(({ id }) => id)).size).toBe(names.length);
      return seen.map(({ name }) => name);
    };
    const byName = (await listed('name')).map((name) => name.toLowerCase());
    expect(byName.filter((name) => /^[a-z]+$/.test(name))).toEqual([
      'alpha',
      'alpha',
      'beta',
      'beta',
      'gamma',
    ]);
    expect(await listed('newest')).toEqual(names.toReversed());
    await Promise.all([listed('updated'), listed('status')]);

    const ios = await sorter.call('apps.list', { scope: 'mine', platform: 'ios' });
    expect(ios.apps.map(({ name }) => name)).toEqual(['beta', 'alpha', 'Alpha']);
    const { nextCursor } = await sorter.call('apps.list', { scope: 'mine', sort: 'name', limit: 1 });
    const mixed = await sorter.tryCall('apps.list', { scope: 'mine', sort: 'updated', cursor: nextCursor });
    expect([mixed.status, mixed.error.status]).toEqual([400, 'INVALID_ARGUMENT']);
  });

  test('searches names and ids literally', async () => {
    const searcher = await server.onboard('searcher@example.org');
    await searcher.call('apps.create', newApp('org.example.percent', '100% Tide'));
    await searcher.call('apps.create', newApp('org.example.other', '1000 Tides'));
    const found = await searcher.call('apps.list', { scope: 'mine', query: '100%' });
    expect(found.apps.map((app) => app.name)).toEqual(['100% Tide']);
    const byId = await searcher.call('apps.list', { scope: 'mine', query: 'EXAMPLE.OTHER' });
    expect(byId.apps.map((app) => app.applicationId)).toEqual(['org.example.other']);
  });

  test('finds one app by its id among the caller’s', async () => {
    const { app } = await owner.call('apps.create', newApp('org.example.one'));
    await owner.call('apps.create', newApp('org.example.another'));
    const idsOf = async (person: Person, scope: 'mine' | 'all' = 'mine') =>
      (await person.call('apps.list', { scope, appId: app.id })).apps.map(({ id }) => id);
    expect(await idsOf(owner)).toEqual([app.id]);
    expect(await idsOf(stranger)).toEqual([]);
    expect(await idsOf(admin)).toEqual([]);
    expect(await idsOf(admin, 'all')).toEqual([app.id]);
  });

  test('returns all apps only to admins', async () => {
    expect((await stranger.tryCall('apps.list', { scope: 'all' })).status).toBe(403);
    const all = await admin.call('apps.list', { scope: 'all', limit: 100 });
    expect(new Set(all.apps.map((app) => app.ownerUid)).size).toBeGreaterThan(1);
    const none = await admin.call('apps.list', { scope: 'all', status: 'published' });
    expect(none.apps).toEqual([]);
  });

  test.each(['x', 'bm90IGpzb24', Buffer.from('["no date","id"]').toString('base64url')])(
    'rejects the cursor %j',
    async (cursor) => {
      const response = await owner.tryCall('apps.list', { scope: 'mine', cursor });
      expect([response.status, response.error.status]).toEqual([400, 'INVALID_ARGUMENT']);
    },
  );
});

test('an app is found by its platform and application id, by those who may see it', async () => {
  const { app } = await owner.call('apps.create', newApp('org.example.found'));
  const find = { platform: 'android', applicationId: 'org.example.found' } as const;
  expect((await owner.call('apps.find', find)).app).toMatchObject({ id: app.id });
  expect((await admin.call('apps.find', find)).app).toMatchObject({ id: app.id });
  expect((await stranger.tryCall('apps.find', find)).status).toBe(404);
  expect((await owner.tryCall('apps.find', { ...find, platform: 'ios' })).status).toBe(404);
});
