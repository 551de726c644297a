import { sha256 } from '@noble/hashes/sha2.js';
import { MAX_ICON_SIDE } from '../images/limits.ts';
import { readImageHeader } from '../images/read-header.ts';
import { toHex } from './text.ts';

/** An image extracted from a package, in a format that browsers display and never execute. */
export interface PackageIcon {
  type: 'image/png' | 'image/webp';
  bytes: Uint8Array;
}

/**
 * Returns the bytes as an icon when their content is a PNG or WebP without animation, of a size that icons
 * have; null otherwise. The file name does not matter.
 */
export function iconOf(bytes: Uint8Array): PackageIcon | null {
  const header = readImageHeader(bytes);
  if (!header || header.isAnimated || Math.max(header.width, header.height) > MAX_ICON_SIDE) return null;
  if (header.type === 'jpeg') return null;
  return { type: `image/${header.type}`, bytes };
}

/** Returns the SHA-256 of the icon's bytes in lower-case hexadecimal, which is enough to detect a change. */
export function iconHash(icon: PackageIcon): string {
  return toHex(sha256(icon.bytes));
}
