import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ADMIN_COMMAND } from '../config/admin-command.ts';
import type { Config } from '../config/config.ts';
import { StartupError } from '../config/startup-error.ts';
import { bucketAddress } from '../config/storage-config.ts';
import { syncDirectory, writePrivateFile } from './private-files.ts';

/** A file that exists while a backup is being restored: what it is restored into is not a store before the end. */
const markOf = (dataDir: string) => join(dataDir, 'restoring');

type RestoreTarget = Pick<Config, 'dataDir' | 'databaseUrl' | 'storage'>;

/** Notes that a restore into a database and a storage begins; an interrupted one can then be repeated. */
export async function beginRestore(target: RestoreTarget, backup: string): Promise<void> {
  await writePrivateFile(markOf(target.dataDir), `${backup}\n${hashTarget(target)}\n`);
}

/** Returns a hash by which a later restore recognises the same database and storage. */
function hashTarget({ databaseUrl, storage }: RestoreTarget): string {
  const place =
    storage.kind === 'disk'
      ? storage.directory
      : `${bucketAddress(storage, storage.endpoint)}${storage.prefix}`;
  return createHash('sha256')
    .update(JSON.stringify([databaseUrl, place]))
    .digest('hex');
}

/** Notes that the restore is complete. */
export async function endRestore(dataDir: string): Promise<void> {
  await rm(markOf(dataDir));
  await syncDirectory(dataDir);
}

/** Returns true when a restore into this data directory, database and storage was interrupted. */
export async function isSameRestoreUnfinished(target: RestoreTarget): Promise<boolean> {
  return (await readMark(target.dataDir))?.trimEnd().split('\n').at(-1) === hashTarget(target);
}

async function readMark(dataDir: string): Promise<string | null> {
  return readFile(markOf(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

/** Throws `StartupError` when a restore into this data directory was interrupted. */
export async function assertRestored(dataDir: string): Promise<void> {
  if ((await readMark(dataDir)) === null) return;
  throw new StartupError(
    `A backup was being restored into ${dataDir}, and the restore was interrupted. Run it again with the same settings: ${ADMIN_COMMAND} restore DIR`,
  );
}
