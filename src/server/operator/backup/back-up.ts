import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ClientBase } from 'pg';
import type { Config } from '../../platform/config/config.ts';
import { StartupError } from '../../platform/config/startup-error.ts';
import { openOwnStorage } from '../../platform/context.ts';
import { openDatabaseClock, readTransactionTime } from '../../platform/db/clock.ts';
import { compareMigrations, readAppliedMigrations } from '../../platform/db/migration-level.ts';
import { connectionOf, queriesOver } from '../../platform/db/pools.ts';
import { reachDatabase } from '../../platform/db/reach.ts';
import { assertNotReplaced } from '../../platform/db/replacing.ts';
import { openSecret, readSecret } from '../../platform/installation.ts';
import { createLog } from '../../platform/log/log.ts';
import { lockDirectory } from '../../platform/process/data-lock.ts';
import { EXIT_CODES } from '../../platform/process/exit-codes.ts';
import { makeDirectory, writePrivateFile } from '../../platform/process/private-files.ts';
import { readSettings } from '../../platform/settings.ts';
import { backupName, listBackups, partsOf, removeOldBackups, startBackup } from './backup-folder.ts';
import { assertOutsideStore } from './backup-place.ts';
import { type CollectedFiles, collectFiles } from './collect-files.ts';
import { openCopyClient } from './copy-client.ts';
import { describeFiles } from './describe-files.ts';
import { dumpDatabase } from './dump.ts';
import { FileIndex } from './file-index.ts';
import { readFileList, writeFileList } from './file-list.ts';
import { type BackupManifest, formatManifest, manifestPath } from './manifest.ts';
import type { Report } from './report.ts';

interface BackupOptions {
  readonly directory: string;
  /** Backups that stay in the folder; null keeps all. */
  readonly keep: number | null;
}

/**
 * Backs up database, files and secret into a folder, while the server runs or not. Files that an earlier backup in the
 * folder has are not copied again. Returns a summary; its exit code isn't 0 when files are missing or damaged, which the backup
 * says of itself. Throws `StartupError` when nothing was backed up.
 */
export async function backUp(config: Config, { directory, keep }: BackupOptions): Promise<Report> {
  await assertOutsideStore(config, directory);
  await makeDirectory(directory).catch((error: Error) => {
    throw new StartupError(
      `${directory} can’t be created: ${error.message}. Name a folder that you can write to.`,
    );
  });
  try {
    using _ = await lockDirectory(directory, {
      name: 'backup',
      describe: (pid) =>
        `Another backup${pid && ` (process ${pid})`} is being written to ${directory}. Wait for it.`,
    });
    const { output, exitCode } = await makeBackup(config, directory);
    const removed = keep === null ? 0 : await removeOldBackups(directory, keep);
    const deleted = `\nDeleted ${removed} older ${removed === 1 ? 'backup' : 'backups'}.`;
    return { output: removed === 0 ? output : `${output}${deleted}`, exitCode };
  } catch (error) {
    throw explainWriteError(error, directory);
  }
}

/** Returns what the operator can do about a folder that can't be written to; other errors are returned as they are. */
function explainWriteError(error: unknown, directory: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  const earlier = 'The unfinished backup was deleted, and earlier ones are intact.';
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new StartupError(`The disk of ${directory} is full. ${earlier}`);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new StartupError(`${directory} can’t be written to: ${message}. ${earlier}`);
  return error;
}

async function makeBackup(config: Config, directory: string): Promise<Report> {
  const log = createLog('error');
  await using reached = await reachDatabase(config, log);
  await assertNotReplaced(reached.pool);
  await using copying = await openCopyClient(connectionOf(reached.pool));
  const { client } = copying;
  await assertCurrent(client);
  const db = queriesOver(client);
  // A wrong secret is noticed before the files are copied, and an interrupted change of it is completed.
  await openSecret({ config, db, log });
  await using clock = await openDatabaseClock(reached.pool, log);
  const storage = await openOwnStorage(config, { db, clock: clock.now });

  await using unfinished = await startBackup(directory);
  const parts = partsOf(unfinished.path);
  using index = new FileIndex();
  await addEarlierFiles(index, directory);
  const collected = await collectFiles({ storage, client, index, content: unfinished.content });
  const { missing, damaged } = collected;
  // The rows of the snapshot may be encrypted with another one than those before.
  const secret = await readSecret(config, db);
  const files = await writeFileList(parts.fileList, index.keptIn(collected.pass));
  const database = await dumpDatabase(client, parts.database);
  const { storeName } = await readSettings(db);
  const createdAt = await readTransactionTime(db);
  await client.query('COMMIT');
  await writePrivateFile(parts.secret, `${secret}\n`);
  const manifest: Omit<BackupManifest, 'format'> = {
    createdAt: createdAt.toISOString(),
    version: await readVersion(),
    storeName,
    database,
    files: { ...files, missing, damaged },
    secret: await describeFile(parts.secret),
    isComplete: missing.count === 0 && damaged.count === 0,
  };
  await writePrivateFile(manifestPath(unfinished.path), formatManifest(manifest));
  const path = await unfinished.complete(backupName(createdAt));
  return summarise(path, manifest, collected);
}

/** Rejects a database that this version has not migrated, because its rows may name files in another way. */
async function assertCurrent(client: ClientBase): Promise<void> {
  const applied = await readAppliedMigrations(client).catch((error: Error) => {
    throw new StartupError(`The database has no store: ${error.message}. Check DATA_DIR and DATABASE_URL.`);
  });
  if (compareMigrations(applied) === 'current') return;
  throw new StartupError(
    'The database belongs to another version of Quayside than this one. Back it up with the version that ran last, before you upgrade.',
  );
}

async function addEarlierFiles(index: FileIndex, directory: string): Promise<void> {
  const newest = (await listBackups(directory)).at(-1);
  if (newest === undefined) return;
  for await (const file of readFileList(partsOf(newest).fileList)) index.addEarlier(file);
}

async function readVersion(): Promise<string> {
  const text = await readFile(new URL('../../../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

async function describeFile(path: string): Promise<{ size: number; sha256: string }> {
  const bytes = await readFile(path);
  return { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

function summarise(
  path: string,
  { storeName, database, files }: Omit<BackupManifest, 'format'>,
  { copied, missing, damaged, kept }: CollectedFiles,
): Report {
  const rows = database.tables.reduce((sum, table) => sum + table.rows, 0);
  const number = (value: number) => value.toLocaleString('en');
  const lines = [
    `Backed up ${storeName} to ${path}:`,
    `  database: ${number(rows)} rows in ${database.tables.length} tables, ${number(database.jobs.rows)} jobs`,
    `  files: ${number(files.count)} (${number(files.bytes)} bytes), ${number(copied)} of them copied now`,
    '  secret',
    ...describeFiles(missing, 'missing from the storage, so also from this backup'),
    ...describeFiles(damaged, 'damaged in the storage, so also in this backup'),
    ...describeFiles(
      kept,
      'missing or damaged in the storage, but an earlier backup has them, and so this one',
    ),
  ];
  const isFlawed = missing.count + damaged.count > 0;
  if (isFlawed) lines.push('The backup isn’t complete. It can be restored, without these files.');
  const isWell = !isFlawed && kept.count === 0;
  return { output: lines.join('\n'), exitCode: isWell ? EXIT_CODES.done : EXIT_CODES.problemsFound };
}
