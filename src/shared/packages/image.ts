import { sha256 } from '@noble/hashes/sha2.js';
import { toHex } from './text.ts';

/** An image taken out of a package, of a type that every browser shows and none runs. */
export interface PackageIcon {
  type: 'image/png' | 'image/webp';
  bytes: Uint8Array;
}

const PNG_MAGIC = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const RIFF_MAGIC = [0x52, 0x49, 0x46, 0x46];
const WEBP_MAGIC = [0x57, 0x45, 0x42, 0x50];

/** Takes bytes as an icon when they are a PNG or WebP by content, whatever their name says; null otherwise. */
export function iconOf(bytes: Uint8Array): PackageIcon | null {
  const startsWith = (magic: number[], offset = 0) => magic.every((byte, at) => bytes[offset + at] === byte);
  if (startsWith(PNG_MAGIC)) return { type: 'image/png', bytes };
  if (startsWith(RIFF_MAGIC) && startsWith(WEBP_MAGIC, 8)) return { type: 'image/webp', bytes };
  return null;
}

/** SHA-256 of the icon's bytes, lower-case hexadecimal: enough to see that it changed. */
export function iconHash(icon: PackageIcon): string {
  return toHex(sha256(icon.bytes));
}
