import { pipeline, type Transform } from 'node:stream';
import { createBrotliCompress, createGzip, constants as zlib } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { BROTLI_QUALITY, ENCODINGS, type Encoding, MIN_COMPRESSED } from '../../http/encodings.ts';
import type { CompressedCopy } from '../../http/serve-file.ts';
import type { Context } from '../../platform/context.ts';
import type { StoredFile } from '../../platform/db/tables/feeds.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { type FeedName, readGeneration } from './generations.ts';

/*
 * A generation's texts have compressed copies, made once while the plain files are already served: compressing takes longer
 * than all the rest of a rebuild. A copy is stored and named like its file, with an ending.
 */

const ENDINGS: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };

const COMPRESS: Readonly<Record<Encoding, (size: number) => Transform>> = {
  br: (size) =>
    createBrotliCompress({
      params: { [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [zlib.BROTLI_PARAM_SIZE_HINT]: size },
    }),
  gzip: () => createGzip({ level: 6 }),
};

/** Returns true for the name of a file that has copies; JARs are compressed already. */
export function isCompressible(name: string): boolean {
  return /\.(json|xml)$/.test(name);
}

/** Returns the keys of the copies that a stored file may have. */
export function copyKeysOf(key: string): string[] {
  return ENCODINGS.map((encoding) => key + ENDINGS[encoding]);
}

/** Returns the copies of a file in its generation. */
export function copiesIn(
  files: Readonly<Record<string, StoredFile>>,
  name: string,
): (CompressedCopy & StoredFile)[] {
  return ENCODINGS.flatMap((encoding) => {
    const copy = files[name + ENDINGS[encoding]];
    return copy ? [{ encoding, ...copy }] : [];
  });
}

/** Returns the first copy that a stored file has, in the order of these compressions. */
export async function findCopies(
  storage: Storage,
  key: string,
  encodings: readonly Encoding[],
): Promise<CompressedCopy[]> {
  for (const encoding of encodings) {
    const copy = key + ENDINGS[encoding];
    const info = await storage.stat(copy);
    if (info) return [{ encoding, key: copy, size: info.size }];
  }
  return [];
}

/** Makes the copies that the current generation of a feed lacks, one file after the other. */
export async function makeCopies(context: Context, feed: FeedName, signal: AbortSignal): Promise<void> {
  const generation = await readGeneration(context.db, feed);
  for (const [name, file] of Object.entries(generation?.files ?? {})) {
    if (!generation || !isCompressible(name) || file.size < MIN_COMPRESSED) continue;
    if (copiesIn(generation.files, name).length === ENCODINGS.length) continue;
    signal.throwIfAborted();
    const copies = await compressFile(context.storage, name, file);
    if (!(await addFiles(context, { feed, timestamp: generation.timestamp, files: copies }))) return;
  }
}

async function compressFile(
  storage: Storage,
  name: string,
  { key, size }: StoredFile,
): Promise<Record<string, StoredFile>> {
  const copies: Record<string, StoredFile> = {};
  for (const encoding of ENCODINGS) {
    const opened = await storage.open(key);
    if (!opened) return copies;
    const ending = ENDINGS[encoding];
    // A failure of the file destroys the compressed stream too, so that storing it fails.
    const compressed = pipeline(opened.stream, COMPRESS[encoding](size), () => {});
    const stored = await storage.put(key + ending, compressed);
    copies[name + ending] = { key: key + ending, ...stored };
  }
  return copies;
}

interface AddedFiles {
  readonly feed: FeedName;
  readonly timestamp: number;
  readonly files: Readonly<Record<string, StoredFile>>;
}

/** Adds files to a generation; deletes them and returns false when it isn't the current one any more. */
async function addFiles(
  { db, storage }: Pick<Context, 'db' | 'storage'>,
  { feed, timestamp, files }: AddedFiles,
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    UPDATE feeds SET files = files || ${JSON.stringify(files)}::jsonb
    WHERE name = ${feed} AND timestamp = ${timestamp}`);
  if (rowCount === 1) return true;
  for (const { key } of Object.values(files)) await storage.delete(key);
  return false;
}
