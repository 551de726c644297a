import type { ImageHeader } from './header.ts';

const MARKER = 0xff;
const START_OF_IMAGE = 0xd8;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
/**
 * Baseline, extended sequential and progressive, all with Huffman coding: the types that cameras and browsers
 * support.
 */
const FRAMES = new Set([0xc0, 0xc1, 0xc2]);
/** Lossless, hierarchical and arithmetically coded frames. */
const OTHER_FRAMES = new Set([0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);
/** Each scan of a progressive image covers all of its pixels again; encoders write about ten. */
const MAX_SCANS = 50;

/**
 * Reads a JPEG's header, and counts its scans; null when it is not a JPEG, or of a type that browsers don't
 * support.
 * @see ITU-T T.81, annex B
 */
export function readJpegHeader(bytes: Uint8Array): ImageHeader | null {
  if (bytes[0] !== MARKER || bytes[1] !== START_OF_IMAGE) return null;
  let header: ImageHeader | null = null;
  let scans = 0;
  let at = 2;
  for (;;) {
    const segment = nextSegment(bytes, at);
    if (!segment) break;
    const { marker, start, end } = segment;
    if (marker === END_OF_IMAGE) break;
    if (OTHER_FRAMES.has(marker)) return null;
    if (FRAMES.has(marker)) {
      if (header || end - start < 6) return null;
      const [, high = 0, low = 0, wide = 0, narrow = 0] = bytes.subarray(start, end);
      header = {
        type: 'jpeg',
        height: high * 256 + low,
        width: wide * 256 + narrow,
        isAnimated: false,
        interlacedBytes: 0,
      };
    }
    if (marker === START_OF_SCAN) {
      scans += 1;
      if (!header || scans > MAX_SCANS) return null;
    }
    at = end;
  }
  return scans > 0 ? header : null;
}

/** Returns the next marker at or after a position, past the data of a scan, with the bytes of its segment. */
function nextSegment(bytes: Uint8Array, from: number): { marker: number; start: number; end: number } | null {
  let at = bytes.indexOf(MARKER, from);
  while (at >= 0 && !isMarker(bytes[at + 1])) at = bytes.indexOf(MARKER, at + 1);
  const marker = bytes[at + 1];
  if (at < 0 || marker === undefined) return null;
  if (marker === END_OF_IMAGE) return { marker, start: at + 2, end: at + 2 };
  const length = (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0);
  if (length < 2) return null;
  return { marker, start: at + 4, end: at + 2 + length };
}

/** Returns true when the byte after 0xff starts a marker with a segment: not stuffing, fill or a restart. */
function isMarker(byte: number | undefined): boolean {
  return byte !== undefined && byte !== 0 && byte !== MARKER && !(byte >= 0xd0 && byte <= 0xd7) && byte !== 1;
}
