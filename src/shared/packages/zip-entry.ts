import { Inflate } from 'fflate';
import type { ByteSource } from './byte-source.ts';
import { crc32 } from './crc32.ts';
import { PackageError } from './finding.ts';
import { DEFLATED, STORED, type ZipDirectory, type ZipEntry } from './zip.ts';

const LOCAL_HEADER_SIZE = 30;
const ENCRYPTED = 1;
const READ_SIZE = 256 * 1024;
/** Deflate expands at most 1,032 times, so one step yields at most 17 MB, whatever the file says. */
const INFLATE_STEP = 16 * 1024;
const MAX_GROWTH = 1032;

/** An entry and its location. */
export interface EntryLocation {
  source: ByteSource;
  zip: ZipDirectory;
  entry: ZipEntry;
}

function entryError(entry: ZipEntry, evidence: string): PackageError {
  return new PackageError({
    rule: 'zip-entry',
    title: 'A file in the package can’t be read',
    evidence: `${entry.name}: ${evidence}`,
    fix: 'Rebuild the package and upload it unchanged.',
  });
}

/**
 * Returns the offset of the entry's data, from its local header.
 * @throws PackageError when header or data lie outside the space before the central directory.
 * @see PKWARE APPNOTE 6.3.10, section 4.3.7
 */
export async function entryDataOffset({ source, zip, entry }: EntryLocation): Promise<number> {
  const end = zip.centralDirectoryOffset;
  if (entry.localHeaderOffset + LOCAL_HEADER_SIZE > end)
    throw entryError(entry, 'its header is out of bounds.');
  const bytes = await source.read(entry.localHeaderOffset, LOCAL_HEADER_SIZE);
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (header.getUint32(0, true) !== 0x04034b50) {
    throw entryError(
      entry,
      `no entry starts at byte ${entry.localHeaderOffset}, the offset in the directory.`,
    );
  }
  const offset =
    entry.localHeaderOffset + LOCAL_HEADER_SIZE + header.getUint16(26, true) + header.getUint16(28, true);
  if (offset + entry.compressedSize > end) throw entryError(entry, 'its data is cut off.');
  return offset;
}

/**
 * Iterates over the entry's uncompressed bytes, and checks size and checksum after the last chunk. Stops as
 * soon as there are more bytes than the directory declares.
 * @throws PackageError when the entry is encrypted, uses an unknown method, or does not match the directory.
 */
async function* entryChunks(location: EntryLocation): AsyncGenerator<Uint8Array, void, undefined> {
  const { source, entry } = location;
  if (entry.flags & ENCRYPTED) throw entryError(entry, 'it’s encrypted.');
  if (entry.method !== STORED && entry.method !== DEFLATED) {
    throw entryError(
      entry,
      `compression method ${entry.method} is unknown; only stored and deflated files can be installed.`,
    );
  }
  const unpack = entry.method === DEFLATED ? inflater(entry) : (input: Uint8Array) => [input];
  const start = await entryDataOffset(location);
  let size = 0;
  let checksum = 0;
  for (let done = 0; done < entry.compressedSize; done += READ_SIZE) {
    const input = await source.read(start + done, Math.min(READ_SIZE, entry.compressedSize - done));
    for (const chunk of unpack(input)) {
      size += chunk.length;
      if (size > entry.uncompressedSize) {
        throw entryError(
          entry,
          `it’s larger than the ${entry.uncompressedSize} bytes declared in the directory.`,
        );
      }
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
  }
  if (size !== entry.uncompressedSize) {
    throw entryError(entry, `it has ${size} bytes, but the directory declares ${entry.uncompressedSize}.`);
  }
  if (checksum !== entry.crc32) throw entryError(entry, 'its checksum doesn’t match its data.');
}

function inflater(entry: ZipEntry): (input: Uint8Array) => Generator<Uint8Array> {
  let unpacked: Uint8Array[] = [];
  const inflate = new Inflate((chunk) => unpacked.push(chunk));
  return function* (input) {
    for (let at = 0; at < input.length; at += INFLATE_STEP) {
      try {
        inflate.push(input.subarray(at, at + INFLATE_STEP));
      } catch {
        throw entryError(entry, 'its compressed data is damaged.');
      }
      yield* unpacked;
      unpacked = [];
    }
  };
}

/**
 * Returns the entry's uncompressed bytes.
 * @throws PackageError as `entryChunks` does, and when the entry is larger than `maxBytes`.
 */
export async function readEntry(location: EntryLocation, maxBytes: number): Promise<Uint8Array> {
  const { entry } = location;
  if (entry.uncompressedSize > maxBytes) {
    throw new PackageError({
      rule: 'zip-bomb',
      title: 'A file in the package is too large to read',
      evidence: `${entry.name} unpacks to ${entry.uncompressedSize} bytes; the maximum is ${maxBytes}.`,
      fix: `Make ${entry.name} smaller.`,
    });
  }
  if (entry.uncompressedSize > entry.compressedSize * MAX_GROWTH) {
    throw entryError(entry, `${entry.compressedSize} bytes can’t unpack to ${entry.uncompressedSize}.`);
  }
  const bytes = new Uint8Array(entry.uncompressedSize);
  let at = 0;
  for await (const chunk of entryChunks(location)) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/**
 * Returns part of the entry's uncompressed bytes, or less when the entry ends earlier. Stops unpacking after
 * the part, so size and checksum are not checked.
 * @throws PackageError when the entry is encrypted, uses an unknown method, or is damaged before the end of
 * the part.
 */
export async function readEntryPart(
  location: EntryLocation,
  { offset, length }: { offset: number; length: number },
): Promise<Uint8Array> {
  const part = new Uint8Array(Math.max(0, Math.min(length, location.entry.uncompressedSize - offset)));
  let at = 0;
  for await (const chunk of entryChunks(location)) {
    const piece = chunk.subarray(Math.max(0, offset - at), Math.max(0, offset + length - at));
    if (piece.length > 0) part.set(piece, Math.max(0, at - offset));
    at += chunk.length;
    if (at >= offset + length) break;
  }
  return part;
}
