import type { Config } from '../../platform/config/config.ts';
import { StartupError } from '../../platform/config/startup-error.ts';
import { embeddedDirectory } from '../../platform/db/embedded/embedded.ts';
import { assertNotHalfRestored } from '../../platform/db/replacing.ts';
import { lockDataDirectory } from '../../platform/process/data-lock.ts';
import { makeMovingFolder, removeMovingFolders } from '../../platform/process/moving-folder.ts';
import { hasRows } from './database-content.ts';
import { dumpDatabase } from './dump.ts';
import { loadDatabase } from './load.ts';
import { openStoppedDatabase } from './stopped-database.ts';

/**
 * Copies the store's database to another one: to the address of a PostgreSQL server, or with null to the embedded one.
 * Loading compares the rows of every table by number and hash. The old database stays as it is. Returns a summary with
 * the variable to set. Throws `StartupError` when a server runs, or the new database has rows.
 */
export async function moveDatabase(config: Config, toUrl: string | null): Promise<string> {
  if (config.databaseUrl === toUrl)
    throw new StartupError('The store is in that database already. Name the one that it moves to.');
  using _ = await lockDataDirectory(config.dataDir);
  await removeMovingFolders(config.dataDir);
  await using source = await openStoppedDatabase(config);
  await assertNotHalfRestored(source.client);
  if (!(await hasRows(source.client)))
    throw new StartupError('The database has no store. Check DATA_DIR and DATABASE_URL.');
  await using target = await openStoppedDatabase({ databaseUrl: toUrl, dataDir: config.dataDir });
  await assertNotHalfRestored(target.client);
  if (await hasRows(target.client)) throw new StartupError(explainTaken(config, toUrl));

  await using folder = await makeMovingFolder(config.dataDir);
  await source.client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const dump = await dumpDatabase(source.client, folder.path).catch((error: unknown) => {
    throw explainFullDisk(error, config.dataDir);
  });
  await source.client.query('COMMIT');
  await loadDatabase(target.connection, folder.path, dump);
  const rows = dump.tables.reduce((sum, table) => sum + table.rows, 0);
  return [
    `Copied ${rows.toLocaleString('en')} rows in ${dump.tables.length} tables and ${dump.jobs.rows} jobs; numbers and hashes are the same in both databases.`,
    toUrl === null
      ? 'Unset DATABASE_URL on the server and start it: it then uses the embedded database.'
      : 'Set DATABASE_URL to the new address on every server and start them.',
    'The old database is unchanged. Delete it once everything works, and never start a server on it again.',
  ].join('\n');
}

/** Returns what the operator can do about a full disk; other errors are returned as they are. */
function explainFullDisk(error: unknown, dataDir: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error;
  return new StartupError(
    `The disk of DATA_DIR ${dataDir} is full, and the rows are copied there on their way. Free some space and run this again. Both databases are unchanged.`,
  );
}

function explainTaken({ dataDir }: Config, toUrl: string | null): string {
  return toUrl === null
    ? `${embeddedDirectory(dataDir)} has a store, such as one that moved away earlier. Move that directory elsewhere first.`
    : 'The new database has rows. Name an empty one.';
}
