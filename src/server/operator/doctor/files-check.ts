import { copiesOf } from '../../platform/context.ts';
import type { Db } from '../../platform/db/open.ts';
import { FILE_KINDS, findUsedKeys, isKnownKey } from '../../platform/files/kinds.ts';
import { findRowsWithoutFiles, SAFE_AGE_MS } from '../../platform/files/sweep.ts';
import { openStorage } from '../../platform/open-storage.ts';
import type { ListedObject, Storage } from '../../platform/storage/storage.ts';
import { type CheckFinding, error, ok, warning } from './check.ts';
import type { DoctorParts } from './parts.ts';
import { StoredKeys } from './stored-keys.ts';

/** Files looked up in the database at a time. */
const BATCH = 500;

/** Keys named in a message. */
const MAX_NAMED = 3;

/** Compares the stored files with the database. */
export async function checkFiles({ config, clock, database: { db } }: DoctorParts): Promise<CheckFinding> {
  const storage = await openStorage(config.storage, { copies: copiesOf(config), clock });
  return await compareStoredFiles({ db, storage, now: clock() });
}

interface FilesCheckParts {
  readonly db: Db;
  readonly storage: Storage;
  readonly now: Date;
}

/** Compares a storage with the database, by one listing and a request for each file that isn't as it should be. */
export async function compareStoredFiles(compared: FilesCheckParts): Promise<CheckFinding> {
  using stored = new StoredKeys();
  const found = await readStored(compared, stored);
  return describeFiles({ ...found, missing: await findMissing(compared, stored) });
}

/** Lists the storage, and finds the files that no row references and those of no known kind. */
async function readStored(
  compared: FilesCheckParts,
  stored: StoredKeys,
): Promise<Pick<FoundFiles, 'seen' | 'unreferenced' | 'unknown'>> {
  const found = { seen: 0, unreferenced: new KeyCount(), unknown: new KeyCount() };
  for await (const objects of inBatches(compared.storage.listObjects(''))) {
    for (const { key } of objects) {
      stored.add(key);
      if (!isKnownKey(key)) found.unknown.add(key);
    }
    const ofKinds = objects.filter(({ key }) => FILE_KINDS.some(({ prefix }) => key.startsWith(prefix)));
    found.seen += ofKinds.length;
    for (const key of await findUnreferenced(compared, ofKinds)) found.unreferenced.add(key);
  }
  return found;
}

/** Leaves out newer files, which may belong to a row that is about to be written, and files deleted meanwhile. */
async function findUnreferenced(
  { db, storage, now }: FilesCheckParts,
  objects: readonly ListedObject[],
): Promise<string[]> {
  const storedBefore = new Date(now.getTime() - SAFE_AGE_MS);
  const old = objects.filter(({ modifiedAt }) => modifiedAt < storedBefore).map(({ key }) => key);
  const used = await findUsedKeys(db, old);
  const unreferenced: string[] = [];
  for (const key of old) if (!used.has(key) && (await storage.stat(key))) unreferenced.push(key);
  return unreferenced;
}

/** Finds the files that rows reference. Only those that weren't listed are looked up one by one. */
async function findMissing({ db, storage }: FilesCheckParts, stored: StoredKeys): Promise<KeyCount> {
  const missing = new KeyCount();
  const isStored = async (key: string) => stored.has(key) || (await storage.stat(key)) !== null;
  for (const kind of FILE_KINDS) {
    for (let after: string | null = ''; after !== null; ) {
      const batch = await findRowsWithoutFiles({ db, isStored }, kind, after);
      for (const key of batch.missing ?? []) missing.add(key);
      after = batch.after;
    }
  }
  return missing;
}

async function* inBatches(objects: AsyncIterable<ListedObject>): AsyncGenerator<ListedObject[]> {
  let batch: ListedObject[] = [];
  for await (const object of objects) {
    batch.push(object);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Counts keys, and keeps the first ones for a message. */
class KeyCount {
  readonly #named: string[] = [];
  #count = 0;

  add(key: string): void {
    this.#count += 1;
    if (this.#named.length < MAX_NAMED) this.#named.push(key);
  }

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  toString(): string {
    const more = this.#count > MAX_NAMED ? ', …' : '';
    return `${this.#count} ${this.#count === 1 ? 'file' : 'files'} (${this.#named.join(', ')}${more})`;
  }
}

interface FoundFiles {
  readonly seen: number;
  readonly missing: KeyCount;
  readonly unreferenced: KeyCount;
  readonly unknown: KeyCount;
}

function describeFiles({ seen, missing, unreferenced, unknown }: FoundFiles): CheckFinding {
  if (!missing.isEmpty) {
    return error(`Missing from the storage: ${missing}.`, 'Restore from a backup what is missing.');
  }
  if (unreferenced.isEmpty && unknown.isEmpty) {
    return ok(`All referenced files are there, and all ${seen} stored files are referenced.`);
  }
  const isUnused = !unreferenced.isEmpty;
  const isUnknown = !unknown.isEmpty;
  return warning(
    [
      ...(isUnused ? [`Unreferenced for a day: ${unreferenced}.`] : []),
      ...(isUnknown ? [`Not made by Quayside: ${unknown}.`] : []),
    ].join(' '),
    [
      ...(isUnused ? ['Quayside deletes unreferenced files once a day.'] : []),
      ...(isUnknown ? ['Delete unknown files yourself if nobody needs them.'] : []),
    ].join(' '),
  );
}
