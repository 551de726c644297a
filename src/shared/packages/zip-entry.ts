import { Inflate } from 'fflate';
import type { ByteSource } from './byte-source.ts';
import { crc32 } from './crc32.ts';
import { PackageError } from './finding.ts';
import type { EntryProblem } from './rules/container-rules.ts';
import { fileError } from './rules/file-rules.ts';
import type { WithoutFile } from './rules/rule.ts';
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

function entryError({ name: file }: ZipEntry, problem: WithoutFile<EntryProblem>): PackageError {
  return fileError('zip-entry', { ...problem, file } as EntryProblem);
}

/**
 * Returns the offset of the entry's data, from its local header.
 * @throws PackageError when header or data lie outside the space before the central directory.
 * @see PKWARE APPNOTE 6.3.10, section 4.3.7
 */
export async function entryDataOffset({ source, zip, entry }: EntryLocation): Promise<number> {
  const end = zip.centralDirectoryOffset;
  if (entry.localHeaderOffset + LOCAL_HEADER_SIZE > end) throw entryError(entry, { found: 'outOfBounds' });
  const bytes = await source.read(entry.localHeaderOffset, LOCAL_HEADER_SIZE);
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (header.getUint32(0, true) !== 0x04034b50) {
    throw entryError(entry, { found: 'missing', at: entry.localHeaderOffset });
  }
  const offset =
    entry.localHeaderOffset + LOCAL_HEADER_SIZE + header.getUint16(26, true) + header.getUint16(28, true);
  if (offset + entry.compressedSize > end) throw entryError(entry, { found: 'cutOff' });
  return offset;
}

/**
 * Iterates over the entry's uncompressed bytes, and checks size and checksum after the last chunk. Stops as
 * soon as there are more bytes than the directory declares.
 * @throws PackageError when the entry is encrypted, uses an unknown method, or does not match the directory.
 */
async function* entryChunks(location: EntryLocation): AsyncGenerator<Uint8Array, void, undefined> {
  const { source, entry } = location;
  if (entry.flags & ENCRYPTED) throw entryError(entry, { found: 'encrypted' });
  if (entry.method !== STORED && entry.method !== DEFLATED) {
    throw entryError(entry, { found: 'method', method: entry.method });
  }
  const unpack = entry.method === DEFLATED ? createInflater(entry) : (input: Uint8Array) => [input];
  const start = await entryDataOffset(location);
  let size = 0;
  let checksum = 0;
  for (let done = 0; done < entry.compressedSize; done += READ_SIZE) {
    const input = await source.read(start + done, Math.min(READ_SIZE, entry.compressedSize - done));
    for (const chunk of unpack(input)) {
      size += chunk.length;
      if (size > entry.uncompressedSize) {
        throw entryError(entry, { found: 'larger', listed: entry.uncompressedSize });
      }
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
  }
  if (size !== entry.uncompressedSize) {
    throw entryError(entry, { found: 'size', own: size, listed: entry.uncompressedSize });
  }
  if (checksum !== entry.crc32) throw entryError(entry, { found: 'checksum' });
}

function createInflater(entry: ZipEntry): (input: Uint8Array) => Generator<Uint8Array> {
  let unpacked: Uint8Array[] = [];
  const inflate = new Inflate((chunk) => unpacked.push(chunk));
  return function* (input) {
    for (let at = 0; at < input.length; at += INFLATE_STEP) {
      try {
        inflate.push(input.subarray(at, at + INFLATE_STEP));
      } catch {
        throw entryError(entry, { found: 'damaged' });
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
    const { name: file, uncompressedSize: unpacked } = entry;
    throw fileError('zip-bomb', { found: 'tooLarge', file, unpacked, max: maxBytes });
  }
  if (entry.uncompressedSize > entry.compressedSize * MAX_GROWTH) {
    throw entryError(entry, {
      found: 'impossible',
      own: entry.compressedSize,
      listed: entry.uncompressedSize,
    });
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
