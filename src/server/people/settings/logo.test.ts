import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EventName } from '#shared/events.ts';
import { MAX_LOGO_BYTES } from '#shared/images/limits.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { findUsedKeys } from '../../platform/files/kinds.ts';
import { removeUnused } from '../../platform/files/remove.ts';
import { eraseOldEntries } from '../audit/erase.ts';

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
});
afterAll(() => server[Symbol.asyncDispose]());

const draw = (background: string) =>
  sharp({ create: { width: 400, height: 200, channels: 3, background } })
    .png()
    .toBuffer();
const set = async (picture: Buffer | null, seen: { before?: string | null } = {}) =>
  admin.tryCall('settings.setLogo', { image: picture && picture.toString('base64'), ...seen });
const restore = (logo: string | null, before: string | null) =>
  admin.tryCall('settings.restoreLogo', { logo, before });
const EVENTS: EventName[] = ['settings.updated', 'settings.logo-changed'];
const readHistory = async () => (await admin.call('audit.list', { events: EVENTS })).entries;
const listStored = async () => Array.fromAsync(server.context.storage.list('logos/'));
const readLogo = async () => (await server.nobody.call('settings.get', {})).logo;
const get = (path: string | null) => fetch(`${server.url}${path}`);

describe('the logo', () => {
  test('is none at first', async () => {
    expect(await readLogo()).toBeNull();
  });

  test('is made square without cutting it, and served forever under its hash', async () => {
    expect((await set(await draw('red'))).status).toBe(200);
    const logo = await readLogo();
    expect(logo).toMatch(/^logos\/[0-9a-f]{64}\.png$/);
    const response = await get(logo);
    expect(response.headers.get('cache-control')).toContain('immutable');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 256, height: 256 });
    const corner = await sharp(bytes).extract({ left: 0, top: 0, width: 1, height: 1 }).raw().toBuffer();
    expect(corner.at(-1)).toBe(0);
    expect(await findUsedKeys(server.context.db, [String(logo)])).toContain(logo);
    expect(await (await get('fdroid/repo/')).text()).toContain(`<img src="/quayside/${logo}"`);
  });

  test('is replaced and removed, and the audit log names both sides of each change', async () => {
    const first = await readLogo();
    await set(await draw('blue'));
    const next = await readLogo();
    expect(next).not.toBe(first);
    await set(await draw('blue'));
    await set(null);
    expect(await readLogo()).toBeNull();
    const { entries } = await admin.call('audit.list', { event: 'settings.logo-changed' });
    expect(entries.map(({ details }) => details)).toEqual([
      { change: 'removed', before: next, after: null },
      { change: 'set', before: first, after: next },
      { change: 'set', before: null, after: first },
    ]);
  });

  test('stays stored and served while the audit log names it', async () => {
    const earlier = String((await readHistory())[0]?.details['before']);
    expect(await removeUnused(server.context, [earlier], null)).toEqual([]);
    expect((await get(earlier)).status).toBe(200);
  });
});

describe('two admins', () => {
  test('the later one is told, and nothing is stored', async () => {
    await set(await draw('red'), { before: null });
    const current = await readLogo();
    const stored = await listStored();
    const { status, error } = await set(await draw('green'), { before: null });
    expect([status, error.status]).toEqual([409, 'ABORTED']);
    expect(error.details).toMatchObject({ reason: 'stale', changed: ['logo'] });
    expect((await set(null, { before: null })).status).toBe(409);
    expect(await readLogo()).toBe(current);
    await expect.poll(listStored).toEqual(stored);
    expect((await readHistory())[0]?.details).toMatchObject({ after: current });
    expect((await set(await draw('green'), { before: current })).status).toBe(200);
  });
});

describe('undoing a change', () => {
  test('sets the earlier logo again, and is a change like any other', async () => {
    await admin.call('settings.update', { settings: { tagline: 'Apps for the harbour' } });
    const [update, change] = await readHistory();
    expect([update?.event, change?.event]).toEqual(EVENTS);
    const { before, after } = change!.details as { before: string; after: string };
    expect((await restore(before, after)).status).toBe(200);
    expect(await readLogo()).toBe(before);
    expect((await readHistory())[0]).toMatchObject({
      event: 'settings.logo-changed',
      actorUid: admin.uid,
      details: { change: 'restored', before: after, after: before },
    });
  });

  test('is rejected when someone else changed the logo again', async () => {
    const current = await readLogo();
    const { status, error } = await restore(null, `logos/${'0'.repeat(64)}.png`);
    expect([status, error.details]).toEqual([
      409,
      expect.objectContaining({ reason: 'stale', changed: ['logo'] }),
    ]);
    expect(await readLogo()).toBe(current);
    expect((await restore(null, current)).status).toBe(200);
    expect(await readLogo()).toBeNull();
  });

  test('is rejected for a logo that the log doesn’t name, and for other files', async () => {
    const unnamed = `logos/${'1'.repeat(64)}.png`;
    await server.context.storage.put(unnamed, await draw('red'));
    for (const logo of [unnamed, `logos/${'0'.repeat(64)}.png`, 'logos/../secret', 'feeds/x', '']) {
      const { status, error } = await restore(logo, null);
      expect([logo, status, error.status]).toEqual([logo, 404, 'NOT_FOUND']);
    }
    await server.context.storage.delete(unnamed);
    expect(await readLogo()).toBeNull();
  });

  test('is rejected once the file is gone', async () => {
    const lost = String((await readHistory())[0]?.details['before']);
    await server.context.storage.delete(lost);
    expect((await restore(lost, null)).status).toBe(404);
  });

  test('ends with the retention of the audit log, and the files with it', async () => {
    const keys = await listStored();
    expect(keys.length).toBeGreaterThan(0);
    await eraseOldEntries(server.context.db, new Date(Date.now() + 1_000), new AbortController().signal);
    expect(await removeUnused(server.context, keys, null)).toEqual(keys);
    expect((await restore(String(keys[0]), null)).status).toBe(404);
  });
});

describe('rejections', () => {
  test.each([
    ['text', Buffer.from('not a picture')],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['nothing', Buffer.alloc(0)],
    ['a file over 512 KiB', Buffer.alloc(MAX_LOGO_BYTES + 3)],
  ])('%s is no logo', async (_, picture) => {
    const { status, error } = await set(picture);
    expect([status, error.status]).toEqual([400, 'INVALID_ARGUMENT']);
  });

  test('a picture that was cut short', async () => {
    const picture = await draw('red');
    expect((await set(picture.subarray(0, picture.length - 40))).status).toBe(400);
    expect(await readLogo()).toBeNull();
  });

  test('everyone but admins', async () => {
    const developer = await server.onboard('developer@example.org');
    expect((await developer.tryCall('settings.setLogo', { image: null })).status).toBe(403);
    const nothing = { logo: null, before: null };
    expect((await developer.tryCall('settings.restoreLogo', nothing)).status).toBe(403);
  });

  test.each(['logos/', `logos/${'0'.repeat(64)}.png`, 'logos/..%2f..%2fsecret'])(
    '%s does not exist',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );
});
