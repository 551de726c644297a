import { lstat, readdir, realpath, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type ClientConfig, escapeIdentifier } from 'pg';
import type { Config } from '../../platform/config/config.ts';
import { StartupError } from '../../platform/config/startup-error.ts';
import { embeddedDirectory, startEmbedded } from '../../platform/db/embedded/embedded.ts';
import { stopLeftover } from '../../platform/db/embedded/postmaster.ts';
import { assertDatabaseUsable } from '../../platform/db/requirements.ts';
import { createLog } from '../../platform/log/log.ts';
import { lockDirectory } from '../../platform/process/data-lock.ts';
import { makeDirectory } from '../../platform/process/private-files.ts';
import { type CopyClient, openCopyClient } from './copy-client.ts';

/** An empty database for a trial, which disposing removes. */
export interface ScratchDatabase extends AsyncDisposable {
  readonly connection: ClientConfig;
  /** Sentences for the operator: where it is and why there, and what an interrupted trial had left. */
  readonly notes: readonly string[];
}

/** An advisory lock number that nothing else in the database uses. */
const TRIAL_LOCK = 7_282_981;

/** Returns the folder in the data directory with a temporary embedded database. */
export function trialFolder(dataDir: string): string {
  return join(dataDir, 'trial');
}

const BUSY = 'Another restore --dry-run loads a backup at the moment. Wait for it.';

/**
 * Makes an empty database like the one that a restore would write to: beside the database of `DATABASE_URL`, or an embedded one
 * of its own in the data directory. Where the first isn't possible, such as without the right to create databases, it makes the
 * second. Removes what an interrupted trial left. Throws `StartupError` when neither is possible, or a restore would not be.
 */
export async function openScratchDatabase(config: Config): Promise<ScratchDatabase> {
  if (config.databaseUrl === null) return openEmbeddedScratch(config.dataDir);
  const beside = await openScratchBeside(config.databaseUrl);
  if (typeof beside !== 'string') return beside;
  const embedded = await openEmbeddedScratch(config.dataDir);
  const reason = `A database beside the one of DATABASE_URL could not be made (${beside}), so a temporary embedded one was used.`;
  return { ...embedded, notes: [reason, ...embedded.notes] };
}

/** Makes a database on the same server. Returns the reason when that isn't possible. */
async function openScratchBeside(databaseUrl: string): Promise<ScratchDatabase | string> {
  await using opening = new AsyncDisposableStack();
  const opened = await openCopyClient({ connectionString: databaseUrl }).catch(
    (error: Error) => error.message,
  );
  if (typeof opened === 'string') return opened;
  const { client } = opening.use(opened);
  // A restore would end with the same error.
  await assertDatabaseUsable(client);
  const { rows } = await client.query<{ isFree: boolean; name: string; has: boolean }>(
    `SELECT pg_try_advisory_lock($1) AS "isFree", name, EXISTS (SELECT FROM pg_database WHERE datname = name) AS has
     FROM (SELECT 'quayside_trial_' || oid AS name FROM pg_database WHERE datname = current_database()) AS named`,
    [TRIAL_LOCK],
  );
  const [state] = rows;
  if (!state?.isFree) throw new StartupError(BUSY);
  const { name, has } = state;
  const drop = `DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`;
  const create = `CREATE DATABASE ${escapeIdentifier(name)} TEMPLATE template0 ENCODING 'UTF8'`;
  const problem = await run(opened, drop, create);
  if (problem !== null) return problem;
  opening.defer(() => client.query(drop).then(() => {}));
  const connection = { connectionString: addressOf(databaseUrl, name) };
  // A pooler may know only the databases that its configuration names.
  const unreachable = await tryConnecting(connection);
  if (unreachable !== null) return unreachable;
  const notes = has ? [`Removed the database ${name}, which an interrupted trial had left.`] : [];
  const kept = opening.move();
  return { connection, notes, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

/** Runs statements outside of a transaction. Returns the message of the one that failed, or null. */
async function run({ client }: CopyClient, ...statements: string[]): Promise<string | null> {
  try {
    for (const statement of statements) await client.query(statement);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Returns the reason why a database can't be reached; null when it can. */
async function tryConnecting(connection: ClientConfig): Promise<string | null> {
  try {
    await using _ = await openCopyClient(connection);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Returns the address of another database on the same server. */
function addressOf(databaseUrl: string, database: string): string {
  const url = new URL(databaseUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** Starts an embedded database of its own, which shares nothing with that of the store. */
async function openEmbeddedScratch(dataDir: string): Promise<ScratchDatabase> {
  const folder = trialFolder(dataDir);
  await using opening = new AsyncDisposableStack();
  const isNew = (await lstat(dataDir).catch(() => null)) === null;
  await makeDirectory(folder).catch((error: Error) => {
    throw new StartupError(`DATA_DIR ${dataDir} can’t be used: ${error.message}.`);
  });
  if (isNew) opening.defer(() => rmdir(dataDir).catch(() => {}));
  const lock = await lockDirectory(folder, { name: 'trial', describe: () => BUSY });
  const left = (await readdir(folder)).some((name) => !name.startsWith('trial.'));
  if (left) await removeCluster(folder);
  opening.defer(async () => {
    await removeCluster(folder);
    lock[Symbol.dispose]();
    await rm(folder, { recursive: true, force: true });
  });
  const { connection } = opening.use(await startEmbedded(folder, createLog('error')));
  const notes = left ? [`Removed the database in ${folder}, which an interrupted trial had left.`] : [];
  const kept = opening.move();
  return { connection, notes, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

/** Deletes a cluster and its log; it may be a link to a directory that PostgreSQL's account can reach. */
async function removeCluster(folder: string): Promise<void> {
  const cluster = await realpath(embeddedDirectory(folder)).catch(() => null);
  if (cluster !== null) await stopLeftover(cluster, createLog('error'));
  for (const name of await readdir(folder)) {
    if (name.startsWith('trial.')) continue;
    const path = join(folder, name);
    await rm(await realpath(path).catch(() => path), { recursive: true, force: true, maxRetries: 3 });
    await rm(path, { recursive: true, force: true });
  }
}
