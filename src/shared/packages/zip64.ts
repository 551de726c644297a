import type { HeaderProblem } from './rules/container-rules.ts';
import type { ZipEntry } from './zip.ts';

/** The value of a 32-bit size whose real value is in the ZIP64 extra field. */
export const IN_ZIP64 = 0xffffffff;

const ZIP64 = 0x0001;
const FIELD_HEADER_SIZE = 4;
const SIZES_LENGTH = 16;

/**
 * Returns the content of each ZIP64 field among a header's extra fields. Ends at the first one that is cut off, because
 * build tools pad extra fields with zeros.
 * @see PKWARE APPNOTE 6.3.10, sections 4.5.1 and 4.5.3
 */
export function zip64Fields(extra: Uint8Array): Uint8Array[] {
  const view = new DataView(extra.buffer, extra.byteOffset, extra.byteLength);
  const fields: Uint8Array[] = [];
  for (let at = 0; at + FIELD_HEADER_SIZE <= extra.length; ) {
    const start = at + FIELD_HEADER_SIZE;
    const end = start + view.getUint16(at + 2, true);
    if (view.getUint16(at, true) === ZIP64) fields.push(extra.subarray(start, Math.min(end, extra.length)));
    at = end;
  }
  return fields;
}

/** Returns true for one field with both sizes and nothing else, as a local header has it. */
export function hasZip64Sizes(fields: readonly Uint8Array[]): boolean {
  return fields.length === 1 && fields[0]?.length === SIZES_LENGTH;
}

/**
 * Returns how ZIP64 fields contradict the directory; null when they don't. Some programs read such a field always,
 * others only where a 32-bit size says so, so that its numbers must be those of the directory.
 */
export function wrongZip64Field(fields: readonly Uint8Array[], entry: ZipEntry): HeaderProblem | null {
  if (fields.length > 1) return { found: 'zip64Repeated' };
  const [field] = fields;
  if (!field || field.length === 0) return null;
  const view = new DataView(field.buffer, field.byteOffset, field.byteLength);
  const listed = [entry.uncompressedSize, entry.compressedSize, entry.localHeaderOffset];
  const isSame = listed.every(
    (value, index) => field.length < index * 8 + 8 || view.getBigUint64(index * 8, true) === BigInt(value),
  );
  return isSame && field.length >= 8 ? null : { found: 'zip64Wrong' };
}
