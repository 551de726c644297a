import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, startTestServer, type TestServer } from '#test/server.ts';

let server: TestServer;
let person: Person;
beforeAll(async () => {
  server = await startTestServer();
  person = await server.signUp('avatar@example.org');
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
    expect((await fetchAvatar(before)).response.status).toBe(404);
  });

  test('is removed again', async () => {
    const before = (await person.call('users.me', {})).user.photoURL as string;
    expect((await person.call('users.removeAvatar', {})).user.photoURL).toBeNull();
    expect((await fetchAvatar(before)).response.status).toBe(404);
    expect((await person.call('users.removeAvatar', {})).user.photoURL).toBeNull();
  });
});

describe('refusals', () => {
  test.each([
    ['nothing', ''],
    ['text', 'not a picture'],
    ['a page', '<html><script>alert(1)</script></html>'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'],
  ])('%s is no picture', async (_what, content) => {
    const { status, body } = await upload(content);
    expect([status, body.error.status]).toEqual([400, 'INVALID_ARGUMENT']);
    expect(body.error.message).toMatch(/^This is no picture that we can read/);
  });

  test('a picture that was cut short', async () => {
    const whole = await redAndBlue().png().toBuffer();
    expect((await upload(whole.subarray(0, whole.length / 2))).status).toBe(400);
  });

  test('a small file that unpacks to a billion pixels, before it is unpacked', async () => {
    const file = bomb(40_000, 25_000);
    const before = process.cpuUsage();
    expect((await upload(file)).status).toBe(400);
    const { user } = process.cpuUsage(before);
    expect(user / 1_000_000).toBeLessThan(2);
  });

  test('a file over 5 MiB', async () => {
    const { status, body } = await upload(Buffer.alloc(5 * 1024 ** 2 + 1));
    expect([status, body.error.message]).toEqual([
      400,
      'The picture is larger than 5 MiB. Choose a smaller one.',
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

  test('nobody, and no API token', async () => {
    const anonymous = await fetch(`${server.url}avatars`, { method: 'POST', body: 'x' });
    expect(anonymous.status).toBe(401);
    const { secret } = await person.call('tokens.create', { name: 'x', scopes: ['apps:write'] });
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

/** A PNG that says it is so large, with data that would go on for ever. */
function bomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1024 * 1024))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(named, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
