import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_LOGO_BYTES } from '#shared/images/limits.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { findUsedKeys } from '../../platform/files/kinds.ts';

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
const set = async (picture: Buffer | null) =>
  admin.tryCall('settings.setLogo', { image: picture && picture.toString('base64') });
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

  test('is replaced and removed with its file, and both are in the audit log', async () => {
    const before = await readLogo();
    await set(await draw('blue'));
    const next = await readLogo();
    expect(next).not.toBe(before);
    await expect.poll(async () => (await get(before)).status).toBe(404);
    await set(await draw('blue'));
    await set(null);
    expect(await readLogo()).toBeNull();
    await expect.poll(async () => (await get(next)).status).toBe(404);
    const { entries } = await admin.call('audit.list', { event: 'settings.logo-changed' });
    expect(entries.map(({ details }) => details.change)).toEqual(['removed', 'set', 'set']);
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
  });

  test.each(['logos/', `logos/${'0'.repeat(64)}.png`, 'logos/..%2f..%2fsecret'])(
    '%s does not exist',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );
});
