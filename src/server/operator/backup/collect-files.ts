import type { Client } from 'pg';
import { queriesOver } from '../../platform/db/pools.ts';
import { FILE_KINDS, findUsedKeys, isKnownKey } from '../../platform/files/kinds.ts';
import type { ListedObject } from '../../platform/storage/storage.ts';
import { checkContent, replaceMissing } from './check-content.ts';
import type { Collection } from './collection.ts';
import type { NotedProblem } from './file-index.ts';
import type { KeyList } from './manifest.ts';

/** Rows read at once. */
const PAGE = 1_000;
/** Passes until a file that a row names and nothing stores counts as lost. */
const MAX_SNAPSHOTS = 5;

/** The files that belong to a snapshot. */
export interface CollectedFiles {
  /** The pass that kept them in the index. */
  readonly pass: number;
  /** Files that rows of the snapshot name, but that neither the storage nor an earlier backup has. */
  readonly missing: KeyList;
  /** Files whose content isn't that of their hash in the database, and that no earlier backup has undamaged. */
  readonly damaged: KeyList;
  /** Files that are missing or damaged in the storage, but that an earlier backup has, and so this one. */
  readonly kept: KeyList;
  /** Files whose content was copied; the others were there from earlier backups. */
  readonly copied: number;
}

/**
 * Copies the stored files while the server runs, such that every file that the database names is there. The first pass
 * takes long and is not tied to any state of the database. Then a snapshot is taken, and a second, short pass copies
 * what came meanwhile. A file that was deleted since is kept if the snapshot still names it; one that came and went
 * between the two makes another snapshot necessary. In the end the content is compared with the hashes in the database.
 */
export async function collectFiles(collection: Collection): Promise<CollectedFiles> {
  let copied = await copyStored(collection, 1);
  for (let pass = 2; ; pass += 1) {
    await takeSnapshot(collection.client);
    copied += await copyStored(collection, pass);
    await keepUsed(collection, pass);
    await findMissing(collection, pass);
    if (collection.index.missesMore(pass) && pass <= MAX_SNAPSHOTS) continue;
    await replaceMissing(collection, pass);
    await checkContent(collection, pass);
    const list = (problem: NotedProblem) => collection.index.listProblem(problem, pass);
    return { pass, copied, missing: list('missing'), damaged: list('damaged'), kept: list('kept') };
  }
}

async function takeSnapshot(client: Client): Promise<void> {
  await client.query('ROLLBACK');
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  // The first statement takes it.
  await client.query('SELECT');
}

/** Returns the number of files whose content was not there yet. */
async function copyStored(collection: Collection, pass: number): Promise<number> {
  let copied = 0;
  for await (const listed of collection.storage.listObjects('')) {
    if (isKnownKey(listed.key) && (await copyOne(collection, listed, pass))) copied += 1;
  }
  return copied;
}

/**
 * Files don't change under their key, but unfinished uploads grow, and the feed repairs damaged files: a known file
 * counts as the same if its time and size are. One that changed or was deleted since it was listed is noticed by the
 * next pass.
 */
async function copyOne(
  { storage, content, index }: Collection,
  listed: ListedObject,
  pass: number,
): Promise<boolean> {
  const { key, size } = listed;
  const modifiedAt = listed.modifiedAt.getTime();
  const known = index.get(key);
  if (known?.size === size && known.modifiedAt === modifiedAt && (await content.has(known))) {
    index.keep(known, pass);
    return false;
  }
  const opened = await storage.open(key);
  if (!opened) return false;
  index.keep({ key, modifiedAt, ...(await content.add(opened.stream)) }, pass);
  return true;
}

/** Keeps files that were deleted after the snapshot, which an earlier pass has copied. */
async function keepUsed({ index, client }: Collection, pass: number): Promise<void> {
  const db = queriesOver(client);
  for (const files of index.keptBefore(pass)) {
    const used = await findUsedKeys(
      db,
      files.map(({ key }) => key),
    );
    for (const file of files) if (used.has(file.key)) index.keep(file, pass);
  }
}

/** Notes the keys that rows of the snapshot name and that this pass has not kept. */
async function findMissing({ index, client }: Collection, pass: number): Promise<void> {
  const db = queriesOver(client);
  for (const { expected } of FILE_KINDS) {
    for (let after = ''; ; ) {
      const { rows } = await db.execute<{ id: string; key: string; moved_to?: string }>(
        expected(after, PAGE),
      );
      for (const { key, moved_to: movedTo } of rows) {
        const isKept = index.has(key, pass) || (movedTo !== undefined && index.has(movedTo, pass));
        if (!isKept) index.note('missing', pass, key);
      }
      const last = rows.at(-1);
      if (!last || rows.length < PAGE) break;
      after = last.id;
    }
  }
}
