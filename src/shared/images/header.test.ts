import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { makePng, pngChunk, repeatLastScan, wrongCanvas } from '#test/support/pictures.ts';
import { readImageHeader } from './read-header.ts';

const picture = () => sharp({ create: { width: 30, height: 20, channels: 4, background: '#1565c080' } });

test.each([
  ['png', () => picture().png().toBuffer()],
  ['jpeg', () => picture().jpeg().toBuffer()],
  ['jpeg', () => picture().jpeg({ progressive: true }).withMetadata({ orientation: 6 }).toBuffer()],
  ['webp', () => picture().webp().toBuffer()],
  ['webp', () => picture().removeAlpha().webp().toBuffer()],
  ['webp', () => picture().webp({ lossless: true }).toBuffer()],
])('reads type and size of a %s', async (type, make) => {
  expect(readImageHeader(await make())).toEqual({
    type,
    width: 30,
    height: 20,
    isAnimated: false,
    interlacedBytes: 0,
  });
});

test('computes the memory of an interlaced PNG', () => {
  const bytesOf = (form: { depth: 8 | 16; colour: 2 | 3 | 6 }) =>
    readImageHeader(makePng({ width: 30, height: 20, ...form, isInterlaced: true }, deflateSync('')))
      ?.interlacedBytes;
  expect(bytesOf({ depth: 16, colour: 6 })).toBe(30 * 20 * 8);
  expect(bytesOf({ depth: 8, colour: 2 })).toBe(30 * 20 * 3);
  expect(bytesOf({ depth: 8, colour: 3 })).toBe(30 * 20 * 4);
});

test('reads the size of large images', async () => {
  const size = { width: 16_000, height: 9 };
  const wide = () => sharp({ create: { ...size, channels: 3, background: 'red' } });
  for (const bytes of [
    await wide().png().toBuffer(),
    await wide().jpeg().toBuffer(),
    await wide().webp().toBuffer(),
    await wide().webp({ lossless: true }).toBuffer(),
  ]) {
    expect(readImageHeader(bytes)).toMatchObject(size);
  }
});

const frame = (background: string) =>
  sharp({ create: { width: 30, height: 20, channels: 3, background } })
    .png()
    .toBuffer();

test('detects animation', async () => {
  const frames = await Promise.all(['red', 'blue'].map((background) => frame(background)));
  const webp = await sharp(frames, { join: { animated: true } })
    .webp({ loop: 0 })
    .toBuffer();
  expect(readImageHeader(webp)).toMatchObject({ type: 'webp', isAnimated: true });
  const animation = pngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]));
  const png = makePng({ width: 1, height: 1 }, deflateSync(Buffer.alloc(4)), [animation]);
  expect(readImageHeader(png)).toMatchObject({ type: 'png', isAnimated: true });
});

describe('rejects', () => {
  const cases: [string, () => Promise<Uint8Array>][] = [
    ['no bytes', async () => new Uint8Array()],
    ['AVIF', () => picture().avif({ effort: 0 }).toBuffer()],
    ['GIF', () => picture().gif().toBuffer()],
    ['TIFF', () => picture().tiff().toBuffer()],
    ['SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a PNG without pixels', async () => makePng({ width: 9, height: 9 }, new Uint8Array()).subarray(0, 40)],
    ['a PNG without width', async () => makePng({ width: 0, height: 9 }, new Uint8Array(4))],
    [
      'a JPEG of a hundred scans',
      async () => repeatLastScan(await picture().jpeg({ progressive: true }).toBuffer(), 100),
    ],
    [
      'a WebP with a different canvas',
      async () => wrongCanvas(await picture().removeAlpha().webp().toBuffer(), 900, 20),
    ],
  ];
  test.each(cases)('%s', async (_what, make) => {
    expect(readImageHeader(await make())).toBeNull();
  });

  test.each(['png', 'jpeg', 'webp'] as const)(
    'rejects a %s that is cut anywhere in its header',
    async (format) => {
      const whole = await picture().toFormat(format).toBuffer();
      const { width, height } = { width: 30, height: 20 };
      for (let length = 0; length < whole.length; length += 1) {
        const header = readImageHeader(whole.subarray(0, length));
        expect(header === null || (header.width === width && header.height === height)).toBe(true);
      }
    },
  );
});
