import type { ByteSource } from '../../byte-source.ts';
import { STORED, type ZipEntry } from '../../zip.ts';
import type { EntryLocation } from '../../zip-entry.ts';
import { SignatureProblem } from '../problem.ts';
import { type ChunkSink, DamagedData, inflate, inflateNatively } from './inflate.ts';

const LOCAL_HEADER_SIZE = 30;
const READ_SIZE = 64 * 1024;
/** Below this size, setting up a native stream costs more than it saves. */
const NATIVE_FROM = 256 * 1024;

function malformedEntry(
  { name: file }: ZipEntry,
  found: 'fileHeader' | 'fileData' | 'compressedData',
): SignatureProblem {
  return new SignatureProblem('signature.v1.malformed-entry', { found, file });
}

/**
 * Streams the entry's uncompressed bytes as Android reads them to verify a JAR signature: any method but
 * stored counts as deflated, and checksums are ignored. Calls `start` for a sink, again when the data is read
 * a second time. The container check compares the local header with the directory.
 * @throws SignatureProblem when the data lies outside the files, or is damaged.
 * @see AOSP apksig, LocalFileRecord
 */
export async function streamEntryData(location: EntryLocation, start: () => ChunkSink): Promise<void> {
  const { source, entry } = location;
  const stored = entry.method === STORED;
  const size = stored ? entry.uncompressedSize : entry.compressedSize;
  const offset = await dataOffset(location, size);
  const pieces = () => readPieces(source, offset, size);
  if (stored) {
    const sink = start();
    for await (const piece of pieces()) sink(piece);
    return;
  }
  // Android may accept data that the runtime rejects.
  if (size >= NATIVE_FROM && (await canInflate(entry, start, (sink) => inflateNatively(pieces(), sink))))
    return;
  if (!(await canInflate(entry, start, (sink) => inflate(pieces(), sink)))) {
    throw malformedEntry(entry, 'compressedData');
  }
}

/** Returns true when `run` yields exactly the declared number of bytes. Stops at the first byte too many. */
async function canInflate(
  entry: ZipEntry,
  start: () => ChunkSink,
  run: (sink: ChunkSink) => Promise<void>,
): Promise<boolean> {
  const sink = start();
  let size = 0;
  try {
    await run((chunk) => {
      size += chunk.length;
      if (size > entry.uncompressedSize) throw new DamagedData('More data than declared');
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
 * Returns the entry's uncompressed bytes.
 * @throws SignatureProblem as `streamEntryData` does, and when there are more than `maxSize`.
 */
export async function readEntryData(location: EntryLocation, maxSize: number): Promise<Uint8Array> {
  const { entry } = location;
  if (entry.uncompressedSize > maxSize) {
    throw new SignatureProblem('signature.v1.too-large', {
      found: 'fileSize',
      file: entry.name,
      bytes: entry.uncompressedSize,
    });
  }
  const bytes = new Uint8Array(entry.uncompressedSize);
  await streamEntryData(location, () => {
    let at = 0;
    return (chunk) => {
      bytes.set(chunk, at);
      at += chunk.length;
    };
  });
  return bytes;
}

async function dataOffset({ source, zip, entry }: EntryLocation, size: number): Promise<number> {
  const end = zip.centralDirectoryOffset;
  const nameOffset = entry.localHeaderOffset + LOCAL_HEADER_SIZE;
  if (nameOffset > end) throw malformedEntry(entry, 'fileHeader');
  const header = Uint8Array.from(await source.read(entry.localHeaderOffset, LOCAL_HEADER_SIZE));
  const view = new DataView(header.buffer);
  const start = nameOffset + view.getUint16(26, true) + view.getUint16(28, true);
  if (start + size > end) throw malformedEntry(entry, 'fileData');
  return start;
}
