import type { ByteSource } from '../byte-source.ts';
import { fill } from '../fill.ts';
import type { ZipDirectory } from '../zip.ts';
import type { ContentDigest } from './algorithms.ts';
import type { Hasher } from './hasher.ts';
import { VerityTree } from './verity.ts';

const CHUNK_SIZE = 1024 * 1024;
/** Enough to read one chunk while others are digested; more would only use memory. */
const CONCURRENCY = 3;
const CHUNK_PREFIX = 0xa5;
const DIGEST_PREFIX = 0x5a;

const CHUNKED = {
  'chunked-sha256': { name: 'SHA-256', size: 32 },
  'chunked-sha512': { name: 'SHA-512', size: 64 },
} as const;

/** The package to digest, without its signing block. */
export interface Contents {
  source: ByteSource;
  zip: ZipDirectory;
  /** Offset of the signing block. */
  blockOffset: number;
}

/**
 * Computes the requested digests of a package's contents in one pass, with a few chunks in memory.
 * @see https://source.android.com/docs/security/features/apksigning/v2#integrity-protected-contents
 */
export async function digestContents(
  contents: Contents,
  wanted: Set<ContentDigest>,
  hasher: Hasher,
): Promise<Map<ContentDigest, Uint8Array>> {
  const chunks = await chunksOf(contents);
  const chunked = [...wanted]
    .filter((kind) => kind !== 'verity-sha256')
    .map((kind) => {
      const { name, size } = CHUNKED[kind];
      return { kind, name, size, summary: summaryOf(chunks.length, size) };
    });
  const verity = wanted.has('verity-sha256') ? new VerityTree(contents.blockOffset, hasher) : undefined;
  const pending = chunks.entries();

  async function digestChunks(): Promise<void> {
    const buffer = new Uint8Array(5 + CHUNK_SIZE);
    buffer[0] = CHUNK_PREFIX;
    for (const [index, { offset, length, bytes }] of pending) {
      const chunk = buffer.subarray(5, 5 + length);
      new DataView(buffer.buffer).setUint32(1, length, true);
      if (bytes) chunk.set(bytes);
      else await fill(contents.source, offset, chunk);
      const input = buffer.subarray(0, 5 + length);
      for (const { name, size, summary } of chunked) summary.set(await hasher(name, input), 5 + index * size);
      if (verity && offset < contents.blockOffset) await verity.addChunk(offset, chunk);
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, digestChunks));

  const digests = new Map<ContentDigest, Uint8Array>();
  for (const { kind, name, summary } of chunked) digests.set(kind, await hasher(name, summary));
  if (verity) digests.set('verity-sha256', await verity.finish(await readTail(contents)));
  return digests;
}

interface Chunk {
  offset: number;
  length: number;
  /** Replacement for the bytes of the file; used for the end record. */
  bytes?: Uint8Array;
}

/**
 * Splits the three sections (entries, central directory, end record) into chunks. No chunk spans two
 * sections.
 */
async function chunksOf(contents: Contents): Promise<Chunk[]> {
  const { zip, blockOffset } = contents;
  const endRecord = await readEndRecord(contents);
  return [
    ...sectionChunks(0, blockOffset),
    ...sectionChunks(zip.centralDirectoryOffset, zip.endRecordOffset),
    { offset: zip.endRecordOffset, length: endRecord.length, bytes: endRecord },
  ];
}

function sectionChunks(start: number, end: number): Chunk[] {
  const count = Math.ceil((end - start) / CHUNK_SIZE);
  return Array.from({ length: count }, (_, index) => {
    const offset = start + index * CHUNK_SIZE;
    return { offset, length: Math.min(CHUNK_SIZE, end - offset) };
  });
}

/**
 * Returns the end record as it was signed: it points to the start of the signing block, as if there were
 * none.
 */
async function readEndRecord({ source, zip, blockOffset }: Contents): Promise<Uint8Array> {
  const record = Uint8Array.from(await source.read(zip.endRecordOffset, source.size - zip.endRecordOffset));
  new DataView(record.buffer).setUint32(16, blockOffset, true);
  return record;
}

async function readTail(contents: Contents): Promise<Uint8Array> {
  const { source, zip } = contents;
  const directory = await source.read(zip.centralDirectoryOffset, zip.centralDirectorySize);
  const endRecord = await readEndRecord(contents);
  const tail = new Uint8Array(directory.length + endRecord.length);
  tail.set(directory);
  tail.set(endRecord, directory.length);
  return tail;
}

function summaryOf(chunkCount: number, digestSize: number): Uint8Array {
  const summary = new Uint8Array(5 + chunkCount * digestSize);
  summary[0] = DIGEST_PREFIX;
  new DataView(summary.buffer).setUint32(1, chunkCount, true);
  return summary;
}
