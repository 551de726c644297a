import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, type ClientConfig } from 'pg';
import type { Log } from '../../log/log.ts';
import { chooseAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { CLUSTER_USER, prepareCluster } from './cluster.ts';
import { readSocketDirectory } from './postmaster.ts';
import { startPostgres, type WhileStarting } from './process.ts';

const DATABASE = 'quayside';

/** Sized for a small machine that also runs the server; large installations use their own PostgreSQL. */
const settings = [
  'max_connections=60',
  'shared_buffers=128MB',
  'jit=off',
  'max_wal_size=512MB',
  'random_page_cost=1.1',
  'timezone=UTC',
  'log_timezone=UTC',
  'log_checkpoints=off',
  'cluster_name=quayside',
];

export interface EmbeddedDatabase extends AsyncDisposable {
  readonly connection: ClientConfig;
}

/**
 * Returns the directory of the embedded database; a link when its account cannot reach the data directory.
 */
export function embeddedDirectory(dataDir: string): string {
  return join(dataDir, 'postgresql');
}

/**
 * Runs the PostgreSQL installed by `npm ci` on the cluster `<dataDir>/postgresql`, which it creates on the
 * first start. The caller must hold the lock of the data directory (see `lock.ts`). Throws `StartupError`.
 */
export async function startEmbedded(
  dataDir: string,
  log: Log,
  whileStarting?: WhileStarting,
): Promise<EmbeddedDatabase> {
  const path = embeddedDirectory(dataDir);
  const account = await chooseAccount(path);
  const binaries = await findBinaries(account);
  const cluster = await prepareCluster({ path, binaries, account, log });
  const { postgres } = binaries;
  const logFile = join(dataDir, 'postgresql.log');
  const running = await startPostgres({
    cluster,
    postgres,
    account,
    database: DATABASE,
    settings,
    logFile,
    log,
    whileStarting,
  });

  const connection = connectionTo(running.socketDirectory);
  try {
    if (!running.hasDatabase) await createDatabase(connection);
  } catch (error) {
    await running.stop();
    throw error;
  }
  return { connection, [Symbol.asyncDispose]: running.stop };
}

/**
 * Returns the connection to the embedded database that a server on this data directory runs; null when it doesn't run.
 */
export async function findRunningEmbedded(dataDir: string): Promise<ClientConfig | null> {
  const cluster = await realpath(embeddedDirectory(dataDir)).catch(() => null);
  const host = cluster && (await readSocketDirectory(cluster));
  return host ? connectionTo(host) : null;
}

function connectionTo(host: string): ClientConfig {
  return { host, port: 5432, user: CLUSTER_USER, database: DATABASE };
}

/** Creates the database on the first start; initdb only creates `postgres`. */
async function createDatabase(connection: ClientConfig): Promise<void> {
  const client = new Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    await client.query(`create database ${client.escapeIdentifier(DATABASE)}`);
  } finally {
    await client.end();
  }
}
