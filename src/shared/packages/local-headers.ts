import type { ByteSource } from './byte-source.ts';
import type { Finding } from './finding.ts';
import { readAhead } from './read-ahead.ts';
import type { HeaderProblem } from './rules/container-rules.ts';
import { fileFinding } from './rules/file-rules.ts';
import { findSigningBlock } from './signature/signing-block.ts';
import { extraBytes, nameBytes, type ZipDirectory, type ZipEntry } from './zip.ts';
import { hasZip64Sizes, IN_ZIP64, wrongZip64Field, zip64Fields } from './zip64.ts';

const LOCAL_HEADER_SIZE = 30;
const LOCAL_HEADER_MAGIC = 0x04034b50;
const DESCRIPTOR_MAGIC = 0x08074b50;
const HAS_DESCRIPTOR = 0x08;
/** Bits 1 and 2 only state the compression level; some tools set them in one of the two headers only. */
const COMPARED_FLAGS = 0xffff & ~0x06;
/** Small enough that little is read in vain between large files, and large enough for many small ones. */
const WINDOW_SIZE = 16 * 1024;
/** Files named in a finding; more would tell nobody anything new. */
const MAX_NAMED = 5;
/** One virtual entry fills up to 64 KB, so these can fill a gap of 256 MB. */
const MAX_VIRTUAL_ENTRIES = 4_096;

/**
 * Compares each file's local header with the directory, names byte by byte, and finds overlapping data.
 * Android refuses files whose headers differ, while other readers trust one or the other.
 * @see AOSP libziparchive, zip_archive.cc (FindEntry, ValidateDataDescriptor)
 * @see PKWARE APPNOTE 6.3.10, sections 4.3.7 (local header) and 4.3.9 (data descriptor)
 */
export async function checkLocalHeaders(source: ByteSource, zip: ZipDirectory): Promise<Finding[]> {
  const end = (await findSigningBlock(source, zip))?.offset ?? zip.centralDirectoryOffset;
  const entries = zip.entries.toSorted((a, b) => a.localHeaderOffset - b.localHeaderOffset);
  const ahead = readAhead(source, WINDOW_SIZE);
  const findings = await checkLeadingBytes(ahead, entries[0]?.localHeaderOffset ?? 0);
  for (const [index, entry] of entries.entries()) {
    if (findings.length >= MAX_NAMED) break;
    const { dataEnd, problem } = await readLocalHeader({ source: ahead, zip, entry, end });
    const next = entries[index + 1];
    if (problem !== null) findings.push(headerFinding(entry, problem));
    else if (dataEnd > (next?.localHeaderOffset ?? end)) findings.push(overlapFinding(entry, next));
  }
  return findings;
}

function headerFinding({ name: file }: ZipEntry, problem: HeaderProblem): Finding {
  return fileFinding('zip-header', { ...problem, file } as HeaderProblem & { file: string });
}

/** Returns the finding about data that overlaps the next file. */
function overlapFinding(entry: ZipEntry, next: ZipEntry | undefined): Finding {
  const { name: file } = entry;
  return fileFinding('zip-overlap', next ? { found: 'file', file, next: next.name } : { found: 'end', file });
}

interface HeaderLocation {
  source: ByteSource;
  zip: ZipDirectory;
  entry: ZipEntry;
  /** End of the last file's data. */
  end: number;
}

async function readLocalHeader(
  location: HeaderLocation,
): Promise<{ dataEnd: number; problem: HeaderProblem | null }> {
  const { source, zip, entry, end } = location;
  const offset = entry.localHeaderOffset;
  const broken = (problem: HeaderProblem) => ({ dataEnd: offset, problem });
  if (offset + LOCAL_HEADER_SIZE > end) return broken({ found: 'outOfBounds' });
  const header = viewOf(await source.read(offset, LOCAL_HEADER_SIZE));
  const different = differentField(header, entry);
  if (different !== null) return broken(different);
  const extraOffset = offset + LOCAL_HEADER_SIZE + entry.nameLength;
  const dataOffset = extraOffset + header.getUint16(28, true);
  const isZip64 = header.getUint32(18, true) === IN_ZIP64;
  if (dataOffset + entry.compressedSize > end) return broken({ found: 'dataOutOfBounds' });
  const name = await source.read(offset + LOCAL_HEADER_SIZE, entry.nameLength);
  const expected = nameBytes(zip, entry);
  if (name.some((byte, at) => byte !== expected[at])) return broken({ found: 'name' });
  const local = zip64Fields(await source.read(extraOffset, dataOffset - extraOffset));
  const contradiction =
    wrongZip64Field(zip64Fields(extraBytes(zip, entry)), entry) ?? wrongLocal(local, entry);
  if (contradiction !== null) return broken(contradiction);
  if (isZip64 && !hasZip64Sizes(local)) return broken({ found: 'noSizes' });
  const dataEnd = dataOffset + entry.compressedSize;
  if (!(entry.flags & HAS_DESCRIPTOR)) return { dataEnd, problem: null };
  return readDescriptor(location, { dataEnd, isZip64 });
}

/**
 * Returns the first field before the name that differs between local header and directory; null when none
 * does.
 */
function differentField(header: DataView, entry: ZipEntry): HeaderProblem | null {
  if (header.getUint32(0, true) !== LOCAL_HEADER_MAGIC) return { found: 'missing' };
  if (header.getUint16(26, true) !== entry.nameLength) return { found: 'name' };
  const flags = header.getUint16(6, true);
  if ((flags ^ entry.flags) & COMPARED_FLAGS) {
    return { found: 'flags', own: hex(flags), listed: hex(entry.flags) };
  }
  const method = header.getUint16(8, true);
  if (method !== entry.method) {
    return { found: 'method', own: method, listed: entry.method };
  }
  const isLater = (flags & HAS_DESCRIPTOR) !== 0;
  const sizes = [
    ['compressedSize', header.getUint32(18, true), entry.compressedSize],
    ['size', header.getUint32(22, true), entry.uncompressedSize],
  ] as const;
  // Before a data descriptor, both sizes may be in the ZIP64 field instead, however small they are.
  const isZip64 = isLater && sizes.every(([, local]) => local === IN_ZIP64);
  const checksum = ['checksum', header.getUint32(14, true), entry.crc32] as const;
  const fields = isZip64 ? [checksum] : [checksum, ...sizes];
  // The header may hold zeros when a data descriptor follows the data.
  const wrong = fields.find(([, local, listed]) => local !== listed && !(isLater && local === 0));
  return wrong ? { found: wrong[0], own: wrong[1], listed: wrong[2] } : null;
}

/** Returns what in the local ZIP64 fields contradicts the directory; zeros don't before a data descriptor. */
function wrongLocal(fields: readonly Uint8Array[], entry: ZipEntry): HeaderProblem | null {
  const [field] = fields;
  const isLater = (entry.flags & HAS_DESCRIPTOR) !== 0;
  if (isLater && fields.length === 1 && field?.every((byte) => byte === 0)) return null;
  return wrongZip64Field(fields, entry);
}

/**
 * Checks the data descriptor after a file's data, with or without its signature. Its sizes have eight bytes when
 * those of the header are in a ZIP64 field.
 */
async function readDescriptor(
  { source, entry, end }: HeaderLocation,
  { dataEnd, isZip64 }: { dataEnd: number; isZip64: boolean },
) {
  const size = isZip64 ? 20 : 12;
  const bytes = viewOf(await source.read(dataEnd, Math.min(4 + size, end - dataEnd)));
  const sizeAt = (at: number) => (isZip64 ? bytes.getBigUint64(at, true) : BigInt(bytes.getUint32(at, true)));
  for (const start of [4, 0]) {
    if (bytes.byteLength < start + size) continue;
    if (start === 4 && bytes.getUint32(0, true) !== DESCRIPTOR_MAGIC) continue;
    const same =
      bytes.getUint32(start, true) === entry.crc32 &&
      sizeAt(start + 4) === BigInt(entry.compressedSize) &&
      sizeAt(start + (4 + size) / 2) === BigInt(entry.uncompressedSize);
    if (same) return { dataEnd: dataEnd + start + size, problem: null };
  }
  return { dataEnd, problem: { found: 'descriptor' as const } };
}

/**
 * Reports bytes before the first file, which can hide a second program. Android's build tools fill gaps with
 * virtual entries, which are headers without name or data: a package may begin with those.
 * @see Android build tools, zipflinger: LocalFileHeader.fillVirtualEntry
 */
async function checkLeadingBytes(source: ByteSource, first: number): Promise<Finding[]> {
  let at = 0;
  for (let count = 0; at < first && count < MAX_VIRTUAL_ENTRIES; count++) {
    if (at + LOCAL_HEADER_SIZE > first) break;
    const header = viewOf(await source.read(at, LOCAL_HEADER_SIZE));
    if (!isVirtual(header)) break;
    at += LOCAL_HEADER_SIZE + header.getUint16(28, true);
  }
  if (at === first) return [];
  return [fileFinding('zip-leading-bytes', { bytes: first })];
}

/** Returns true for the header of a virtual entry: stored, and without flags, name, size and checksum. */
function isVirtual(header: DataView): boolean {
  const zeros = [6, 8, 14, 16, 18, 20, 22, 24, 26];
  return (
    header.getUint32(0, true) === LOCAL_HEADER_MAGIC && zeros.every((at) => header.getUint16(at, true) === 0)
  );
}

function hex(flags: number): string {
  return `0x${flags.toString(16).padStart(4, '0')}`;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
