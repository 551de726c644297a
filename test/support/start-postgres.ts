import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import { Client } from 'pg';
import { chooseAccount } from '#server/platform/db/embedded/account.ts';
import { findBinaries } from '#server/platform/db/embedded/binaries.ts';
import { CLUSTER_USER, prepareCluster } from '#server/platform/db/embedded/cluster.ts';
import { type Postgres, startPostgres } from '#server/platform/db/embedded/process.ts';
import { migrateDatabase } from '#server/platform/db/migrate.ts';
import { createPool } from '#server/platform/db/pools.ts';
import { createLog, type Log } from '#server/platform/log/log.ts';
import { databaseUrl, TEMPLATE } from './postgres.ts';

/** Nothing in this cluster outlives the run, so it need not survive a crash of the machine. */
const settings = [
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'max_connections=200',
  'jit=off',
  // Its workers would go round hundreds of databases that are soon of no use.
  'autovacuum=off',
];

/** Starts a PostgreSQL in `directory`, with the template of the tests' databases. */
export async function startTestPostgres(directory: string): Promise<Postgres> {
  const log = createLog('warn');
  const path = join(directory, 'postgresql');
  const account = await chooseAccount(path);
  const binaries = await findBinaries(account);
  const cluster = await prepareCluster({ path, binaries, account, log });
  const logFile = join(directory, 'postgresql.log');
  const { postgres } = binaries;
  const running = await startPostgres({
    cluster,
    postgres,
    account,
    database: 'postgres',
    settings,
    logFile,
    log,
  });
  await createTemplate(running.socketDirectory, log);
  return running;
}

/** Creates the template that tests copy: a database as a server's first start leaves it. */
async function createTemplate(socketDirectory: string, log: Log): Promise<void> {
  const admin = new Client({ host: socketDirectory, user: CLUSTER_USER, database: 'postgres' });
  await admin.connect();
  await admin.query(`create database ${TEMPLATE}`);
  await admin.end();

  const connection = { connectionString: databaseUrl(socketDirectory, TEMPLATE) };
  await migrateDatabase(connection);
  const pool = createPool(connection, 'jobs', log);
  await runMigrations({ pgPool: pool });
  await pool.end();
}
