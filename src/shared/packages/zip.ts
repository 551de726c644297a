import type { ByteSource } from './byte-source.ts';
import { unreadable } from './rules/file-rules.ts';
import { decodeUtf8 } from './text.ts';

const END_RECORD_SIZE = 22;
const MAX_COMMENT_SIZE = 0xffff;
const ZIP64_LOCATOR_SIZE = 20;
const CENTRAL_HEADER_SIZE = 46;
/**
 * Far above any real directory (65,535 entries with names of 100 bytes make 10 MB), and small enough for
 * memory.
 */
const MAX_DIRECTORY_SIZE = 16 * 1024 * 1024;

export const STORED = 0;
export const DEFLATED = 8;

/** A file in the ZIP as declared in the central directory; nothing is verified until the data is read. */
export interface ZipEntry {
  name: string;
  /** Compression method: 0 stored, 8 deflated; anything else is rejected on reading. */
  method: number;
  flags: number;
  crc32: number;
  compressedSize: number;
  uncompressedSize: number;
  localHeaderOffset: number;
  /** Position of the name in the directory's bytes. */
  nameOffset: number;
  nameLength: number;
  /** Length of the extra fields, which follow the name in the directory. */
  extraLength: number;
}

export interface ZipDirectory {
  /** In the order of the central directory, duplicates included. */
  entries: ZipEntry[];
  /** The original bytes of the central directory. */
  bytes: Uint8Array;
  centralDirectoryOffset: number;
  centralDirectorySize: number;
  endRecordOffset: number;
}

/**
 * Reads end record and central directory.
 * @throws PackageError when the file is not a ZIP, is cut off, uses ZIP64, or its directory contradicts
 * itself.
 * @see PKWARE APPNOTE 6.3.10, sections 4.3.12 (directory) and 4.3.16 (end record)
 */
export async function readZip(source: ByteSource): Promise<ZipDirectory> {
  const end = await findEndRecord(source);
  if (end.directorySize > MAX_DIRECTORY_SIZE) {
    throw unreadable({ found: 'largeDirectory', bytes: end.directorySize, max: MAX_DIRECTORY_SIZE });
  }
  const directoryEnd = end.directoryOffset + end.directorySize;
  if (directoryEnd > end.offset) {
    throw unreadable({
      found: 'longDirectory',
      from: end.directoryOffset,
      to: directoryEnd,
      end: end.offset,
    });
  }
  const directory = await source.read(end.directoryOffset, end.directorySize);
  return {
    entries: parseDirectory(directory, end.entryCount),
    bytes: directory,
    centralDirectoryOffset: end.directoryOffset,
    centralDirectorySize: end.directorySize,
    endRecordOffset: end.offset,
  };
}

interface EndRecord {
  offset: number;
  entryCount: number;
  directorySize: number;
  directoryOffset: number;
}

/** Finds the last end record whose comment ends exactly at the end of the file, as Android does. */
async function findEndRecord(source: ByteSource): Promise<EndRecord> {
  const tailSize = Math.min(source.size, END_RECORD_SIZE + MAX_COMMENT_SIZE + ZIP64_LOCATOR_SIZE);
  const tailOffset = source.size - tailSize;
  const tail = viewOf(await source.read(tailOffset, tailSize));
  for (let at = tailSize - END_RECORD_SIZE; at >= 0; at--) {
    if (tail.getUint32(at, true) !== 0x06054b50) continue;
    if (at + END_RECORD_SIZE + tail.getUint16(at + 20, true) !== tailSize) continue;
    const locator = at - ZIP64_LOCATOR_SIZE;
    if (locator >= 0 && tail.getUint32(locator, true) === 0x07064b50) {
      throw unreadable({ found: 'zip64' });
    }
    return {
      offset: tailOffset + at,
      entryCount: tail.getUint16(at + 10, true),
      directorySize: tail.getUint32(at + 12, true),
      directoryOffset: tail.getUint32(at + 16, true),
    };
  }
  throw unreadable({ found: 'noEndRecord', bytes: tailSize });
}

function parseDirectory(bytes: Uint8Array, entryCount: number): ZipEntry[] {
  const view = viewOf(bytes);
  const entries: ZipEntry[] = [];
  let at = 0;
  for (let index = 0; index < entryCount; index++) {
    if (at + CENTRAL_HEADER_SIZE > bytes.length || view.getUint32(at, true) !== 0x02014b50) {
      throw unreadable({ found: 'missingEntry', entries: entryCount, missing: index + 1 });
    }
    const nameEnd = at + CENTRAL_HEADER_SIZE + view.getUint16(at + 28, true);
    const extraLength = view.getUint16(at + 30, true);
    const next = nameEnd + extraLength + view.getUint16(at + 32, true);
    if (next > bytes.length) throw unreadable({ found: 'cutOffEntry', entry: index + 1 });
    entries.push({
      name: decodeUtf8(bytes.subarray(at + CENTRAL_HEADER_SIZE, nameEnd)),
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      crc32: view.getUint32(at + 16, true),
      compressedSize: view.getUint32(at + 20, true),
      uncompressedSize: view.getUint32(at + 24, true),
      localHeaderOffset: view.getUint32(at + 42, true),
      nameOffset: at + CENTRAL_HEADER_SIZE,
      nameLength: nameEnd - at - CENTRAL_HEADER_SIZE,
      extraLength,
    });
    at = next;
  }
  return entries;
}

/** Returns the bytes of an entry's name from the directory. */
export function nameBytes({ bytes }: ZipDirectory, { nameOffset, nameLength }: ZipEntry): Uint8Array {
  return bytes.subarray(nameOffset, nameOffset + nameLength);
}

/** Returns the bytes of an entry's extra fields from the directory. */
export function extraBytes(
  { bytes }: ZipDirectory,
  { nameOffset, nameLength, extraLength }: ZipEntry,
): Uint8Array {
  return bytes.subarray(nameOffset + nameLength, nameOffset + nameLength + extraLength);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
