import { Inflate } from 'fflate';
import type { ByteSource } from './byte-source.ts';
import { crc32 } from './crc32.ts';
import { PackageError } from './finding.ts';
import { DEFLATED, STORED, type ZipDirectory, type ZipEntry } from './zip.ts';

const LOCAL_HEADER_SIZE = 30;
const ENCRYPTED = 1;
const READ_SIZE = 256 * 1024;
/** Deflate grows at most 1,032 times, so one step yields at most 17 MB, whatever the file says. */
const INFLATE_STEP = 16 * 1024;

/** An entry and where it lives. */
export interface EntryLocation {
  source: ByteSource;
  zip: ZipDirectory;
  entry: ZipEntry;
}

function entryError(entry: ZipEntry, evidence: string): PackageError {
  return new PackageError({
    rule: 'zip-entry',
    title: 'A file in the package cannot be read',
    evidence: `${entry.name}: ${evidence}`,
    fix: 'Build the package again and upload it unchanged.',
  });
}

/**
 * Where the entry's data starts, from its local header.
 * @throws PackageError when header or data lie outside of the space before the central directory.
 * @see PKWARE APPNOTE 6.3.10, section 4.3.7
 */
export async function entryDataOffset({ source, zip, entry }: EntryLocation): Promise<number> {
  const end = zip.centralDirectoryOffset;
  if (entry.localHeaderOffset + LOCAL_HEADER_SIZE > end) throw entryError(entry, 'its header lies outside.');
  const bytes = await source.read(entry.localHeaderOffset, LOCAL_HEADER_SIZE);
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (header.getUint32(0, true) !== 0x04034b50) {
    throw entryError(
      entry,
      `no entry starts at byte ${entry.localHeaderOffset}, where the directory has it.`,
    );
  }
  const offset =
    entry.localHeaderOffset + LOCAL_HEADER_SIZE + header.getUint16(26, true) + header.getUint16(28, true);
  if (offset + entry.compressedSize > end) throw entryError(entry, 'its data is cut off.');
  return offset;
}

/**
 * Hands the entry's uncompressed bytes to `onChunk`, piece by piece, and checks size and checksum at the end.
 * Stops as soon as more bytes come out than the directory announces.
 * @throws PackageError when the entry is encrypted, uses an unknown method, or is not what the directory says.
 */
export async function streamEntry(
  location: EntryLocation,
  onChunk: (chunk: Uint8Array) => void,
): Promise<void> {
  const { source, entry } = location;
  if (entry.flags & ENCRYPTED) throw entryError(entry, 'it is encrypted.');
  if (entry.method !== STORED && entry.method !== DEFLATED) {
    throw entryError(
      entry,
      `compression method ${entry.method} is unknown; only stored and deflated install.`,
    );
  }
  let size = 0;
  let checksum = 0;
  const take = (chunk: Uint8Array) => {
    size += chunk.length;
    if (size > entry.uncompressedSize) {
      throw entryError(
        entry,
        `it is larger than the ${entry.uncompressedSize} bytes that the directory announces.`,
      );
    }
    checksum = crc32(chunk, checksum);
    onChunk(chunk);
  };
  const push = entry.method === DEFLATED ? inflater(entry, take) : take;
  const start = await entryDataOffset(location);
  for (let done = 0; done < entry.compressedSize; done += READ_SIZE) {
    push(await source.read(start + done, Math.min(READ_SIZE, entry.compressedSize - done)));
  }
  if (size !== entry.uncompressedSize) {
    throw entryError(entry, `it has ${size} bytes, but the directory announces ${entry.uncompressedSize}.`);
  }
  if (checksum !== entry.crc32) throw entryError(entry, 'its checksum does not match its data.');
}

function inflater(entry: ZipEntry, take: (chunk: Uint8Array) => void): (input: Uint8Array) => void {
  const inflate = new Inflate(take);
  return (input) => {
    for (let at = 0; at < input.length; at += INFLATE_STEP) {
      try {
        inflate.push(input.subarray(at, at + INFLATE_STEP));
      } catch (error) {
        if (error instanceof PackageError) throw error;
        throw entryError(entry, 'its compressed data is damaged.');
      }
    }
  };
}

/**
 * The entry's uncompressed bytes, refused when it announces or yields more than `maxBytes`.
 * @throws PackageError as `streamEntry` does, and when the entry is larger than `maxBytes`.
 */
export async function readEntry(location: EntryLocation, maxBytes: number): Promise<Uint8Array> {
  const { entry } = location;
  if (entry.uncompressedSize > maxBytes) {
    throw new PackageError({
      rule: 'zip-bomb',
      title: 'A file in the package is too large to read',
      evidence: `${entry.name} unpacks to ${entry.uncompressedSize} bytes; at most ${maxBytes} are read.`,
      fix: `Make ${entry.name} smaller.`,
    });
  }
  const bytes = new Uint8Array(entry.uncompressedSize);
  let at = 0;
  await streamEntry(location, (chunk) => {
    bytes.set(chunk, at);
    at += chunk.length;
  });
  return bytes;
}
