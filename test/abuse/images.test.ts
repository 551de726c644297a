import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '#test/support/people.ts';
import { chunkBomb, deflateZeros, makePng, repeatLastScan, wrongCanvas } from '#test/support/pictures.ts';
import { type AttackedServer, MAX_BLOCK_MS, MAX_MEMORY_MB, startAttackedServer } from './server.ts';

/** Nearly as many pixels as are taken at all. */
const LARGE = { width: 7_000, height: 7_000 };
const SIXTEEN_MEGAPIXELS = { width: 4_000, height: 4_000 };

let server: AttackedServer;
let attackers: Person[];
let victim: Person;
let targets: string[];
let zeros: Buffer;
beforeAll(async () => {
  server = await startAttackedServer();
  attackers = await Promise.all([1, 2, 3].map((index) => server.onboard(`attacker${index}@example.org`)));
  victim = await server.onboard('victim@example.org');
  const appIds = await Promise.all(
    attackers.map(async (attacker, index) => {
      const { app } = await attacker.call('apps.create', {
        platform: 'android',
        applicationId: `org.example.pictures${index}`,
        name: 'Pictures',
      });
      return app.id;
    }),
  );
  targets = appIds.map((appId) => `graphics/${appId}/en-US/icon`);
  zeros = deflateZeros(3e8);
});
afterAll(() => server[Symbol.asyncDispose]());

/** Every attacker sends the picture so often as an avatar and as an icon; gives the statuses. */
async function sendByAll(picture: Buffer, times: number): Promise<number[]> {
  const sendings = Array.from({ length: times }, () =>
    attackers.flatMap((attacker, index) =>
      ['avatars', targets[index] ?? ''].map(async (path) => {
        const response = await attacker.fetch(path, { method: 'POST', body: new Uint8Array(picture) });
        await response.text();
        return response.status;
      }),
    ),
  );
  return Promise.all(sendings.flat());
}

async function expectBounded(attack: () => Promise<unknown>): Promise<void> {
  const { longestBlockMs, peakMemoryMb } = await server.measure(attack);
  expect(longestBlockMs).toBeLessThan(MAX_BLOCK_MS);
  expect(peakMemoryMb).toBeLessThan(MAX_MEMORY_MB);
}

const black = (size: { width: number; height: number }) =>
  sharp({ create: { ...size, channels: 3, background: 'black' }, limitInputPixels: false });

test.each([
  ['AVIF', () => black(SIXTEEN_MEGAPIXELS).avif({ effort: 0 }).toBuffer()],
  ['GIF', () => black(SIXTEEN_MEGAPIXELS).gif().toBuffer()],
  ['TIFF', () => black(SIXTEEN_MEGAPIXELS).tiff({ compression: 'deflate' }).toBuffer()],
  ['SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="7000" height="7000"/>')],
])('%s is not even opened', async (_format, make) => {
  const picture = await make();
  await expectBounded(async () => {
    for (const status of await sendByAll(picture, 5)) expect([400, 429, 503]).toContain(status);
  });
});

describe('a decompression bomb takes bounded memory', () => {
  /** The expected result: accepted or too slow to decode, or rejected by its header. */
  const DECODED = [200, 400, 429, 503];
  const REFUSED = [400, 429, 503];
  const cases: [string, number[], () => Promise<Buffer>][] = [
    ['a PNG of a billion pixels', REFUSED, async () => makePng({ width: 40_000, height: 25_000 }, zeros)],
    ['a PNG with a huge colour profile', DECODED, async () => chunkBomb('iCCP', zeros)],
    ['a PNG with a huge text', DECODED, async () => chunkBomb('zTXt', zeros)],
    [
      'an interlaced PNG of 16 bits',
      REFUSED,
      async () =>
        makePng(
          { ...LARGE, depth: 16, colour: 6, isInterlaced: true },
          deflateZeros(LARGE.width * LARGE.height * 8 + 20_000),
        ),
    ],
    [
      'an interlaced PNG of 8 bits',
      DECODED,
      async () =>
        makePng(
          { ...LARGE, depth: 8, colour: 6, isInterlaced: true },
          deflateZeros(LARGE.width * LARGE.height * 4 + 20_000),
        ),
    ],
    ['a progressive JPEG', DECODED, () => black(LARGE).jpeg({ progressive: true }).toBuffer()],
    [
      'a progressive JPEG of a thousand scans',
      REFUSED,
      async () =>
        repeatLastScan(await black(SIXTEEN_MEGAPIXELS).jpeg({ progressive: true }).toBuffer(), 1_000),
    ],
    ['a lossless WebP', DECODED, () => black(LARGE).webp({ lossless: true, effort: 0 }).toBuffer()],
    [
      'a WebP with a small picture on a large canvas',
      REFUSED,
      async () => wrongCanvas(await black({ width: 16, height: 16 }).webp().toBuffer(), 7_000, 7_000),
    ],
  ];
  test.each(cases)('%s', async (_what, expected, make) => {
    const picture = await make();
    await expectBounded(async () => {
      const attack = sendByAll(picture, 1);
      expect((await victim.tryCall('users.me', {})).status).toBe(200);
      for (const status of await attack) expect(expected).toContain(status);
    });
  });
});

test('an account that sends many pictures is told to wait, and others take turns with it', async () => {
  const [attacker] = attackers as [Person];
  const large = new Uint8Array(await black(LARGE).jpeg().toBuffer());
  const small = new Uint8Array(await black({ width: 300, height: 300 }).png().toBuffer());
  const flood = Array.from({ length: 30 }, () => attacker.fetch('avatars', { method: 'POST', body: large }));
  expect((await victim.fetch('avatars', { method: 'POST', body: small })).status).toBe(200);
  const responses = await Promise.all(flood);
  const rejected = responses.filter(({ status }) => status === 429);
  expect(rejected.length).toBeGreaterThan(0);
  for (const response of rejected) {
    expect(response.headers.get('retry-after')).toBe('5');
    expect((await response.json()).error).toMatchObject({
      status: 'RESOURCE_EXHAUSTED',
      details: { reason: 'too-many-pictures' },
    });
  }
});
