import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib';

/** Builds a PNG chunk with its checksum. */
export function pngChunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(named, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}

export interface PngForm {
  readonly width: number;
  readonly height: number;
  /** Bits per channel. */
  readonly depth?: 8 | 16;
  /** IHDR colour type: 2 is RGB, 6 is RGBA. */
  readonly colour?: 2 | 3 | 6;
  readonly isInterlaced?: boolean;
}

/** Builds a PNG of this form with the given compressed pixels, and chunks before them. */
export function makePng(form: PngForm, pixels: Uint8Array, before: readonly Buffer[] = []): Buffer {
  const { width, height, depth = 8, colour = 2, isInterlaced = false } = form;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colour, 0, 0, isInterlaced ? 1 : 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    ...before,
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Builds a square PNG of one color. */
export function solidPng(side: number, color: readonly [red: number, green: number, blue: number]): Buffer {
  const row = Buffer.from([0, ...Array.from({ length: side }, () => color).flat()]);
  return makePng({ width: side, height: side }, deflateSync(Buffer.concat(Array<Buffer>(side).fill(row))));
}

const ZEROS = Buffer.alloc(1024 ** 2);

/**
 * Returns what a compressor makes of zero bytes, about a thousandth of their size, without compressing them all: a flushed
 * block depends on nothing before it and can be repeated (RFC 1951, section 3.2; the checksum of RFC 1950, section 9).
 */
export function deflateZeros(count: number): Buffer {
  const whole = Math.floor(count / ZEROS.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt16BE(count % 65_521);
  checksum.writeUInt16BE(1, 2);
  return Buffer.concat([
    Buffer.from([0x78, 0xda]),
    ...Array<Buffer>(whole).fill(deflateBlock(ZEROS)),
    deflateBlock(ZEROS.subarray(0, count % ZEROS.length)),
    deflateRawSync(Buffer.alloc(0)),
    checksum,
  ]);
}

function deflateBlock(bytes: Buffer): Buffer {
  return deflateRawSync(bytes, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
}

/** Builds a PNG of one black pixel with a chunk that unpacks to far more than the image. */
export function chunkBomb(type: 'iCCP' | 'zTXt', compressed: Buffer): Buffer {
  const data = Buffer.concat([Buffer.from('name\0\0', 'latin1'), compressed]);
  return makePng({ width: 256, height: 256 }, deflateSync(Buffer.alloc(256 * (1 + 256 * 3))), [
    pngChunk(type, data),
  ]);
}

/** Repeats the last scan of a progressive JPEG. */
export function repeatLastScan(jpeg: Buffer, times: number): Buffer {
  const last = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
  const scan = jpeg.subarray(last, jpeg.length - 2);
  return Buffer.concat([jpeg.subarray(0, jpeg.length - 2), ...Array(times).fill(scan), jpeg.subarray(-2)]);
}

/** Sets a WebP's canvas to a different size than its image. */
export function wrongCanvas(webp: Buffer, width: number, height: number): Buffer {
  const canvas = Buffer.alloc(18);
  canvas.write('VP8X');
  canvas.writeUInt32LE(10, 4);
  canvas.writeUIntLE(width - 1, 12, 3);
  canvas.writeUIntLE(height - 1, 15, 3);
  const file = Buffer.concat([webp.subarray(0, 12), canvas, webp.subarray(12)]);
  file.writeUInt32LE(file.length - 8, 4);
  return file;
}
