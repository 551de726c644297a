import { queriesOver } from '../../platform/db/pools.ts';
import { readDigests } from '../../platform/files/digests.ts';
import type { Collection } from './collection.ts';
import type { BackupFile } from './file-index.ts';

/** An unfinished upload grows, so what an earlier backup has of it isn't the same file. */
const GROWING = 'uploads/';

/** Takes files that the storage has lost from an earlier backup, if their content is the one that the database knows. */
export async function replaceMissing({ index, client, content }: Collection, pass: number): Promise<void> {
  const db = queriesOver(client);
  for (const keys of index.missingIn(pass)) {
    const expected = await readDigests(db, keys);
    for (const key of keys) {
      const earlier = index.get(key);
      if (!earlier || key.startsWith(GROWING)) continue;
      const isRight = (expected.get(key)?.sha256 ?? earlier.sha256) === earlier.sha256;
      if (!isRight || (await content.findIntact(earlier.sha256)) === null) continue;
      index.keep(earlier, pass);
      index.forgetMissing(pass, key);
      index.note('kept', pass, key);
    }
  }
}

/**
 * Compares the files of a pass with the hashes in the database, and notes those with other content. An earlier backup may have
 * the right content, which is then kept instead.
 */
export async function checkContent(collection: Collection, pass: number): Promise<void> {
  const { index, client } = collection;
  const db = queriesOver(client);
  for (const files of index.keptIn(pass)) {
    const expected = await readDigests(
      db,
      files.map(({ key }) => key),
    );
    for (const file of files) {
      const sha256 = expected.get(file.key)?.sha256 ?? file.sha256;
      if (sha256 === file.sha256) continue;
      const right =
        (await readAgain(collection, file, sha256)) ?? (await findEarlier(collection, file, sha256));
      if (right?.problem !== null) index.note(right?.problem ?? 'damaged', pass, file.key);
      if (right) index.keep(right.file, pass);
    }
  }
}

interface RightFile {
  readonly file: BackupFile;
  readonly problem: 'kept' | null;
}

/** Reads a file once more, because it may have been replaced since; null when it still has other content. */
async function readAgain(
  { storage, content }: Collection,
  file: BackupFile,
  sha256: string,
): Promise<RightFile | null> {
  const opened = await storage.open(file.key);
  const info = opened && (await storage.stat(file.key));
  if (!opened || !info) return null;
  const read = await content.add(opened.stream);
  if (read.sha256 !== sha256) return null;
  return { file: { ...file, ...read, modifiedAt: info.modifiedAt.getTime() }, problem: null };
}

/** Returns a file with the content of an earlier backup; null when none has it. */
async function findEarlier(
  { content }: Collection,
  file: BackupFile,
  sha256: string,
): Promise<RightFile | null> {
  const size = await content.findIntact(sha256);
  // The time is that of no file in the storage, so that the next backup reads it again.
  return size === null ? null : { file: { ...file, size, sha256, modifiedAt: 0 }, problem: 'kept' };
}
