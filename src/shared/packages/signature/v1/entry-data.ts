import type { ByteSource } from '../../byte-source.ts';
import { decodeUtf8 } from '../../text.ts';
import { STORED, type ZipDirectory, type ZipEntry } from '../../zip.ts';
import { SignatureProblem } from '../problem.ts';
import { DamagedData, inflate, inflateNatively, type Sink } from './inflate.ts';

const LOCAL_HEADER_SIZE = 30;
const LOCAL_HEADER_MAGIC = 0x04034b50;
const DATA_DESCRIPTOR = 0x08;
const READ_SIZE = 64 * 1024;
/** Below, setting up a native stream costs more than it spares. */
const NATIVE_FROM = 256 * 1024;

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
 * is taken for deflated, and checksums do not matter. `start` gives who takes them; it may be asked a second time, when
 * everything begins anew.
 * @throws SignatureProblem when local header and directory contradict each other, or the data is damaged.
 * @see AOSP apksig, LocalFileRecord
 */
export async function streamEntryData(place: EntryPlace, start: () => Sink): Promise<void> {
  const { source, entry } = place;
  const stored = entry.method === STORED;
  const size = stored ? entry.uncompressedSize : entry.compressedSize;
  const offset = await dataOffset(place, size);
  const pieces = () => readPieces(source, offset, size);
  if (stored) {
    const sink = start();
    for await (const piece of pieces()) sink(piece);
    return;
  }
  // What the runtime refuses may still be what Android accepts.
  if (size >= NATIVE_FROM && (await succeeds(entry, start, (sink) => inflateNatively(pieces(), sink))))
    return;
  if (!(await succeeds(entry, start, (sink) => inflate(pieces(), sink)))) {
    throw malformed(
      entry,
      'its compressed data is damaged, or not as long as its directory entry announces.',
    );
  }
}

/** Whether `run` gives as many bytes as announced. Ends it at the first byte too many. */
async function succeeds(
  entry: ZipEntry,
  start: () => Sink,
  run: (sink: Sink) => Promise<void>,
): Promise<boolean> {
  const sink = start();
  let size = 0;
  try {
    await run((chunk) => {
      size += chunk.length;
      if (size > entry.uncompressedSize) throw new DamagedData('More data than announced');
      sink(chunk);
    });
  } catch (error) {
    if (error instanceof DamagedData) return false;
    throw error;
  }
  return size === entry.uncompressedSize;
}

async function* readPieces(source: ByteSource, offset: number, size: number): AsyncGenerator<Uint8Array> {
  for (let done = 0; done < size; done += READ_SIZE) {
    yield await source.read(offset + done, Math.min(READ_SIZE, size - done));
  }
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
  await streamEntryData(place, () => {
    let at = 0;
    return (chunk) => {
      bytes.set(chunk, at);
      at += chunk.length;
    };
  });
  return bytes;
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
