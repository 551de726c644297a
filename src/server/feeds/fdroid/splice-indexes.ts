import { pipeline, type Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { and, eq } from 'drizzle-orm';
import type { Db } from '../../platform/db/open.ts';
import { feedGroups, type StoredFile } from '../../platform/db/tables/feeds.ts';
import { compressedOffset } from '../signing/stream-jar.ts';
import { areIntact } from './damage.ts';
import { readEdits } from './edits.ts';
import type { Generation } from './generations.ts';
import { renderFrame } from './index.ts';
import { renderFrameV1 } from './index-v1.ts';
import type { FeedGroup } from './past-texts.ts';
import { groupFile } from './rollout.ts';
import { ByteReader, spliceList } from './splice.ts';
import { INDEX_V1, type IndexStore, storeIndex, storeIndexV1 } from './store-indexes.ts';

/** Bytes inflated at once: few steps, little memory. */
const CHUNK_BYTES = 256 * 1024;

type Edits = NonNullable<Awaited<ReturnType<typeof readEdits>>>;

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
  const index = current.files[groupFile(group.beginsAt, 'index-v2.json')];
  const jar = current.files[groupFile(group.beginsAt, 'index-v1.jar')];
  if (!base || !index || !jar) return null;
  const edits = await readEdits(db, base);
  if (!edits || !(await areIntact({ storage }, [index, jar]))) return null;
  const old = await storage.open(index.key);
  let compressed: typeof old = null;
  try {
    const start = compressedOffset(INDEX_V1);
    compressed = await storage.open(jar.key, { start, end: jar.size - 1 });
    if (!old || !compressed) return null;
    const copying = [
      storeIndex(splicing, group.repo, spliceApps(old.stream, base.repo, edits)),
      storeIndexV1(splicing, group.repo, spliceV1(inflate(compressed.stream), base.repo, edits)),
    ] as const;
    // Both end before the texts are read again.
    await Promise.allSettled(copying);
    return { index: await copying[0], jar: await copying[1] };
  } catch (error) {
    if (isUnexpectedContent(error)) return null;
    throw error;
  } finally {
    old?.stream.destroy();
    compressed?.stream.destroy();
  }
}

/** Returns true for the errors of `ByteReader` and those of zlib. */
function isUnexpectedContent(error: unknown): boolean {
  if (error instanceof RangeError) return true;
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}

/** Returns the same group in the current generation; null when its groups were others. */
async function readBase(
  db: Db,
  { beginsAt, endsAt }: FeedGroup,
  timestamp: number,
): Promise<FeedGroup | null> {
  const [row] = await db
    .select()
    .from(feedGroups)
    .where(
      and(
        eq(feedGroups.timestamp, timestamp),
        eq(feedGroups.beginsAt, beginsAt),
        eq(feedGroups.endsAt, endsAt),
      ),
    );
  return row ?? null;
}

async function* spliceApps(
  stream: AsyncIterable<Buffer>,
  repo: string,
  { text }: Edits,
): AsyncGenerator<Uint8Array> {
  const { start, end } = renderFrame(repo);
  const reader = new ByteReader(stream);
  await reader.expect(start);
  yield* spliceList(reader, text);
  await reader.expect(end);
  await reader.expectEnd();
}

function spliceV1(
  stream: AsyncIterable<Buffer>,
  repo: string,
  { v1App, v1Packages }: Edits,
): { readonly apps: AsyncGenerator<Uint8Array>; readonly packages: AsyncGenerator<Uint8Array> } {
  const { start, between, end } = renderFrameV1(repo);
  const reader = new ByteReader(stream);
  async function* apps() {
    await reader.expect(start);
    yield* spliceList(reader, v1App);
    await reader.expect(between);
  }
  async function* packages() {
    yield* spliceList(reader, v1Packages);
    await reader.expect(end);
    await reader.expectEnd();
  }
  return { apps: apps(), packages: packages() };
}

/** Inflates the file of a JAR, which its signature follows. */
function inflate(compressed: Readable): AsyncIterable<Buffer> {
  // An error destroys the inflated stream, whose reader gets it.
  return pipeline(compressed, createInflateRaw({ chunkSize: CHUNK_BYTES }), () => undefined);
}
