import type { ImageHeader } from './header.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

const CHUNK_HEADER = 8;
/** Real images have at most colour profile, transparency, pixels and two metadata chunks. */
const MAX_CHUNKS = 20;

/**
 * Reads a WebP's header; null when it is not a WebP, or when its canvas and image have different sizes.
 * @see RFC 9649, sections 2.3 to 2.7; RFC 6386, section 9.1
 */
export function readWebpHeader(bytes: Uint8Array): ImageHeader | null {
  const text = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (text(0) !== 'RIFF' || text(8) !== 'WEBP') return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let canvas: Size | null = null;
  let isAnimated = false;
  let at = 12;
  for (let count = 0; count < MAX_CHUNKS && at + CHUNK_HEADER <= bytes.length; count += 1) {
    const type = text(at);
    const length = view.getUint32(at + 4, true);
    const data = bytes.subarray(at + CHUNK_HEADER, at + CHUNK_HEADER + length);
    if (type === 'VP8X') {
      if (canvas || data.length < 10) return null;
      canvas = { width: 1 + readUint24(data, 4), height: 1 + readUint24(data, 7) };
      isAnimated = ((data[0] ?? 0) & 2) !== 0;
    }
    if (type === 'ANIM' || type === 'ANMF') isAnimated = true;
    if (canvas && isAnimated) return { type: 'webp', ...canvas, isAnimated, interlacedBytes: 0 };
    const picture = type === 'VP8 ' ? lossySize(data) : type === 'VP8L' ? losslessSize(data) : null;
    if (picture) {
      const fits = !canvas || (canvas.width === picture.width && canvas.height === picture.height);
      return fits ? { type: 'webp', ...picture, isAnimated, interlacedBytes: 0 } : null;
    }
    // Chunks of odd length are followed by one byte of padding.
    at += CHUNK_HEADER + length + (length % 2);
  }
  return null;
}

function lossySize(data: Uint8Array): Size | null {
  const isKeyFrame = data[3] === 0x9d && data[4] === 0x01 && data[5] === 0x2a && data.length >= 10;
  if (!isKeyFrame) return null;
  const [, , , , , , a = 0, b = 0, c = 0, d = 0] = data;
  return { width: (a | (b << 8)) & 0x3fff, height: (c | (d << 8)) & 0x3fff };
}

function losslessSize(data: Uint8Array): Size | null {
  if (data[0] !== 0x2f || data.length < 5) return null;
  const [, a = 0, b = 0, c = 0, d = 0] = data;
  return { width: 1 + (a | ((b & 0x3f) << 8)), height: 1 + ((b >> 6) | (c << 2) | ((d & 0x0f) << 10)) };
}

function readUint24(data: Uint8Array, at: number): number {
  return (data[at] ?? 0) | ((data[at + 1] ?? 0) << 8) | ((data[at + 2] ?? 0) << 16);
}
