import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { makePng, solidPng } from '#test/support/pictures.ts';
import { hashIcon, MAX_ICON_DIFFERENCE } from './icon-hash.ts';

const { sharp } = await import('../../platform/images/sharp.ts');

type Color = readonly [number, number, number];
const WHITE: Color = [255, 255, 255];
const BLUE: Color = [21, 101, 192];
const SIZE = 512;

/** Returns true where a sign covers a point of the unit square. */
type Sign = (x: number, y: number) => boolean;

const inside = (value: number, from: number, to: number) => value >= from && value < to;

/** Signs of a few shapes each, from a number. */
function signOf(seed: number): Sign {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const shapes = Array.from({ length: 5 }, () => ({
    isRound: next() > 0.5,
    x: 0.15 + next() * 0.5,
    y: 0.15 + next() * 0.5,
    width: 0.1 + next() * 0.3,
    height: 0.1 + next() * 0.3,
  }));
  return (x, y) =>
    shapes.some((one) =>
      one.isRound
        ? ((x - one.x - one.width / 2) / (one.width / 2)) ** 2 +
            ((y - one.y - one.height / 2) / (one.height / 2)) ** 2 <
          1
        : inside(x, one.x, one.x + one.width) && inside(y, one.y, one.y + one.height),
    );
}

interface Drawing {
  readonly back?: Color;
  readonly front?: Color;
  readonly size?: number;
  /** The share of the side by which corners are rounded, with nothing behind. */
  readonly radius?: number;
  /** Scales the sign around the middle. */
  readonly scale?: number;
}

function draw(
  sign: Sign,
  { back = BLUE, front = WHITE, size = SIZE, radius = 0, scale = 1 }: Drawing = {},
): Buffer {
  const rows = Array.from({ length: size }, (_, row) => {
    const pixels = Array.from({ length: size }, (_unused, column) => {
      const [x, y] = [(column + 0.5) / size, (row + 0.5) / size];
      const [dx, dy] = [
        Math.max(0, Math.abs(x - 0.5) - (0.5 - radius)),
        Math.max(0, Math.abs(y - 0.5) - (0.5 - radius)),
      ];
      const isCut = radius > 0 && Math.hypot(dx, dy) > radius;
      const color = sign((x - 0.5) / scale + 0.5, (y - 0.5) / scale + 0.5) ? front : back;
      return isCut ? [0, 0, 0, 0] : [...color, 255];
    });
    return Buffer.from([0, ...pixels.flat()]);
  });
  return makePng({ width: size, height: size, colour: 6 }, deflateSync(Buffer.concat(rows)));
}

const toPng = (bytes: Uint8Array) => sharp(bytes).png().toBuffer();
const VARIANTS: Readonly<Record<string, (sign: Sign) => Buffer | Promise<Buffer>>> = {
  recolored: (sign) => draw(sign, { back: [183, 28, 28], front: [255, 236, 179] }),
  inverted: (sign) => draw(sign, { back: WHITE, front: BLUE }),
  rescaled: (sign) => draw(sign, { size: 96 }),
  'as a JPEG of quality 60': async (sign) => toPng(await sharp(draw(sign)).jpeg({ quality: 60 }).toBuffer()),
  cropped: (sign) =>
    sharp(draw(sign)).extract({ left: 24, top: 24, width: 464, height: 464 }).png().toBuffer(),
  'with rounded corners': (sign) => draw(sign, { radius: 0.2 }),
  'on a circle': (sign) => draw(sign, { radius: 0.5 }),
  'with other margins': (sign) => draw(sign, { scale: 0.75 }),
};

const differing = (a: string, b: string) => [...a].filter((bit, at) => bit !== b[at]).length;
const SIGNS = Array.from({ length: 24 }, (_, seed) => signOf(seed));
const originals = await Promise.all(SIGNS.map(async (sign) => (await hashIcon(draw(sign))) ?? ''));

describe('the hash of an icon', () => {
  test.each(Object.entries(VARIANTS))('is nearly the same %s', async (_, change) => {
    const differences = await Promise.all(
      SIGNS.map(async (sign, at) =>
        differing(originals[at] ?? '', (await hashIcon(await change(sign))) ?? ''),
      ),
    );
    const alike = differences.filter((difference) => difference <= MAX_ICON_DIFFERENCE);
    expect(alike.length / differences.length).toBeGreaterThanOrEqual(0.9);
  });

  test('is another one for other signs', () => {
    const pairs = originals.flatMap((one, at) =>
      originals.slice(at + 1).map((other) => differing(one, other)),
    );
    expect(Math.min(...pairs)).toBeGreaterThan(MAX_ICON_DIFFERENCE);
  });

  test('is null for icons without a shape', async () => {
    const gradient = await sharp(
      Buffer.from(Array.from({ length: 64 * 64 }, (_, at) => [2 * (at % 64), 60, 200]).flat()),
      { raw: { width: 64, height: 64, channels: 3 } },
    )
      .resize(SIZE, SIZE)
      .png()
      .toBuffer();
    const empty = await sharp({ create: { width: 64, height: 64, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer();
    const pixel = await toPng(solidPng(1, [10, 200, 30]));
    const plain = [solidPng(SIZE, [10, 200, 30]), gradient, empty, pixel];
    expect(await Promise.all(plain.map(hashIcon))).toEqual([null, null, null, null]);
  });
});
