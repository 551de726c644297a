import { Inflate } from 'fflate';
import type { ByteSource } from '../../byte-source.ts';
import { decodeUtf8 } from '../../text.ts';
import { STORED, type ZipDirectory, type ZipEntry } from '../../zip.ts';
import { SignatureProblem } from '../problem.ts';

const LOCAL_HEADER_SIZE = 30;
const LOCAL_HEADER_MAGIC = 0x04034b50;
const DATA_DESCRIPTOR = 0x08;
const READ_SIZE = 256 * 1024;
/** Deflate grows at most 1,032 times, so one step yields at most 17 MB, whatever the file says. */
const INFLATE_STEP = 16 * 1024;

/** An entry and where it lives. */
export interface EntryPlace {
  source: ByteSource;
  zip: ZipDirectory;
  entry: ZipEntry;
}

function malformed(entry: ZipEntry, evidence: string): SignatureProblem {
  return new SignatureProblem('signature.v1.malformed-entry', `${entry.name}: ${evidence}`);
}

/**
 * Hands over the entry's uncompressed bytes the way Android reads them to verify a JAR signature: any method but stored
 * is taken for deflated, and checksums do not matter.
 * @throws SignatureProblem when local header and directory contradict each other, or the data is damaged.
 * @see AOSP apksig, LocalFileRecord
 */
export async function streamEntryData(place: EntryPlace, take: (chunk: Uint8Array) => void): Promise<void> {
  const { source, entry } = place;
  const stored = entry.method === STORED;
  const size = stored ? entry.uncompressedSize : entry.compressedSize;
  const start = await dataOffset(place, size);
  let taken = 0;
  const count = (chunk: Uint8Array) => {
    taken += chunk.length;
    if (taken > entry.uncompressedSize)
      throw malformed(entry, 'more data than its directory entry announces.');
    take(chunk);
  };
  const push = stored ? count : inflater(entry, count);
  for (let done = 0; done < size; done += READ_SIZE) {
    push(await source.read(start + done, Math.min(READ_SIZE, size - done)));
  }
  if (taken !== entry.uncompressedSize)
    throw malformed(entry, `${taken} of ${entry.uncompressedSize} bytes.`);
}

/**
 * The entry's uncompressed bytes.
 * @throws SignatureProblem as `streamEntryData` does, and when there are more than `maxSize`.
 */
export async function readEntryData(place: EntryPlace, maxSize: number): Promise<Uint8Array> {
  const { entry } = place;
  if (entry.uncompressedSize > maxSize) {
    throw new SignatureProblem(
      'signature.v1.too-large',
      `${entry.name} has ${entry.uncompressedSize} bytes.`,
    );
  }
  const bytes = new Uint8Array(entry.uncompressedSize);
  let at = 0;
  await streamEntryData(place, (chunk) => {
    bytes.set(chunk, at);
    at += chunk.length;
  });
  return bytes;
}

function inflater(entry: ZipEntry, take: (chunk: Uint8Array) => void): (input: Uint8Array) => void {
  const inflate = new Inflate(take);
  return (input) => {
    for (let at = 0; at < input.length; at += INFLATE_STEP) {
      try {
        inflate.push(input.subarray(at, at + INFLATE_STEP));
      } catch (error) {
        throw error instanceof SignatureProblem ? error : malformed(entry, 'its compressed data is damaged.');
      }
    }
  };
}

async function dataOffset({ source, zip, entry }: EntryPlace, size: number): Promise<number> {
  const end = zip.centralDirectoryOffset;
  const nameOffset = entry.localHeaderOffset + LOCAL_HEADER_SIZE;
  if (nameOffset > end) throw malformed(entry, 'its header lies outside.');
  const bytes = Uint8Array.from(await source.read(entry.localHeaderOffset, LOCAL_HEADER_SIZE));
  const header = new DataView(bytes.buffer);
  if (header.getUint32(0, true) !== LOCAL_HEADER_MAGIC) throw malformed(entry, 'it has no header.');
  const nameSize = header.getUint16(26, true);
  const start = nameOffset + nameSize + header.getUint16(28, true);
  if (start + size > end) throw malformed(entry, 'its data lies outside.');
  if (decodeUtf8(await source.read(nameOffset, nameSize)) !== entry.name) {
    throw malformed(entry, 'its header has another name.');
  }
  compareHeader(header, entry);
  return start;
}

function compareHeader(header: DataView, entry: ZipEntry): void {
  const flags = header.getUint16(6, true);
  if ((flags & DATA_DESCRIPTOR) !== (entry.flags & DATA_DESCRIPTOR)) {
    throw malformed(entry, 'header and directory disagree about a data descriptor.');
  }
  if (flags & DATA_DESCRIPTOR) return;
  const same =
    header.getUint32(14, true) === entry.crc32 &&
    header.getUint32(18, true) === entry.compressedSize &&
    header.getUint32(22, true) === entry.uncompressedSize;
  if (!same) throw malformed(entry, 'header and directory disagree about its size or checksum.');
}
