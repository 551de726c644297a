import { Inflate, zlibSync } from 'fflate';
import { joinBytes } from '../bytes.ts';
import { crc32 } from '../crc32.ts';

const SIGNATURE_SIZE = 8;
const CHUNK_OVERHEAD = 12;
/** A PNG of the largest icon has a few hundred. */
const MAX_CHUNKS = 10_000;
const RGBA = 6;
const PIXEL = 4;
/** Icons are at most 1,024 pixels wide and high. */
const MAX_SIDE = 2048;

/**
 * Converts a PNG that Xcode "crushed" for iOS devices into one that browsers display: Apple's variant lacks
 * the zlib header and stores pixels as premultiplied BGRA. Returns other PNGs unchanged, and null when the
 * conversion fails.
 * @see W3C PNG specification, sections 5 (chunks) and 9 (filters); Apple's variant is marked by a `CgBI`
 * chunk
 */
export function uncrushPng(png: Uint8Array): Uint8Array | null {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const chunks = pngChunks(view);
  if (chunks[0]?.type !== 'CgBI') return png;
  const header = chunks.find(({ type }) => type === 'IHDR')?.data;
  if (header?.length !== 13) return null;
  const headerView = new DataView(header.buffer, header.byteOffset, header.byteLength);
  const width = headerView.getUint32(0);
  const height = headerView.getUint32(4);
  const [depth, colour, , , interlaced] = header.subarray(8);
  const supported = depth === 8 && colour === RGBA && interlaced === 0;
  if (!supported || width === 0 || height === 0 || width > MAX_SIDE || height > MAX_SIDE) return null;
  const rows = inflateRaw(
    chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data),
    height * (1 + width * PIXEL),
  );
  if (!rows) return null;
  unfilter(rows, width, height);
  for (let row = 0; row < height; row++)
    toPlainRgba(rows.subarray(row * (1 + width * PIXEL) + 1, (row + 1) * (1 + width * PIXEL)));
  return writePng(header, rows);
}

interface PngChunk {
  type: string;
  data: Uint8Array;
}

function pngChunks(view: DataView): PngChunk[] {
  const chunks: PngChunk[] = [];
  let at = SIGNATURE_SIZE;
  while (at + CHUNK_OVERHEAD <= view.byteLength && chunks.length < MAX_CHUNKS) {
    const length = view.getUint32(at);
    if (at + CHUNK_OVERHEAD + length > view.byteLength) break;
    const type = String.fromCharCode(...[4, 5, 6, 7].map((offset) => view.getUint8(at + offset)));
    chunks.push({ type, data: new Uint8Array(view.buffer, view.byteOffset + at + 8, length) });
    at += CHUNK_OVERHEAD + length;
  }
  return chunks;
}

/** Inflates raw deflate data of exactly `size` bytes; null when there is more, less or damaged data. */
function inflateRaw(parts: Uint8Array[], size: number): Uint8Array | null {
  const bytes = new Uint8Array(size);
  let at = 0;
  const inflate = new Inflate((chunk) => {
    bytes.set(chunk, at); // Throws RangeError when the chunk does not fit.
    at += chunk.length;
  });
  try {
    for (const part of parts) {
      for (let start = 0; start < part.length; start += 16_384) {
        inflate.push(part.subarray(start, start + 16_384));
      }
    }
  } catch {
    return null;
  }
  return at === size ? bytes : null;
}

/** Undoes each row's filter in place and marks the row as unfiltered. */
function unfilter(rows: Uint8Array, width: number, height: number): void {
  const stride = 1 + width * PIXEL;
  for (let row = 0; row < height; row++) {
    const start = row * stride;
    const filter = rows[start] ?? 0;
    rows[start] = 0;
    for (let at = start + 1; at < start + stride; at++) {
      const first = at - start <= PIXEL;
      const left = first ? 0 : (rows[at - PIXEL] ?? 0);
      const up = row === 0 ? 0 : (rows[at - stride] ?? 0);
      const corner = first || row === 0 ? 0 : (rows[at - stride - PIXEL] ?? 0);
      rows[at] = (rows[at] ?? 0) + predictByte(filter, { left, up, corner });
    }
  }
}

function predictByte(
  filter: number,
  { left, up, corner }: { left: number; up: number; corner: number },
): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4:
      return paeth(left, up, corner);
    default:
      return 0;
  }
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const toLeft = Math.abs(estimate - left);
  const toUp = Math.abs(estimate - up);
  const toCorner = Math.abs(estimate - corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** Converts premultiplied BGRA to plain RGBA in place. */
function toPlainRgba(row: Uint8Array): void {
  for (let at = 0; at < row.length; at += PIXEL) {
    const [blue, green, red, alpha] = [row[at] ?? 0, row[at + 1] ?? 0, row[at + 2] ?? 0, row[at + 3] ?? 0];
    const scale = alpha === 0 ? 0 : 255 / alpha;
    row[at] = Math.min(255, Math.round(red * scale));
    row[at + 1] = Math.min(255, Math.round(green * scale));
    row[at + 2] = Math.min(255, Math.round(blue * scale));
  }
}

function writePng(header: Uint8Array, rows: Uint8Array): Uint8Array {
  const chunks = [
    pngChunk('IHDR', header),
    pngChunk('IDAT', zlibSync(rows)),
    pngChunk('IEND', new Uint8Array()),
  ];
  return joinBytes([Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), ...chunks]);
}

function pngChunk(type: string, data: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(data.length + CHUNK_OVERHEAD);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, data.length);
  for (let index = 0; index < 4; index++) view.setUint8(4 + index, type.charCodeAt(index));
  chunk.set(data, 8);
  view.setUint32(8 + data.length, crc32(chunk.subarray(4, 8 + data.length)));
  return chunk;
}
