import type { Config } from '../../platform/config/config.ts';
import { StartupError } from '../../platform/config/startup-error.ts';
import { migrateDatabase } from '../../platform/db/migrate.ts';
import type { Db } from '../../platform/db/open.ts';
import { queriesOver } from '../../platform/db/pools.ts';
import { readDigests } from '../../platform/files/digests.ts';
import { openSecret } from '../../platform/installation.ts';
import { createLog } from '../../platform/log/log.ts';
import { EXIT_CODES } from '../../platform/process/exit-codes.ts';
import { partsOf } from './backup-folder.ts';
import { openCopyClient } from './copy-client.ts';
import { explainDatabaseError } from './database-error.ts';
import { describeFiles, describeLeftOut } from './describe-files.ts';
import type { BackupFile } from './file-index.ts';
import { readFileList } from './file-list.ts';
import { loadDatabase } from './load.ts';
import { type BackupManifest, type KeyList, MAX_NAMED_KEYS } from './manifest.ts';
import type { Report } from './report.ts';
import { openScratchDatabase, type ScratchDatabase } from './scratch-database.ts';
import { findStorageProblem } from './storage-problem.ts';

/** Files compared at once. */
const PAGE = 1_000;

/**
 * Does with a verified backup what a restore and the start after it do, in a temporary database: loads the rows and compares
 * them, brings the tables up to date, and decrypts every key. Also compares the files with the hashes in the rows, which backups
 * made by earlier versions did not, and asks whether the storage can take them. Returns a report, whose exit code isn't 0 when the
 * backup isn't complete, could not be loaded anywhere, or doesn't fit into the storage. Throws `StartupError` when it can't be restored.
 */
export async function tryRestore(config: Config, backup: string, manifest: BackupManifest): Promise<Report> {
  const what = `${manifest.storeName} of ${manifest.createdAt} from ${backup}`;
  const scratch = await openScratchDatabase(config).catch((error: unknown) => {
    if (error instanceof StartupError) return error;
    throw error;
  });
  if (scratch instanceof StartupError) {
    const output = `${what}: every file has its size and hash, but the rows were not loaded into a temporary database. ${scratch.message}\nNothing was restored.`;
    return { output, exitCode: EXIT_CODES.failed };
  }
  const { leftOut, damaged } = await loadAndRemove(scratch, backup, { config, manifest });
  const storageProblem = await findStorageProblem(config, partsOf(backup).fileList);
  const { missing } = manifest.files;
  const isComplete = missing.count + damaged.count === 0;
  const rows = manifest.database.tables.reduce((sum, table) => sum + table.rows, 0);
  const lines = [
    `${what} ${isComplete ? 'is complete' : 'isn’t complete'} and can be restored: every file has its size and hash, ${rows.toLocaleString('en')} rows were loaded into a temporary database and are the same there, and every key was decrypted.`,
    ...scratch.notes,
    ...describeLeftOut(leftOut),
    ...describeFiles(missing, 'missing: the store had lost them before the backup'),
    ...describeFiles(damaged, 'damaged: the store had other content than the database knows'),
    ...(storageProblem === null ? [] : [`But not here yet. ${storageProblem}`]),
    'The temporary database was removed, and nothing was restored.',
  ];
  const isDone = isComplete && storageProblem === null;
  return { output: lines.join('\n'), exitCode: isDone ? EXIT_CODES.done : EXIT_CODES.problemsFound };
}

interface DryRunParts {
  readonly config: Config;
  readonly manifest: BackupManifest;
}

/** Does what `load` does, and removes the database in any case. */
async function loadAndRemove(scratch: ScratchDatabase, backup: string, trial: DryRunParts) {
  try {
    const loaded = await load(scratch, backup, trial);
    await scratch[Symbol.asyncDispose]();
    return loaded;
  } catch (error) {
    // The first error says more; the next dry run removes what is left.
    await Promise.resolve(scratch[Symbol.asyncDispose]()).catch(() => {});
    throw explainDatabaseError(error, 'The temporary database can’t be used');
  }
}

/** Loads a backup, and returns the tables that were left out, and the files with other content than the rows know. */
async function load({ connection }: ScratchDatabase, backup: string, { config, manifest }: DryRunParts) {
  const leftOut = await loadDatabase(connection, partsOf(backup).database, manifest.database);
  await migrateDatabase(connection).catch((error: unknown) => {
    throw explainDatabaseError(error, 'The tables can’t be brought up to date');
  });
  await using copying = await openCopyClient(connection);
  const db = queriesOver(copying.client);
  // The secret is a file of this name in the backup, as in a data directory. That of the store stays as it is.
  const withSecret = { ...config, secret: null, dataDir: backup };
  await openSecret({ config: withSecret, db, log: createLog('error') });
  return { leftOut, damaged: await findDamaged(db, partsOf(backup).fileList) };
}

async function findDamaged(db: Db, fileList: string): Promise<KeyList> {
  const damaged = { count: 0, named: [] as string[] };
  const compare = async (files: readonly BackupFile[]) => {
    const expected = await readDigests(
      db,
      files.map(({ key }) => key),
    );
    for (const { key, sha256 } of files) {
      if ((expected.get(key)?.sha256 ?? sha256) === sha256) continue;
      damaged.count += 1;
      if (damaged.named.length < MAX_NAMED_KEYS) damaged.named.push(key);
    }
  };
  let page: BackupFile[] = [];
  for await (const file of readFileList(fileList)) {
    page.push(file);
    if (page.length < PAGE) continue;
    await compare(page);
    page = [];
  }
  await compare(page);
  return damaged;
}
