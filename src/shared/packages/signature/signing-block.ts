import type { ByteSource } from '../byte-source.ts';
import type { ZipDirectory } from '../zip.ts';

/** Block ids: https://source.android.com/docs/security/features/apksigning/v2, …/v3 and …/v3-1. */
export const BLOCK_ID = { v2: 0x7109871a, v3: 0xf05368c0, v31: 0x1b93ad61 } as const;

const FOOTER_SIZE = 24;
const MAGIC = 'APK Sig Block 42';
/** Signatures need a few KB; even with other tools' data and padding no real block comes near this. */
const MAX_BLOCK_SIZE = 32 * 1024 * 1024;

/** The APK Signing Block: where it starts, and its values by id. */
export interface SigningBlock {
  offset: number;
  values: Map<number, Uint8Array>;
}

/**
 * Finds the block that ends where the central directory starts; undefined when the package has none that Android accepts.
 * Of several values with one id the first counts; values after a malformed one do not exist.
 * @see https://source.android.com/docs/security/features/apksigning/v2#apk-signing-block
 */
export async function readSigningBlock(
  source: ByteSource,
  zip: ZipDirectory,
): Promise<SigningBlock | undefined> {
  const end = zip.centralDirectoryOffset;
  if (end + zip.centralDirectorySize !== zip.endRecordOffset || end < FOOTER_SIZE + 8) return undefined;
  const footer = viewOf(await source.read(end - FOOTER_SIZE, FOOTER_SIZE));
  if (!hasMagic(footer)) return undefined;
  const size = Number(footer.getBigUint64(0, true));
  const offset = end - size - 8;
  if (size < FOOTER_SIZE || size > MAX_BLOCK_SIZE || offset < 0) return undefined;
  const block = await source.read(offset, size + 8);
  if (Number(viewOf(block).getBigUint64(0, true)) !== size) return undefined;
  return { offset, values: readValues(block.subarray(8, block.length - FOOTER_SIZE)) };
}

function readValues(pairs: Uint8Array): Map<number, Uint8Array> {
  const view = viewOf(pairs);
  const values = new Map<number, Uint8Array>();
  for (let at = 0; at + 12 <= pairs.length; ) {
    const length = Number(view.getBigUint64(at, true));
    if (length < 4 || length > pairs.length - at - 8) break;
    const id = view.getUint32(at + 8, true);
    if (!values.has(id)) values.set(id, pairs.subarray(at + 12, at + 8 + length));
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
