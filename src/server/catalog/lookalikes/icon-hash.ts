import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/open.ts';
import { iconHashes } from '../../platform/db/tables/lookalikes.ts';

/** Pixels of a side in which the shape is looked for. */
const SIDE = 128;
/** A difference of a color channel from the background that belongs to the shape: more than a JPEG's noise. */
const MIN_DIFFERENCE = 24;
/** Smaller shapes are dirt. */
const MIN_SHAPE = SIDE / 16;
/** Cells of a side whose lightness is compared with that of their neighbours. */
const CELLS = 8;
/** The difference in lightness between neighbours that sets a bit, of 255 after the contrast was stretched. */
const MIN_STEP = 40;
/** Contrast of an icon that is more than a plain area. */
const MIN_CONTRAST = 16;
/** Bits in each direction: gradients and stripes, which set fewer in one, would all look alike. */
const MIN_BITS = 4;

/** Raw pixels with three channels. */
interface Pixels {
  readonly data: Buffer;
  readonly background: readonly [number, number, number];
}

/**
 * Returns what the shape on an icon looks like as 128 bits: where its lightness differs from a cell to its right and lower
 * neighbours. The background and margins are left out first, so colors, also inverted ones, size, margins, rounded corners and
 * compression change few bits. Null for an icon without a shape.
 */
export async function hashIcon(png: Uint8Array): Promise<string | null> {
  const { sharp } = await import('../../platform/images/sharp.ts');
  const { data } = await sharp(png)
    .resize(SIDE, SIDE, { fit: 'fill' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = flatten(data);
  const box = findShape(pixels);
  if (box === null) return null;
  const raw = { width: SIDE, height: SIDE, channels: 3 } as const;
  const cropped = await sharp(pixels.data, { raw }).extract(box).toBuffer();
  const cells = await sharp(cropped, { raw: { ...raw, width: box.width, height: box.height } })
    .greyscale()
    .resize(CELLS + 1, CELLS + 1, { fit: 'fill' })
    .raw()
    .toBuffer();
  return hashCells(cells);
}

/** Returns the pixels on the color at the left edge, which is the background of a square icon and of a round one. */
function flatten(data: Buffer): Pixels {
  const at = 4 * ((SIDE / 2) * SIDE + 5);
  const isOpaque = (data[at + 3] ?? 0) > 200;
  const background = [0, 1, 2].map((channel) => (isOpaque ? (data[at + channel] ?? 0) : 128));
  const flat = Buffer.alloc(SIDE * SIDE * 3);
  for (let pixel = 0; pixel < SIDE * SIDE; pixel += 1) {
    const alpha = (data[4 * pixel + 3] ?? 0) / 255;
    for (const [channel, behind] of background.entries()) {
      flat[3 * pixel + channel] = Math.round((data[4 * pixel + channel] ?? 0) * alpha + behind * (1 - alpha));
    }
  }
  return { data: flat, background: background as [number, number, number] };
}

/** Returns the box around all that differs from the background; null when there is nothing. */
function findShape({ data, background }: Pixels) {
  let [left, top, right, bottom] = [SIDE, SIDE, -1, -1];
  for (let y = 0; y < SIDE; y += 1) {
    for (let x = 0; x < SIDE; x += 1) {
      const at = 3 * (y * SIDE + x);
      const differs = background.some(
        (behind, channel) => Math.abs((data[at + channel] ?? 0) - behind) > MIN_DIFFERENCE,
      );
      if (!differs) continue;
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    }
  }
  const [width, height] = [right - left + 1, bottom - top + 1];
  return width < MIN_SHAPE || height < MIN_SHAPE ? null : { left, top, width, height };
}

function hashCells(cells: Buffer): string | null {
  const [darkest, lightest] = [Math.min(...cells), Math.max(...cells)];
  if (lightest - darkest < MIN_CONTRAST) return null;
  const stretch = 255 / (lightest - darkest);
  const row = CELLS + 1;
  const step = (from: number, to: number) =>
    Math.abs((cells[from] ?? 0) - (cells[to] ?? 0)) * stretch > MIN_STEP ? '1' : '0';
  let hash = '';
  for (let y = 0; y < CELLS; y += 1) {
    for (let x = 0; x < CELLS; x += 1) {
      const at = y * row + x;
      hash += step(at, at + 1) + step(at, at + row);
    }
  }
  const count = (direction: 0 | 1) =>
    [...hash].filter((bit, at) => bit === '1' && at % 2 === direction).length;
  return Math.min(count(0), count(1)) < MIN_BITS ? null : hash;
}

/** Stores the hash of a new icon in the transaction that references its file. */
export async function storeIconHash(tx: Db | Tx, key: string, hash: string | null): Promise<void> {
  await tx.insert(iconHashes).values({ key, hash }).onConflictDoNothing();
}

/** The most differing bits of two icons that look alike: decision 095 has the measurements. */
export const MAX_ICON_DIFFERENCE = 14;

/** Returns the SQL condition that two hashes are of icons that look alike. */
export const iconsLookAlike = (a: string, b: string) =>
  sql.raw(`bit_count(${a} # ${b}) <= ${MAX_ICON_DIFFERENCE}`);
