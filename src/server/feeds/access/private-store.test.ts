import { createHash, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MAX_READER_TOKENS } from '#shared/settings/reader-calls.ts';
import type { StoreSettings } from '#shared/settings/settings.ts';
import type { Person } from '#test/support/people.ts';
import { publishIpa } from '#test/support/publish-ipa.ts';
import { rebuildWhenFree } from '#test/support/rebuild-when-free.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { publishDirectly } from '#test/support/store.ts';
import { readerTokens } from '../../platform/db/tables/tokens.ts';

const APPLICATION_ID = 'org.example.private';

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
  await publishDirectly(server.context, { applicationId: APPLICATION_ID, versionCode: 1 });
  await publishIpa(server.context, { applicationId: APPLICATION_ID });
  await rebuildWhenFree(server.context, { isForced: true });
});
afterAll(() => server[Symbol.asyncDispose]());

let requests = 0;
/** Requests from a new address each time, so that tests don't reach the limit of requests together. */
function send(path: string, authorization?: string): Promise<Response> {
  requests += 1;
  const address = `198.51.${Math.floor(requests / 250)}.${requests % 250}`;
  return fetch(`${server.url}${path}`, {
    headers: {
      'X-Forwarded-For': address,
      ...(authorization !== undefined && { Authorization: authorization }),
    },
  });
}

const basic = (secret: string, user = 'anyone') =>
  `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`;

const setAccess = (storeAccess: StoreSettings['storeAccess']) =>
  admin.call('settings.update', { settings: { storeAccess } });

const PAGES = [
  'fdroid/repo/',
  'fdroid/repo',
  `fdroid/repo/?app=${APPLICATION_ID}`,
  'catalog/v1/apps',
  'catalog/v1/store',
  `catalog/v1/apps/android/${APPLICATION_ID}`,
  'catalog/v1/releases.atom',
  'catalog/v1/openapi.json',
  'sitemap.xml',
  'sitemap-1.xml',
];

const FILES = [
  'fdroid/repo/entry.jar',
  'fdroid/repo/entry.json',
  'fdroid/repo/index-v1.jar',
  `fdroid/repo/${APPLICATION_ID}_1.apk`,
  'altstore/source.json',
];

async function statusesOf(paths: readonly string[], authorization?: string): Promise<number[]> {
  const responses = await Promise.all(paths.map((path) => send(path, authorization)));
  return [...new Set(responses.map(({ status }) => status))];
}

describe('a store without public pages', () => {
  beforeEach(() => setAccess('hidden'));

  test('has neither pages nor catalog, and its files stay where they are', async () => {
    expect(await statusesOf(PAGES)).toEqual([404]);
    expect(await statusesOf(FILES)).toEqual([200]);
    expect(await (await send('fdroid/repo/')).text()).toBe('This store has no public pages.');
    expect(await (await send('robots.txt')).text()).toBe('User-agent: *\nDisallow: /\n');
  });

  test('is public again at once', async () => {
    await setAccess('public');
    expect(await statusesOf([...PAGES, ...FILES])).toEqual([200]);
    expect((await send(FILES[3] as string)).headers.get('cache-control')).toMatch(/^public, /);
  });
});

describe('a store that asks for a reader token', () => {
  let secret: string;
  let tokenId: string;
  beforeAll(async () => {
    ({
      secret,
      token: { id: tokenId },
    } = await admin.call('readers.create', { name: 'Crew' }));
  });
  beforeEach(() => setAccess('readers'));

  test('gives nothing to anyone without one, and asks for a password', async () => {
    expect(await statusesOf([...PAGES, ...FILES])).toEqual([401]);
    const response = await send('fdroid/repo/entry.jar');
    expect(response.headers.get('www-authenticate')).toBe('Basic realm="Store", charset="UTF-8"');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toMatch(/^This store needs a reader token\./);
    const { error } = (await (await send('catalog/v1/apps')).json()) as { error: { status: string } };
    expect(error.status).toBe('UNAUTHENTICATED');
    expect(await (await send('robots.txt')).text()).not.toContain('Sitemap');
  });

  test('tells calls without access to the app neither its versions nor that it exists', async () => {
    const app = { platform: 'android', applicationId: APPLICATION_ID, deviceId: 'a device' } as const;
    expect(await server.nobody.call('releases.getForDevice', app)).toEqual({ version: null });
    const stranger = await server.onboard('stranger@example.org');
    expect(await stranger.call('releases.getForDevice', app)).toEqual({ version: null });
    expect((await admin.call('releases.getForDevice', app)).version).toMatchObject({ versionCode: 1 });
    const report = { ...app, versionNumber: '1', kind: 'crash' } as const;
    const unknown = { ...report, applicationId: 'org.example.unknown' };
    const { error } = await server.nobody.tryCall('releases.report', report);
    expect(error.status).toBe('NOT_FOUND');
    expect((await server.nobody.tryCall('releases.report', unknown)).error).toEqual(error);
  });

  test('accepts it as a bearer token, and as the password of any user', async () => {
    for (const authorization of [`Bearer ${secret}`, `bearer  ${secret}`, basic(secret), basic(secret, '')]) {
      expect([authorization, await statusesOf([...PAGES, ...FILES], authorization)]).toEqual([
        authorization,
        [200],
      ]);
    }
    expect(await (await send('fdroid/repo/', basic(secret))).text()).toContain('The store is private');
  });

  test('gives its pictures to people who are signed in, and to others with the token alone', async () => {
    const names: string[] = [];
    for (const folder of ['icons', 'graphics']) {
      const bytes = randomBytes(100);
      const name = `${createHash('sha256').update(bytes).digest('hex')}.png`;
      await server.context.storage.put(`${folder}/${name}`, bytes);
      names.push(`${folder}/${name}`);
    }
    expect(await statusesOf(names)).toEqual([401]);
    expect((await send(names[0] as string)).headers.get('www-authenticate')).toMatch(/^Basic /);
    expect(await statusesOf(names, 'Bearer nonsense')).toEqual([401]);
    expect(await statusesOf(names, `Bearer ${secret}`)).toEqual([200]);
    expect(await statusesOf(names, basic(secret))).toEqual([200]);
    expect(await statusesOf(names, `Bearer ${admin.token}`)).toEqual([200]);
    for (const name of names) {
      const shown = await fetch(`${server.url}${name}`, { headers: { Cookie: admin.cookie } });
      expect([shown.status, shown.headers.get('cache-control')]).toEqual([
        200,
        expect.stringMatching(/^private, /),
      ]);
      const forged = await fetch(`${server.url}${name}`, {
        headers: { Cookie: 'quayside.session_token=forged.signature' },
      });
      expect(forged.status).toBe(401);
      expect((await fetch(`${server.url}${name}`, { method: 'HEAD' })).status).toBe(401);
    }
    await setAccess('public');
    expect(await statusesOf(names)).toEqual([200]);
  });

  test('says that AltStore can’t read it, instead of offering its sources', async () => {
    const page = await (await send('fdroid/repo/', basic(secret))).text();
    expect(page).toContain('AltStore and SideStore can’t send a reader token');
    expect(page).not.toContain('altstore-classic:');
    await setAccess('public');
    expect(await (await send('fdroid/repo/')).text()).toContain('altstore-classic:');
  });

  test('keeps responses out of shared caches', async () => {
    for (const path of [...PAGES, ...FILES]) {
      const { headers } = await send(path, basic(secret));
      expect([path, headers.get('cache-control')]).toEqual([
        path,
        expect.stringMatching(/^private, (?!public)/),
      ]);
      expect(headers.get('vary')).toContain('Authorization');
    }
  });

  test.each([
    ['', () => ''],
    ['another token', () => 'Bearer qr_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
    ['the hash of a token', async () => `Bearer ${(await stored()).secretHash}`],
    ['the start of a token', () => `Bearer ${secret.slice(0, -1)}`],
    ['the session of an admin', () => `Bearer ${admin.token}`],
    ['a password that is empty', () => basic('')],
    ['another scheme', () => `Digest ${secret}`],
    ['text that isn’t base64', () => 'Basic ????'],
    ['10,000 characters', () => `Bearer ${'a'.repeat(10_000)}`],
    ['an injection', () => basic("' OR true --")],
  ])('rejects %s', async (_, authorization) => {
    expect(await statusesOf([...PAGES, ...FILES], await authorization())).toEqual([401]);
  });

  async function stored() {
    const [row] = await server.context.db.select().from(readerTokens).where(eq(readerTokens.id, tokenId));
    if (!row) throw new Error('the token is missing');
    return row;
  }

  test('stores only its hash, and shows when it was used', async () => {
    await send('catalog/v1/apps', `Bearer ${secret}`);
    expect(JSON.stringify(await stored())).not.toContain(secret);
    const { tokens } = await admin.call('readers.list', {});
    expect(tokens.find(({ id }) => id === tokenId)).toMatchObject({
      name: 'Crew',
      hint: secret.slice(0, 7),
      lastUsedAt: expect.any(String),
    });
    expect(JSON.stringify(tokens)).not.toContain(secret);
  });

  test('rejects a token once it is revoked', async () => {
    const { token, secret: other } = await admin.call('readers.create', { name: 'Passenger' });
    expect(await statusesOf(FILES, basic(other))).toEqual([200]);
    await admin.call('readers.revoke', { tokenId: token.id });
    expect(await statusesOf([...PAGES, ...FILES], basic(other))).toEqual([401]);
    expect(await (await send('fdroid/repo/', basic(other))).text()).toMatch(/revoked or never existed/);
    expect((await admin.tryCall('readers.revoke', { tokenId: token.id })).error.status).toBe('NOT_FOUND');
    const { entries } = await admin.call('audit.list', { event: 'settings.reader-token-revoked' });
    expect(entries[0]).toMatchObject({ details: { tokenId: token.id, name: 'Passenger' } });
  });

  test('has a limited number of tokens, with names', async () => {
    expect((await admin.tryCall('readers.create', { name: '  ' })).status).toBe(400);
    expect((await admin.tryCall('readers.create', { name: 'x'.repeat(61) })).status).toBe(400);
    await server.context.pool.query(
      `INSERT INTO reader_tokens (id, name, secret_hash, hint)
       SELECT 'filler' || n, 'Filler', 'hash' || n, '' FROM generate_series(1, $1::int) AS n`,
      [MAX_READER_TOKENS],
    );
    const { error } = await admin.tryCall('readers.create', { name: 'One more' });
    expect(error.details?.reason).toBe('too-many-tokens');
    await server.context.pool.query(`DELETE FROM reader_tokens WHERE name = 'Filler'`);
  });
});
