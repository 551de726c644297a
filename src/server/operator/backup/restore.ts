import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Client } from 'pg';
import { uploadKey } from '../../catalog/versions/queries.ts';
import type { Config } from '../../platform/config/config.ts';
import { StartupError } from '../../platform/config/startup-error.ts';
import { copiesOf } from '../../platform/context.ts';
import { queriesOver } from '../../platform/db/pools.ts';
import { markRestoring, unmarkRestoring } from '../../platform/db/replacing.ts';
import { openSecret } from '../../platform/installation.ts';
import { createLog } from '../../platform/log/log.ts';
import { openStorage, openStorageMark } from '../../platform/open-storage.ts';
import { lockDataDirectory } from '../../platform/process/data-lock.ts';
import { makePrivateDirectory, writePrivateFile } from '../../platform/process/private-files.ts';
import {
  beginRestore,
  endRestore,
  isSameRestoreUnfinished,
} from '../../platform/process/unfinished-restore.ts';
import { findSecret, secretFile } from '../../platform/secrets/secret.ts';
import { type Storage, StorageFullError } from '../../platform/storage/storage.ts';
import { contentPath, findBackup, partsOf } from './backup-folder.ts';
import { assertCanBeEmptied, emptyDatabase, hasRows, readStoreName } from './database-content.ts';
import { describeFiles, describeLeftOut } from './describe-files.ts';
import { readFileList } from './file-list.ts';
import { loadDatabase } from './load.ts';
import type { BackupManifest } from './manifest.ts';
import type { Report } from './report.ts';
import { openStoppedDatabase } from './stopped-database.ts';
import { tryRestore } from './try-restore.ts';
import { verifyBackup } from './verify.ts';

const UPLOADS = uploadKey('');

interface RestoreOptions {
  /** A backup, or a folder with backups: then its newest one. */
  readonly path: string;
  /** True to replace the store that is there. */
  readonly isReplacing: boolean;
  /** True to only check the backup. */
  readonly isDryRun: boolean;
  /** Asks the operator for a line. */
  readonly ask: (question: string) => Promise<string>;
}

/**
 * Restores a backup into the configured database, storage and data directory, whichever they are. Checks the whole backup
 * first, and changes nothing if it is damaged or something else is there. Returns a summary, which names files that the backup
 * lacks. Throws `StartupError`.
 */
export async function restoreBackup(config: Config, options: RestoreOptions): Promise<string | Report> {
  const backup = await findBackup(options.path);
  const manifest = await verifyBackup(backup);
  const { storeName, createdAt, files } = manifest;
  const secret = (await readFile(partsOf(backup).secret, 'utf8')).trim();
  assertSecretFits(config, secret);
  if (options.isDryRun) return tryRestore(config, backup, manifest);

  await makePrivateDirectory(config.dataDir);
  using _ = await lockDataDirectory(config.dataDir);
  await using target = await openStoppedDatabase(config);
  const storage = await openStorage(config.storage, { copies: copiesOf(config) });
  await assertReplaceable({ config, client: target.client, storage, manifest, options });
  await assertCanBeEmptied(target.client);

  await beginRestore(config, backup);
  await markRestoring(target.client);
  await emptyDatabase(target.client);
  const leftOut = await loadDatabase(target.connection, partsOf(backup).database, manifest.database);
  if (config.secret === null) await writePrivateFile(secretFile(config), `${secret}\n`);
  await takeOverStorage(config, target.client);
  await restoreFiles(storage, backup);
  await unmarkRestoring(target.client);
  await endRestore(config.dataDir);
  const rows = manifest.database.tables.reduce((sum, table) => sum + table.rows, 0);
  return [
    `Restored ${storeName} of ${createdAt} from ${backup}: ${rows.toLocaleString('en')} rows, ${files.count.toLocaleString('en')} files and the secret.`,
    ...describeLeftOut(leftOut),
    ...describeFiles(files.missing, 'missing: the store had already lost them before the backup'),
    ...describeFiles(files.damaged, 'damaged: the store had them so before the backup'),
    'Start Quayside now.',
  ].join('\n');
}

function assertSecretFits(config: Config, secret: string): void {
  if (config.secret === null || config.secret === secret) return;
  throw new StartupError(
    'SECRET isn’t the secret of the backup, with which its keys are encrypted. Unset SECRET, or set it to the one in the backup’s file "secret".',
  );
}

interface RestoreTarget {
  readonly config: Config;
  readonly client: Client;
  readonly storage: Storage;
  readonly manifest: BackupManifest;
  readonly options: RestoreOptions;
}

/** Throws `StartupError` when something is there that the operator did not agree to replace. */
async function assertReplaceable(target: RestoreTarget): Promise<void> {
  const { config, client, manifest, options } = target;
  if (await isSameRestoreUnfinished(config)) return;
  const present = await findPresent(target);
  if (present.length === 0) return;
  if (!options.isReplacing) {
    throw new StartupError(
      `There is something already: ${present.join(', ')}. Restore into an empty DATA_DIR, database and storage, or add --replace, which replaces them for good.`,
    );
  }
  const name = (await readStoreName(client)) ?? manifest.storeName;
  const typed = await options.ask(
    `This replaces ${present.join(', ')} for good. Type the name of the store, ${name}: `,
  );
  if (typed.trim() !== name) throw new StartupError('The name was not typed. Nothing was replaced.');
}

async function findPresent({ config, client, storage }: RestoreTarget): Promise<string[]> {
  const present: string[] = [];
  if (await hasRows(client)) present.push('rows in the database');
  for await (const _ of storage.list('')) {
    present.push('files in the storage');
    break;
  }
  if (config.secret === null && (await findSecret(config)) !== null) present.push('a secret in DATA_DIR');
  return present;
}

/**
 * Decrypts every key with the secret, and gives the database a new id of its storage, so that a server which still runs
 * on the old database can't use this one.
 */
async function takeOverStorage(config: Config, client: Client): Promise<void> {
  const db = queriesOver(client);
  await openSecret({ config, db, log: createLog('error') });
  const id = randomUUID();
  await (await openStorageMark(config.storage)).write(id);
  await client.query('UPDATE installation SET storage_id = $1, storage_marked_at = now()', [id]);
}

async function restoreFiles(storage: Storage, backup: string): Promise<void> {
  const { fileList, content } = partsOf(backup);
  for await (const { key, sha256 } of readFileList(fileList)) {
    const stored = await restoreFile(storage, key, contentPath(content, sha256));
    if (stored !== sha256)
      throw new StartupError(
        `${contentPath(content, sha256)} changed while it was restored. Restore another backup.`,
      );
  }
}

/** Stores a file and returns its SHA-256. Unfinished uploads are appended, because only appended objects grow everywhere. */
async function restoreFile(storage: Storage, key: string, path: string): Promise<string> {
  if (!key.startsWith(UPLOADS)) {
    return (await storage.put(key, createReadStream(path)).catch(explainFull)).sha256;
  }
  const hash = createHash('sha256');
  const hashed = async function* () {
    for await (const chunk of createReadStream(path) as AsyncIterable<Uint8Array>) {
      hash.update(chunk);
      yield chunk;
    }
  };
  await storage.delete(key);
  await storage.append(key, 0, hashed()).catch(explainFull);
  return hash.digest('hex');
}

function explainFull(error: unknown): never {
  if (!(error instanceof StorageFullError)) throw error;
  throw new StartupError(
    'The storage has no space left. Free some, then run this again: it starts from the beginning.',
  );
}
