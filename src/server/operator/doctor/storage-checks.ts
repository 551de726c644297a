import { stat } from 'node:fs/promises';
import type { Config } from '../../platform/config/config.ts';
import { copiesOf, watchedDisks } from '../../platform/context.ts';
import { FILE_KINDS, findUsedKeys } from '../../platform/files/kinds.ts';
import { findRowsWithoutFiles, findUnknownFiles, SAFE_AGE_MS } from '../../platform/files/sweep.ts';
import { readStorageId } from '../../platform/installation.ts';
import { createLog } from '../../platform/log/log.ts';
import { openStorage, openStorageMark } from '../../platform/open-storage.ts';
import { type DiskPart, openDiskSpace } from '../../platform/storage/space.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { assertOwnStorage } from '../../platform/storage/storage-id.ts';
import { type Check, type CheckFinding, error, ok, warning } from './check.ts';
import type { DoctorParts } from './parts.ts';

/** Comparing every file takes a while in a large store. */
const FILES_TIMEOUT_MS = 600_000;

/** Below this share of free space, or twice the reserve, someone should look. */
const LOW_SHARE = 0.1;

/** Files looked up in the database at a time. */
const BATCH = 500;

/** Keys named in a message. */
const MAX_NAMED = 3;

/** Checks the file systems and the stored files. */
export function storageChecks(parts: DoctorParts): Check[] {
  return [
    { name: 'disk', run: () => checkDisk(parts) },
    { name: 'storage', run: () => checkStorage(parts) },
    { name: 'files', run: () => checkFiles(parts), timeoutMs: FILES_TIMEOUT_MS },
  ];
}

/** Returns what to do about a storage folder that isn't there; null for every other storage. */
async function findMissingStorage({ storage }: Config): Promise<CheckFinding | null> {
  if (storage.kind !== 'disk' || (await stat(storage.directory).catch(() => null))) return null;
  return error(
    `The storage in ${storage.directory} is missing.`,
    'Mount its disk, check STORAGE_URL, or restore the storage from a backup.',
  );
}

async function checkDisk({ config }: DoctorParts): Promise<CheckFinding> {
  const missing = await findMissingStorage(config);
  if (missing) return missing;
  const reserveBytes = config.diskReserveBytes;
  const space = await openDiskSpace({
    directories: watchedDisks(config),
    reserveBytes,
    log: createLog('silent'),
  });
  const disks = await space.read();
  const message = disks
    .map(
      ({ parts, freeBytes, totalBytes }) =>
        `${formatBytes(freeBytes)} of ${formatBytes(totalBytes)} are free for ${parts.map(labelOf).join(' and ')}`,
    )
    .join(', ');
  const fix = 'Free space, or move the storage to a larger disk.';
  const low = disks.filter(({ isLow }) => isLow);
  if (low.length > 0) {
    const isOnlyData = low.every(({ parts }) => parts.every((part) => part === 'data'));
    return error(
      `${message}: less than DISK_RESERVE_MB, so ${isOnlyData ? 'inspections fail' : 'new files are rejected'}.`,
      fix,
    );
  }
  const isGettingLow = disks.some(
    ({ freeBytes, totalBytes }) => freeBytes < 2 * reserveBytes || freeBytes < totalBytes * LOW_SHARE,
  );
  return isGettingLow ? warning(`${message}.`, fix) : ok(`${message}.`);
}

function labelOf(part: DiskPart): string {
  return part === 'data' ? 'DATA_DIR' : part;
}

async function checkStorage({ config, clock, database: { db } }: DoctorParts): Promise<CheckFinding> {
  const mark = await openStorageMark(config.storage, clock);
  // Only a start marks a storage that was never marked.
  await assertOwnStorage({ ...mark, write: async () => {} }, await readStorageId(db));
  return ok(`The storage in ${mark.place} belongs to this database.`);
}

async function checkFiles({ config, clock, database: { db } }: DoctorParts): Promise<CheckFinding> {
  const { storage } = config;
  const absent = await findMissingStorage(config);
  if (absent) return absent;
  const copies = copiesOf(config);
  const files = { db, storage: await openStorage(storage, { copies, clock }) };
  const storedBefore = new Date(clock().getTime() - SAFE_AGE_MS);
  const missing: string[] = [];
  const unreferenced: string[] = [];
  let seen = 0;
  for (const kind of FILE_KINDS) {
    for (let after: string | null = ''; after !== null; ) {
      const batch = await findRowsWithoutFiles(files, kind, after);
      missing.push(...(batch.missing ?? []));
      after = batch.after;
    }
    for await (const keys of inBatches(files.storage.list(kind.prefix))) {
      seen += keys.length;
      const used = await findUsedKeys(db, keys);
      const unused = keys.filter((key) => !used.has(key));
      for (const key of unused) if (await isOld(files.storage, key, storedBefore)) unreferenced.push(key);
    }
  }
  const unknown = await listUnknown(files.storage);
  return describeFiles({ seen, missing, unreferenced, unknown });
}

async function* inBatches(keys: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = [];
  for await (const key of keys) {
    batch.push(key);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Newer ones may belong to a row that is about to be written. */
async function isOld(storage: Storage, key: string, storedBefore: Date): Promise<boolean> {
  const found = await storage.stat(key);
  return found !== null && found.modifiedAt < storedBefore;
}

async function listUnknown(storage: Storage): Promise<string[]> {
  const found: string[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const batch = await findUnknownFiles({ storage }, after);
    found.push(...(batch.unknown ?? []));
    after = batch.after;
  }
  return found;
}

interface FoundFiles {
  readonly seen: number;
  readonly missing: readonly string[];
  readonly unreferenced: readonly string[];
  readonly unknown: readonly string[];
}

function describeFiles({ seen, missing, unreferenced, unknown }: FoundFiles): CheckFinding {
  if (missing.length > 0) {
    return error(`Missing from the storage: ${count(missing)}.`, 'Restore from a backup what is missing.');
  }
  if (unreferenced.length + unknown.length === 0) {
    return ok(`All referenced files are there, and all ${seen} stored files are referenced.`);
  }
  const isUnused = unreferenced.length > 0;
  const isUnknown = unknown.length > 0;
  return warning(
    [
      ...(isUnused ? [`Unreferenced for a day: ${count(unreferenced)}.`] : []),
      ...(isUnknown ? [`Not made by Quayside: ${count(unknown)}.`] : []),
    ].join(' '),
    [
      ...(isUnused ? ['Quayside deletes unreferenced files once a day.'] : []),
      ...(isUnknown ? ['Delete unknown files yourself if nobody needs them.'] : []),
    ].join(' '),
  );
}

function count(keys: readonly string[]): string {
  const named = keys.slice(0, MAX_NAMED).join(', ');
  const more = keys.length > MAX_NAMED ? ', …' : '';
  return `${keys.length} ${keys.length === 1 ? 'file' : 'files'}${named && ` (${named}${more})`}`;
}

function formatBytes(bytes: number): string {
  const gib = bytes / 1024 ** 3;
  return gib >= 1 ? `${gib.toFixed(1)} GiB` : `${(bytes / 1024 ** 2).toFixed(0)} MiB`;
}
