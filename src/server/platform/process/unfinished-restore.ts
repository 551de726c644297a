import { access, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../config/startup-error.ts';
import { syncDirectory, writePrivateFile } from './private-files.ts';

/** A file that exists while a backup is being restored: what it is restored into is not a store before the end. */
const markOf = (dataDir: string) => join(dataDir, 'restoring');

/** Notes that a restore begins; an interrupted one can then be repeated. */
export async function beginRestore(dataDir: string, backup: string): Promise<void> {
  await writePrivateFile(markOf(dataDir), `${backup}\n`);
}

/** Notes that the restore is complete. */
export async function endRestore(dataDir: string): Promise<void> {
  await rm(markOf(dataDir));
  await syncDirectory(dataDir);
}

/** Returns true when a restore into this data directory was interrupted. */
export async function isRestoreUnfinished(dataDir: string): Promise<boolean> {
  return access(markOf(dataDir)).then(
    () => true,
    () => false,
  );
}

/** Throws `StartupError` when a restore into this data directory was interrupted. */
export async function assertRestored(dataDir: string): Promise<void> {
  if (!(await isRestoreUnfinished(dataDir))) return;
  throw new StartupError(
    `A backup was being restored into ${dataDir}, and the restore was interrupted. Run it again with the same settings: npm run -s admin -- restore DIR`,
  );
}
