import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '#test/support/people.ts';
import { makePng } from '#test/support/pictures.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';

let server: TestServer;
let person: Person;
beforeAll(async () => {
  server = await startTestServer();
  person = await server.signUp('avatar@example.org');
  await server.confirmEmail(person.email);
});
afterAll(() => server[Symbol.asyncDispose]());

const upload = async (picture: Uint8Array | string, query = '') => {
  const response = await person.fetch(`avatars${query}`, { method: 'POST', body: Buffer.from(picture) });
  return { status: response.status, body: await response.json() };
};
const fetchAvatar = async (photoURL: string) => {
  const response = await fetch(`${server.url}${photoURL}`);
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
};

/** 400 by 300 pixels: the left half red, the right half blue. */
const redAndBlue = () =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: 'red' } }).composite([
    { input: { create: { width: 200, height: 300, channels: 3, background: 'blue' } }, left: 200, top: 0 },
  ]);
const colourAt = async (bytes: Buffer, left: number, top: number) => {
  const { data } = await sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer({
    resolveWithObject: true,
  });
  return (data[0] ?? 0) > 128 ? 'red' : 'blue';
};

describe('an avatar', () => {
  test('is made square, 256 pixels wide and WebP, and served for ever under its hash', async () => {
    const { status, body } = await upload(await redAndBlue().png().toBuffer());
    expect(status).toBe(200);
    const { photoURL } = body.result.user;
    expect(photoURL).toMatch(/^avatars\/[0-9a-f]{64}\.webp$/);
    expect((await person.call('users.me', {})).user.photoURL).toBe(photoURL);

    const { response, bytes } = await fetchAvatar(photoURL);
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 });
    expect([await colourAt(bytes, 5, 128), await colourAt(bytes, 250, 128)]).toEqual(['red', 'blue']);
  });

  test('is cut to the square that was chosen', async () => {
    const { body } = await upload(await redAndBlue().jpeg().toBuffer(), '?x=0&y=50&size=200');
    const { bytes } = await fetchAvatar(body.result.user.photoURL);
    expect([await colourAt(bytes, 5, 128), await colourAt(bytes, 250, 128)]).toEqual(['red', 'red']);
  });

  test('is turned upright before it is cut, and loses where it was taken', async () => {
    const picture = await redAndBlue()
      .withExif({ IFD0: { Copyright: 'Ada' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    // Turned clockwise by 90°, it is 300 by 400 pixels with red above.
    const { body } = await upload(picture, '?x=0&y=0&size=200');
    const { bytes } = await fetchAvatar(body.result.user.photoURL);
    expect([await colourAt(bytes, 5, 128), await colourAt(bytes, 250, 128)]).toEqual(['red', 'red']);
    const { exif, orientation } = await sharp(bytes).metadata();
    expect([exif, orientation]).toEqual([undefined, undefined]);
  });

  test('replaces the one before, which is gone', async () => {
    const before = (await person.call('users.me', {})).user.photoURL as string;
    const { body } = await upload(await redAndBlue().png().toBuffer(), '?x=200&y=0&size=100');
    expect(body.result.user.photoURL).not.toBe(before);
    await expect.poll(async () => (await fetchAvatar(before)).response.status).toBe(404);
  });

  test('is removed again', async () => {
    const before = (await person.call('users.me', {})).user.photoURL as string;
    expect((await person.call('users.removeAvatar', {})).user.photoURL).toBeNull();
    await expect.poll(async () => (await fetchAvatar(before)).response.status).toBe(404);
    expect((await person.call('users.removeAvatar', {})).user.photoURL).toBeNull();
  });
});

describe('rejections', () => {
  test.each([
    ['nothing', ''],
    ['text', 'not a picture'],
    ['a page', '<html><script>alert(1)</script></html>'],
    ['a GIF', 'GIF89a'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'],
  ])('%s is no picture', async (_what, content) => {
    const { status, body } = await upload(content);
    expect([status, body.error.status]).toEqual([400, 'INVALID_ARGUMENT']);
    expect(body.error.message).toMatch(/^This image can’t be used. It isn’t a PNG, JPEG or WebP/);
  });

  test('a picture that was cut short', async () => {
    const whole = await redAndBlue().png().toBuffer();
    expect((await upload(whole.subarray(0, whole.length / 2))).status).toBe(400);
  });

  test('a small file that unpacks to a billion pixels, before it is unpacked', async () => {
    const file = makePng({ width: 40_000, height: 25_000 }, deflateSync(Buffer.alloc(1024 * 1024)));
    const before = process.cpuUsage();
    expect((await upload(file)).status).toBe(400);
    const { user } = process.cpuUsage(before);
    expect(user / 1_000_000).toBeLessThan(2);
  });

  test('a file over 5 MiB', async () => {
    const { status, body } = await upload(Buffer.alloc(5 * 1024 ** 2 + 1));
    expect([status, body.error.message]).toEqual([
      400,
      'The image is larger than 5 MiB. Choose a smaller one.',
    ]);
  });

  test.each([
    '?x=0&y=0&size=301',
    '?x=399&y=0&size=2',
    '?x=-1&y=0&size=10',
    '?x=0&y=0&size=0',
    '?x=0',
    '?x=a&y=0&size=1',
  ])('a square outside the picture or incomplete: %s', async (query) => {
    const { status, body } = await upload(await redAndBlue().png().toBuffer(), query);
    expect([status, body.error.status]).toEqual([400, 'INVALID_ARGUMENT']);
  });

  test('an animation', async () => {
    const frames = await Promise.all(
      ['red', 'lime'].map((background) =>
        sharp({ create: { width: 64, height: 64, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const animation = await sharp(frames, { join: { animated: true } })
      .webp({ loop: 0 })
      .toBuffer();
    expect((await upload(animation)).body.error.message).toContain('It’s animated.');
  });

  test('more pictures than an account may send in an hour', async () => {
    const { pool, clock } = server.context;
    const picture = await redAndBlue().png().toBuffer();
    await pool.query('DELETE FROM rate_limits');
    expect((await upload(picture)).status).toBe(200);
    await pool.query('UPDATE rate_limits SET count = 600');
    const response = await person.fetch('avatars', { method: 'POST', body: new Uint8Array(picture) });
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(3_000);
    expect((await response.json()).error.message).toMatch(/^You can upload 600 images an hour. Wait /);
    await pool.query('UPDATE rate_limits SET resets_at = $1', [clock()]);
    expect((await upload(picture)).status).toBe(200);
  });

  test('nobody, and no API token', async () => {
    const anonymous = await fetch(`${server.url}avatars`, { method: 'POST', body: 'x' });
    expect(anonymous.status).toBe(401);
    const { secret } = await person.call('tokens.create', { name: 'x', scopes: ['upload'] });
    const token = await fetch(`${server.url}avatars`, {
      method: 'POST',
      body: 'x',
      headers: { Authorization: `Bearer ${secret}` },
    });
    expect(token.status).toBe(403);
  });

  test.each([
    'avatars/',
    `avatars/${'0'.repeat(64)}.webp`,
    'avatars/..%2f..%2fsecret',
    `avatars/${'0'.repeat(64)}.png`,
  ])('%s does not exist', async (path) => {
    expect((await fetch(`${server.url}${path}`)).status).toBe(404);
  });
});
