import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { and, eq, gt, lte } from 'drizzle-orm';
import type { Db } from '../../platform/db/open.ts';
import { feedGroups, type StoredFile } from '../../platform/db/tables/feeds.ts';
import { compressSegment, inflateSegment, type JarSegment, SEGMENT_BYTES } from '../signing/jar-segments.ts';
import { compressedOffset } from '../signing/stream-jar.ts';
import { areFilesThere, areIntact } from './damage.ts';
import { readEdits } from './edits.ts';
import type { Generation } from './generations.ts';
import { renderFrame } from './index.ts';
import { renderFrameV1 } from './index-v1.ts';
import type { FeedGroup } from './past-texts.ts';
import { groupFile } from './rollout.ts';
import { editPiece, editsOfFile, type FileEdits, readPieces } from './splice.ts';
import { INDEX_V1, type IndexStore, storeIndex, storeIndexV1 } from './store-indexes.ts';

/** The stored indexes of a group. */
export interface Indexes {
  readonly index: StoredFile;
  readonly jar: StoredFile;
}

interface Splicing extends IndexStore {
  readonly db: Db;
}

/**
 * Stores the indexes of a group by copying those of the current generation, with the texts that changed since, because
 * reading all texts takes several times as long. Returns null when there is nothing to copy, or it is not as expected.
 * Throws when storage fails.
 */
export async function spliceIndexes(
  splicing: Splicing,
  group: FeedGroup,
  current: Generation,
): Promise<Indexes | null> {
  const { db, storage } = splicing;
  const base = await readBase(db, group, current.timestamp);
  if (!base) return null;
  const index = current.files[groupFile(base.beginsAt, 'index-v2.json')];
  const jar = current.files[groupFile(base.beginsAt, 'index-v1.jar')];
  if (!index || !jar?.segments) return null;
  const edits = await editIndexes(db, base, group);
  const plainSize = jar.segments.reduce((sum, [, plain]) => sum + plain, 0);
  if (edits?.v2.oldSize !== index.size || edits.v1.oldSize !== plainSize) return null;
  // The other index is checked while it is copied.
  if (!(await areFilesThere(splicing, [index])) || !(await areIntact(splicing, [jar]))) return null;
  const { segments } = jar;
  const copying = [
    storage.withFile(index.key, (path) => storeIndex(splicing, copyIndex(path, index.sha256, edits.v2))),
    storage.withFile(jar.key, (path) =>
      storeIndexV1(splicing, group.repo, copySegments({ path, segments }, edits.v1)),
    ),
  ] as const;
  // Both end before the texts are read again.
  await Promise.allSettled(copying);
  try {
    const [newIndex, newJar] = await Promise.all(copying);
    return newIndex && newJar && { index: newIndex, jar: newJar };
  } catch (error) {
    if (isUnexpectedContent(error)) return null;
    throw error;
  }
}

/** Returns true for the errors of copied files with other content, and those of zlib. */
function isUnexpectedContent(error: unknown): boolean {
  if (error instanceof RangeError) return true;
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}

/**
 * Returns the group of the current generation to which a group's first bucket belonged; null without one. What that bucket
 * got is its whole index, also when the other buckets of either group were or are in others.
 */
async function readBase(db: Db, { beginsAt }: FeedGroup, timestamp: number): Promise<FeedGroup | null> {
  const [row] = await db
    .select()
    .from(feedGroups)
    .where(
      and(
        eq(feedGroups.timestamp, timestamp),
        lte(feedGroups.beginsAt, beginsAt),
        gt(feedGroups.endsAt, beginsAt),
      ),
    );
  return row ?? null;
}

/** Reads the changes of both indexes from those of another group; null when they are too many. */
async function editIndexes(
  db: Db,
  base: FeedGroup,
  { beginsAt, repo }: FeedGroup,
): Promise<{ readonly v2: FileEdits; readonly v1: FileEdits } | null> {
  const edits = await readEdits(db, { timestamp: base.timestamp, bucket: beginsAt });
  if (!edits) return null;
  const [old, next] = [renderFrame(base.repo), renderFrame(repo)];
  const [oldV1, nextV1] = [renderFrameV1(base.repo), renderFrameV1(repo)];
  const around = (name: 'start' | 'between' | 'end') => ({ old: oldV1[name], next: nextV1[name] });
  return {
    v2: editsOfFile([{ old: old.start, next: next.start }, edits.text, { old: old.end, next: next.end }]),
    v1: editsOfFile([around('start'), edits.v1App, around('between'), edits.v1Packages, around('end')]),
  };
}

async function* copyIndex(path: string, sha256: string, { edits }: FileEdits): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let offset = 0;
  for (const piece of readPieces(path)) {
    hash.update(piece);
    yield* editPiece(piece, offset, edits) ?? [piece];
    offset += piece.length;
  }
  if (hash.digest('hex') !== sha256) throw new RangeError('the index is damaged');
}

async function* copySegments(
  { path, segments }: { readonly path: string; readonly segments: NonNullable<StoredFile['segments']> },
  { edits }: FileEdits,
): AsyncGenerator<JarSegment> {
  const file = openSync(path, 'r');
  try {
    let at = compressedOffset(INDEX_V1);
    let offset = 0;
    for (const [compressedLength, length] of segments) {
      const compressed = Buffer.allocUnsafe(compressedLength);
      readSync(file, compressed, { position: at });
      const segment = inflateSegment(compressed, length);
      const edited = editPiece(segment.plain, offset, edits);
      if (edited === null) yield segment;
      else yield* compressAll(Buffer.concat(edited));
      at += compressedLength;
      offset += length;
    }
  } finally {
    closeSync(file);
  }
}

/** Compresses bytes as one segment, or as several when they have grown much. */
function* compressAll(bytes: Uint8Array): Generator<JarSegment> {
  const size = bytes.length > 2 * SEGMENT_BYTES ? SEGMENT_BYTES : bytes.length;
  for (let at = 0; at < bytes.length; at += size) yield compressSegment(bytes.subarray(at, at + size));
}
