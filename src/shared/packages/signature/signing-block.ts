import type { ByteSource } from '../byte-source.ts';
import type { ZipDirectory } from '../zip.ts';

/** Block ids: https://source.android.com/docs/security/features/apksigning/v2, …/v3 and …/v3-1. */
export const BLOCK_ID = { v2: 0x7109871a, v3: 0xf05368c0, v31: 0x1b93ad61 } as const;

/** First Android release that reads each scheme. */
export const FIRST_SDK = { v2: 24, v3: 28, v31: 33 } as const;

const SIGNATURE_IDS: ReadonlySet<number> = new Set(Object.values(BLOCK_ID));
const FOOTER_SIZE = 24;
const MAGIC = 'APK Sig Block 42';
/** Signatures need a few KB; even with data and padding of other tools, real blocks are far smaller. */
const MAX_BLOCK_SIZE = 32 * 1024 * 1024;

/**
 * The APK Signing Block with its signatures by id. It may also hold millions of other values, which are not
 * kept.
 */
export interface SigningBlock {
  offset: number;
  values: Map<number, Uint8Array>;
}

/**
 * Finds the block that ends at the central directory; undefined when the package has none that Android
 * accepts.
 * @see https://source.android.com/docs/security/features/apksigning/v2#apk-signing-block
 */
export async function findSigningBlock(
  source: ByteSource,
  zip: ZipDirectory,
): Promise<{ offset: number; size: number } | undefined> {
  const end = zip.centralDirectoryOffset;
  if (end + zip.centralDirectorySize !== zip.endRecordOffset || end < FOOTER_SIZE + 8) return undefined;
  const footer = viewOf(await source.read(end - FOOTER_SIZE, FOOTER_SIZE));
  if (!hasMagic(footer)) return undefined;
  const size = Number(footer.getBigUint64(0, true));
  const offset = end - size - 8;
  if (size < FOOTER_SIZE || size > MAX_BLOCK_SIZE || offset < 0) return undefined;
  const head = viewOf(await source.read(offset, 8));
  return Number(head.getBigUint64(0, true)) === size ? { offset, size } : undefined;
}

/**
 * Reads the block's signatures; undefined as for `findSigningBlock`. The first value counts when an id
 * repeats, and reading stops at a malformed value.
 */
export async function readSigningBlock(
  source: ByteSource,
  zip: ZipDirectory,
): Promise<SigningBlock | undefined> {
  const found = await findSigningBlock(source, zip);
  if (!found) return undefined;
  const pairs = await source.read(found.offset + 8, found.size - FOOTER_SIZE);
  return { offset: found.offset, values: readValues(pairs) };
}

function readValues(pairs: Uint8Array): Map<number, Uint8Array> {
  const view = viewOf(pairs);
  const values = new Map<number, Uint8Array>();
  for (let at = 0; at + 12 <= pairs.length; ) {
    const length = Number(view.getBigUint64(at, true));
    if (length < 4 || length > pairs.length - at - 8) break;
    const id = view.getUint32(at + 8, true);
    if (SIGNATURE_IDS.has(id) && !values.has(id)) values.set(id, pairs.subarray(at + 12, at + 8 + length));
    at += 8 + length;
  }
  return values;
}

function hasMagic(footer: DataView): boolean {
  return [...MAGIC].every((character, index) => footer.getUint8(8 + index) === character.charCodeAt(0));
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
