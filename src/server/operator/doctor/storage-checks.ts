import { stat } from 'node:fs/promises';
import type { Config } from '../../platform/config/config.ts';
import { watchedDisks } from '../../platform/context.ts';
import { readStorageId } from '../../platform/installation.ts';
import { createLog } from '../../platform/log/log.ts';
import { openStorageMark } from '../../platform/open-storage.ts';
import { type DiskPart, openDiskSpace } from '../../platform/storage/space.ts';
import { assertOwnStorage } from '../../platform/storage/storage-id.ts';
import { type CheckFinding, type DoctorCheck, error, ok, warning } from './check.ts';
import { checkFiles } from './files-check.ts';
import type { DoctorParts } from './parts.ts';

/** Comparing every file takes a while in a large store. */
const FILES_TIMEOUT_MS = 600_000;

/** Below this share of free space, or twice the reserve, someone should look. */
const LOW_SHARE = 0.1;

/** Checks the file systems and the stored files. */
export function storageChecks(parts: DoctorParts): DoctorCheck[] {
  return [
    { name: 'disk', run: () => checkDisk(parts) },
    { name: 'storage', run: () => checkStorage(parts) },
    {
      name: 'files',
      run: async () => (await findMissingStorage(parts.config)) ?? checkFiles(parts),
      timeoutMs: FILES_TIMEOUT_MS,
    },
  ];
}

/** Returns what to do about a storage folder that isn't there; null for every other storage. */
export async function findMissingStorage({ storage }: Config): Promise<CheckFinding | null> {
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

export async function checkStorage({ config, clock, database: { db } }: DoctorParts): Promise<CheckFinding> {
  const mark = await openStorageMark(config.storage, clock);
  // Only a start marks a storage that was never marked.
  await assertOwnStorage({ ...mark, write: async () => {} }, await readStorageId(db));
  return ok(`The storage in ${mark.place} belongs to this database.`);
}

function formatBytes(bytes: number): string {
  const gib = bytes / 1024 ** 3;
  return gib >= 1 ? `${gib.toFixed(1)} GiB` : `${(bytes / 1024 ** 2).toFixed(0)} MiB`;
}
