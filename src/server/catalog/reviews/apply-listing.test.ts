import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteExpired } from '#server/people/retention/delete-expired.ts';
import { removeUnused } from '#server/platform/files/remove.ts';
import type { CallInput } from '#shared/calls.ts';
import type { GraphicKind } from '#shared/listings/field-records.ts';
import type { StagedGraphic } from '#shared/listings/graphics.ts';
import { STAGED_LIMITS } from '#shared/listings/limits.ts';
import { problemsSchema } from '#shared/listings/problems.ts';
import type { TokenScope } from '#shared/token-scope.ts';
import { createOwnApp, createPublishedApp, type OwnApp } from '#test/support/own-app.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';

let server: TestServer;
let other: OwnApp;
let app: OwnApp;
let appId: string;
let versionId: string;
beforeAll(async () => {
  server = await startTestServer();
  other = await createOwnApp(server);
  await start();
});
afterAll(() => server[Symbol.asyncDispose]());

/** Begins with another app that has an inspected version. */
async function start(): Promise<void> {
  app = await createOwnApp(server);
  ({ appId } = app);
  ({ id: versionId } = await app.upload());
}

let width = 400;
/** Stages a picture unlike all others. */
async function stage(kind: GraphicKind = 'phoneScreenshots', of = app): Promise<StagedGraphic> {
  const response = await send(kind, of);
  expect(response.status).toBe(200);
  return (await response.json()).result.graphic;
}
async function send(kind: string, of = app, by = of.owner): Promise<Response> {
  width += 1;
  const size = kind === 'icon' ? { width, height: width } : { width, height: width + 300 };
  const picture = sharp({ create: { ...size, channels: 3, background: 'teal' } }).png();
  return by.fetch(`graphics/${of.appId}/${kind}`, {
    method: 'POST',
    body: new Uint8Array(await picture.toBuffer()),
  });
}

const apply = (changes: Omit<CallInput<'apps.applyListing'>, 'appId'>, of = app) =>
  of.owner.tryCall('apps.applyListing', { appId: of.appId, ...changes });
const problemsOf = async (changes: Parameters<typeof apply>[0]) => {
  const { error } = await apply(changes);
  expect(error?.details?.['reason']).toBe('not-applied');
  return problemsSchema.parse(error.details?.['problems']).map(({ path, reason }) => [path, reason]);
};
/** Everything that the call may change. */
const readAll = async () => {
  const { listings, graphics } = await app.owner.call('apps.getListing', { appId });
  const { version } = await app.owner.call('versions.get', { versionId });
  const { rows } = await server.context.pool.query('SELECT * FROM staged_graphics ORDER BY id');
  const { rows: events } = await server.context.pool.query('SELECT count(*) FROM audit_events');
  return { listings, graphics, version, staged: rows, events };
};

describe('apps.applyListing', () => {
  test('changes texts, release notes and pictures and submits, all together', async () => {
    const [first, second, icon] = [await stage(), await stage(), await stage('icon')];
    expect(first).toMatchObject({ kind: 'phoneScreenshots', findings: [], expiresAt: expect.any(String) });
    const { status, result } = await apply({
      texts: { 'en-US': { summary: ' Together ' }, de: { name: 'Zusammen' } },
      changelogs: { de: { '1': 'Neu' } },
      graphics: { 'en-US': { phoneScreenshots: [second.id, first.id], icon: [icon.id] } },
      submission: { versionId, track: 'beta' },
    });
    expect([status, result.skipped]).toEqual([200, []]);
    expect(result.version).toMatchObject({ status: 'submitted', releaseNotes: { de: 'Neu' } });
    const { listings, graphics } = await app.owner.call('apps.getListing', { appId });
    expect(listings.map(({ locale, texts }) => [locale, texts.name, texts.summary])).toEqual([
      ['de', 'Zusammen', ''],
      ['en-US', app.name, 'Together'],
    ]);
    expect(graphics.map(({ kind, id }) => [kind, id])).toEqual([
      ['icon', icon.id],
      ['phoneScreenshots', second.id],
      ['phoneScreenshots', first.id],
    ]);
    // Staged pictures are used up, and a repetition finds what it wanted.
    expect((await server.context.pool.query('SELECT FROM staged_graphics')).rowCount).toBe(0);
    const again = { graphics: { 'en-US': { phoneScreenshots: [second.id, first.id] } } };
    expect((await apply({ ...again, submission: { versionId } })).result.version?.status).toBe('submitted');
    await start();
  });

  test('changes details with the rest of it, or not at all', async () => {
    const website = 'https://example.org/together';
    const detailsOf = async () => (await app.owner.call('apps.get', { appId })).details;
    const before = await detailsOf();
    const tooLong = { 'en-US': { summary: 'x'.repeat(81) } };
    expect(await problemsOf({ details: { website }, texts: tooLong })).toEqual([
      ['texts.en-US.summary', 'invalid-text'],
    ]);
    const wrong = await apply({ details: { website, category: 'nowhere' } });
    expect([wrong.status, await detailsOf()]).toEqual([400, before]);
    expect((await apply({ details: { website, tags: ['tides'] } })).status).toBe(200);
    expect(await detailsOf()).toEqual({ ...before, website, tags: ['tides'] });
    await start();
  });

  test('publishes what it names of a live app, and no other draft', async () => {
    const published = await createPublishedApp(server);
    const { owner, appId: publishedId } = published;
    const { detailsRevision: revision } = await owner.call('apps.get', { appId: publishedId });
    await owner.call('apps.updateDetails', {
      appId: publishedId,
      revision,
      details: { website: 'https://example.org/', license: 'MIT' },
    });
    const { result } = await apply({ details: { license: 'MIT', tags: ['tides'] } }, published);
    expect(result).toMatchObject({
      live: [
        { locale: '', field: 'tags' },
        { locale: '', field: 'license' },
      ],
      waiting: [],
    });
    const { unpublished } = await owner.call('apps.getListing', { appId: publishedId });
    expect(unpublished.map(({ field, status }) => [field, status])).toEqual([['website', 'draft']]);
  });

  test('finds what it wanted again when the place had the content of a staged picture', async () => {
    const first = await stage();
    const graphicsOf = (id: string) => ({ graphics: { pl: { phoneScreenshots: [id] } } });
    await apply(graphicsOf(first.id));
    width -= 1;
    const same = await stage();
    const statuses = [await apply(graphicsOf(same.id)), await apply(graphicsOf(same.id))];
    expect(statuses.map(({ status }) => status)).toEqual([200, 200]);
    const { graphics } = await app.owner.call('apps.getListing', { appId });
    expect(graphics.flatMap(({ locale, id }) => (locale === 'pl' ? id : []))).toEqual([first.id]);
    await start();
  });

  test('takes more than other calls, as much as a listing may have', async () => {
    const note = 'x'.repeat(20_000);
    const notes = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [String(at + 1), note]));
    const problems = await problemsOf({ changelogs: { de: notes, fr: notes, it: notes } });
    expect(problems).toContainEqual(['changelogs.it.1', 'invalid-text']);
  });

  test('replaces, orders and deletes the pictures of the kinds that it names', async () => {
    const [a, b, icon] = [await stage(), await stage(), await stage('icon')];
    await apply({ graphics: { de: { phoneScreenshots: [a.id, b.id], icon: [icon.id] } } });
    const added = await stage();
    await apply({ graphics: { de: { phoneScreenshots: [added.id, a.id] } } });
    const idsOf = async () =>
      (await app.owner.call('apps.getListing', { appId })).graphics.map(({ id }) => id);
    expect(await idsOf()).toEqual([icon.id, added.id, a.id]);
    await apply({ graphics: { de: { phoneScreenshots: [], icon: [] } } });
    expect(await idsOf()).toEqual([]);
  });

  test('reports every problem at once and changes nothing', async () => {
    const [own, used, icon] = [await stage(), await stage(), await stage('icon')];
    const foreign = await stage('phoneScreenshots', other);
    await apply({ graphics: { 'en-US': { phoneScreenshots: [used.id] } } });
    await app.owner.call('versions.submit', { versionId });
    await app.owner.call('versions.withdraw', { versionId });
    await server.context.pool.query(
      `UPDATE app_listings SET texts = texts || '{"description": ""}' WHERE app_id = $1`,
      [appId],
    );
    const before = await readAll();
    const problems = await problemsOf({
      texts: { 'en-US': { name: '', summary: 'x'.repeat(81) }, de: { video: 'none', name: 'Fine' } },
      changelogs: { de: { '7': 'x'.repeat(501) } },
      graphics: {
        'en-US': { phoneScreenshots: [own.id, own.id, foreign.id, used.id, icon.id] },
        de: { phoneScreenshots: [used.id] },
      },
      submission: { versionId, releaseNotes: { fr: 'x'.repeat(501) } },
    });
    expect(problems).toEqual([
      ['texts.en-US.name', 'invalid-text'],
      ['texts.en-US.summary', 'invalid-text'],
      ['texts.de.video', 'invalid-text'],
      ['changelogs.de.7', 'invalid-text'],
      ['graphics.en-US.phoneScreenshots.1', 'picture-repeated'],
      ['graphics.en-US.phoneScreenshots.2', 'picture-not-staged'],
      ['graphics.en-US.phoneScreenshots.4', 'picture-kind'],
      ['graphics.de.phoneScreenshots.0', 'picture-not-staged'],
      ['submission.releaseNotes.fr', 'invalid-text'],
      ['submission', 'incomplete-listing'],
    ]);
    expect(await readAll()).toEqual(before);
    await start();
  });

  test('changes nothing when only the submission is denied', async () => {
    const picture = await stage();
    const changes = {
      texts: { 'en-US': { summary: 'Another one' } },
      graphics: { 'en-US': { phoneScreenshots: [picture.id] } },
    };
    const { id: foreign } = await other.upload();
    const incomplete = { appId, fileName: 'app.apk', size: 10 };
    const { version: uploading } = await app.owner.call('versions.create', incomplete);
    const before = await readAll();
    expect(await problemsOf({ ...changes, submission: { versionId: uploading.id } })).toEqual([
      ['submission', 'not-inspected'],
      // Its package has no icon yet.
      ['submission', 'incomplete-listing'],
    ]);
    expect(await readAll()).toEqual(before);
    const elsewhere = await apply({ ...changes, submission: { versionId: foreign } });
    expect([elsewhere.status, elsewhere.error.status]).toEqual([404, 'NOT_FOUND']);
    expect(await readAll()).toEqual(before);
  });

  test('changes nothing when the transaction fails at its end', async () => {
    const picture = await stage();
    const before = await readAll();
    // As if the server was killed before the commit.
    await server.context.pool.query(`
      CREATE FUNCTION fail_submission() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE EXCEPTION 'killed'; END $$;
      CREATE CONSTRAINT TRIGGER fail_submission AFTER UPDATE ON versions DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION fail_submission();`);
    const { status } = await apply({
      texts: { 'en-US': { summary: 'Never' } },
      graphics: { 'en-US': { phoneScreenshots: [picture.id] } },
      submission: { versionId },
    });
    await server.context.pool.query('DROP FUNCTION fail_submission CASCADE');
    expect(status).toBe(500);
    expect(await readAll()).toEqual(before);
  });

  test('uses a staged picture once, however often it is called at a time', async () => {
    const picture = await stage();
    const locales = ['de', 'fr', 'it'];
    const responses = await Promise.all(
      locales.map((locale) => apply({ graphics: { [locale]: { phoneScreenshots: [picture.id] } } })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const { graphics } = await app.owner.call('apps.getListing', { appId });
    expect(graphics.filter(({ id }) => id === picture.id)).toHaveLength(1);
  });

  test('has its effect once with an idempotency key', async () => {
    const { secret } = await app.owner.call('tokens.create', { name: 'CI', scopes: ['listing'] });
    const picture = await stage();
    const data = { appId, graphics: { sv: { icon: [], tvScreenshots: [picture.id] } } };
    const key = randomUUID();
    const staged = await stage('tvScreenshots');
    const right = { ...data, graphics: { sv: { tvScreenshots: [staged.id] } } };
    const call = (input: object, idempotencyKey: string) =>
      fetch(`${server.url}us-central1/apps.applyListing`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${secret}`,
          'content-type': 'application/json',
          'idempotency-key': idempotencyKey,
        },
        body: JSON.stringify({ data: input }),
      });
    const first = await call(right, key);
    const second = await call(right, key);
    expect([first.status, second.status, second.headers.get('idempotency-replayed')]).toEqual([
      200,
      200,
      'true',
    ]);
    expect(await second.json()).toEqual(await first.json());
    expect((await call(data, key)).status).toBe(400);
  });

  test.each<[TokenScope[], 'this' | 'other', boolean, number]>([
    [['listing'], 'this', false, 200],
    [['listing'], 'this', true, 403],
    [['submit'], 'this', true, 403],
    [['listing', 'submit'], 'other', false, 404],
  ])(
    'needs the scopes of all that it does: %j, limited to %s app',
    async (scopes, limit, submits, expected) => {
      const { secret } = await app.owner.call('tokens.create', {
        name: 'CI',
        scopes,
        appIds: [limit === 'this' ? appId : await secondApp()],
      });
      const data = { appId, texts: { 'en-US': { summary: 'By a program' } } };
      const response = await fetch(`${server.url}us-central1/apps.applyListing`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify({ data: submits ? { ...data, submission: { versionId } } : data }),
      });
      expect(response.status).toBe(expected);
    },
  );
});

async function secondApp(): Promise<string> {
  return (await createOwnApp(server, { owner: app.owner })).appId;
}

describe('a staged picture', () => {
  const filesLeft = async () => {
    const keys: string[] = [];
    for await (const key of server.context.storage.list('graphics/')) keys.push(key);
    await removeUnused(server.context, keys, null);
    const left: string[] = [];
    for await (const key of server.context.storage.list('graphics/')) left.push(key);
    return left.length;
  };

  test('expires after a day, and then its file is deleted', async () => {
    const before = await filesLeft();
    const picture = await stage();
    expect(await filesLeft()).toBe(before + 1);
    const { rowCount } = await server.context.pool.query(
      `UPDATE staged_graphics SET expires_at = now() WHERE id = $1 AND expires_at > now() + interval '23 hours'`,
      [picture.id],
    );
    expect(rowCount).toBe(1);
    const graphics = { 'en-US': { phoneScreenshots: [picture.id] } };
    expect(await problemsOf({ graphics })).toEqual([
      ['graphics.en-US.phoneScreenshots.0', 'picture-not-staged'],
    ]);
    await deleteExpired(server.context, new AbortController().signal);
    expect(await filesLeft()).toBe(before);
  });

  test('keeps its file when it is applied', async () => {
    const picture = await stage();
    await apply({ graphics: { 'en-US': { wearScreenshots: [], phoneScreenshots: [picture.id] } } });
    await filesLeft();
    const { graphics } = await app.owner.call('apps.getListing', { appId });
    const path = graphics.find(({ id }) => id === picture.id)?.path ?? '';
    expect((await server.nobody.fetch(path)).status).toBe(200);
  });

  test('counts towards the limits of its app and of its account', async () => {
    const fill = (of: OwnApp, uid: string, { size, count }: { size: number; count: number }) =>
      server.context.pool.query(
        `INSERT INTO staged_graphics (id, app_id, uploaded_by_uid, kind, key, sha256, size, width, height, expires_at)
         SELECT 'filled' || i, $1, $2, 'icon', 'graphics/x', 'x', $3, 1, 1, now() + interval '1 hour'
         FROM generate_series(1, $4::int) AS i`,
        [of.appId, uid, size, count],
      );
    for (const [of, uid, size, count] of [
      [app, other.owner.uid, 1, STAGED_LIMITS.graphics],
      [other, app.owner.uid, 1, STAGED_LIMITS.graphics],
      [app, other.owner.uid, STAGED_LIMITS.bytes, 1],
    ] as const) {
      await fill(of, uid, { size, count });
      const response = await send('phoneScreenshots');
      expect([response.status, (await response.json()).error.details.reason]).toEqual([
        400,
        'too-many-staged-pictures',
      ]);
      await server.context.pool.query(`DELETE FROM staged_graphics WHERE id LIKE 'filled%'`);
    }
    for (const [size, count, left] of [
      [1, STAGED_LIMITS.graphics, STAGED_LIMITS.graphics - 1],
      [STAGED_LIMITS.bytes, 1, 0],
    ] as const) {
      await start();
      await fill(app, app.owner.uid, { size, count });
      const { id } = await stage();
      const { rows } = await server.context.pool.query<{ id: string }>(
        'SELECT id FROM staged_graphics WHERE app_id = $1',
        [appId],
      );
      const ids = rows.map((row) => row.id);
      // The oldest one made room.
      expect([ids.length, ids.includes(id), ids.includes('filled1')]).toEqual([left + 1, true, false]);
      await server.context.pool.query(`DELETE FROM staged_graphics WHERE id LIKE 'filled%'`);
    }
  });

  test('is for maintainers alone, and for known kinds', async () => {
    expect((await send('phoneScreenshots', app, other.owner)).status).toBe(404);
    expect((await send('phoneScreenshots', app, await server.admin())).status).toBe(403);
    expect((await send('phoneScreenshots', app, server.nobody)).status).toBe(401);
    expect((await (await send('poster')).json()).error.details.issues).toMatchObject([{ path: 'kind' }]);
  });
});
