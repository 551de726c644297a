import { execFile } from 'node:child_process';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { chooseAccount } from '#server/platform/db/embedded/account.ts';
import { findBinaries } from '#server/platform/db/embedded/binaries.ts';
import { CLUSTER_USER } from '#server/platform/db/embedded/cluster.ts';
import { readPostmasterPid } from '#server/platform/db/embedded/postmaster.ts';
import { type Postgres, startPostgres } from '#server/platform/db/embedded/process.ts';
import { createLog } from '#server/platform/log/log.ts';
import { endWithThisProcess } from './end-with-this-process.ts';
import { waitUntil } from './patience.ts';
import { databaseUrl, TEMPLATE } from './postgres.ts';
import { startTestPostgres } from './start-postgres.ts';

const DATABASE = 'replicated';

/** A PostgreSQL of its own with a streaming replica, which a test can stop, break and make again. */
export interface ReplicatedPostgres extends AsyncDisposable {
  readonly primaryUrl: string;
  readonly replicaUrl: string;
  /** Runs a statement on the replica as its superuser. */
  onReplica(statement: string): Promise<void>;
  /** Stops the replay of the primary's changes; `pg_wal_replay_resume()` continues it. */
  pauseReplay(): Promise<void>;
  /** Kills the primary for good. */
  killPrimary(): Promise<void>;
  /** Kills the replica, or the primary that it was promoted to; it starts again. */
  killReplica(): Promise<void>;
  stopReplica(): Promise<void>;
  startReplica(): Promise<void>;
  /** Replaces the stopped replica by a new copy of the primary, and starts it. */
  copyReplica(): Promise<void>;
}

/** Starts both, with a database that has all tables and no rows. */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  await using opening = new AsyncDisposableStack();
  // Without a directory around both, which a killed run would leave behind.
  const primaryDirectory = opening.adopt(await makeOpenDirectory(), removeDirectory);
  const replicaDirectory = opening.adopt(await makeOpenDirectory(), removeDirectory);
  const primary = opening.adopt(await startTestPostgres(primaryDirectory), ({ stop }) => stop());
  await query(primary.socketDirectory, `CREATE DATABASE ${DATABASE} TEMPLATE ${TEMPLATE}`);

  const from = join(primaryDirectory, 'postgresql');
  const cluster = join(replicaDirectory, 'postgresql');
  let running: Postgres | null = null;
  const replicated: Omit<ReplicatedPostgres, keyof AsyncDisposable> = {
    primaryUrl: databaseUrl(primary.socketDirectory, DATABASE),
    // Its socket is in the directory of the cluster, whose path is short.
    replicaUrl: databaseUrl(cluster, DATABASE),
    async onReplica(statement) {
      await query(cluster, statement);
    },
    async pauseReplay() {
      await query(cluster, 'SELECT pg_wal_replay_pause()');
      await waitUntil('the replay is paused', async () => {
        const [row] = await query(cluster, 'SELECT pg_get_wal_replay_pause_state() AS state');
        return row?.state === 'paused';
      });
    },
    async killPrimary() {
      await killPostgres(from);
      await primary.stop();
    },
    killReplica: () => killPostgres(cluster),
    async stopReplica() {
      await running?.stop();
      running = null;
    },
    async startReplica() {
      running = await startReplica(cluster, { logFile: join(replicaDirectory, 'replica.log'), from });
    },
    async copyReplica() {
      await rm(cluster, { recursive: true, force: true });
      await copyCluster(primary.socketDirectory, { from, to: cluster });
      await replicated.startReplica();
    },
  };
  opening.defer(replicated.stopReplica);
  await replicated.copyReplica();
  const opened = opening.move();
  return { ...replicated, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Makes a temporary directory that PostgreSQL's account may enter. */
async function makeOpenDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'quayside-replicated-'));
  await chmod(directory, 0o755);
  endWithThisProcess(directory);
  return directory;
}

const removeDirectory = (directory: string) => rm(directory, { recursive: true, force: true });

async function killPostgres(cluster: string): Promise<void> {
  const pid = await readPostmasterPid(cluster);
  if (pid !== null) process.kill(pid, 'SIGKILL');
}

async function query(socketDirectory: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ host: socketDirectory, user: CLUSTER_USER, database: 'postgres' });
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows;
}

/**
 * Copies the files of a running cluster, as pg_basebackup does, which the embedded package lacks.
 * @see https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP
 */
async function copyCluster(socketDirectory: string, { from, to }: { from: string; to: string }) {
  const client = new Client({ host: socketDirectory, user: CLUSTER_USER, database: 'postgres' });
  await client.connect();
  await client.query(`SELECT pg_backup_start('replica', true)`);
  await copyFiles(from, to);
  const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop(false)');
  await client.end();
  await rm(join(to, 'postmaster.pid'), { force: true });
  const account = await chooseAccount(to);
  for (const [name, content] of [
    ['backup_label', rows[0].labelfile],
    ['standby.signal', ''],
  ]) {
    await writeFile(join(to, name), content);
    if (account) await chown(join(to, name), account.uid, account.gid);
  }
}

/** Copies files, but for those that the running PostgreSQL removes meanwhile, which a backup need not have. */
async function copyFiles(from: string, to: string): Promise<void> {
  const env = { ...process.env, LC_ALL: 'C' };
  try {
    await promisify(execFile)('cp', ['-a', from, to], { env });
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string };
    const lines = stderr.trim().split('\n');
    if (!lines.every((line) => line.endsWith('No such file or directory'))) throw error;
  }
}

async function startReplica(cluster: string, { logFile, from }: { logFile: string; from: string }) {
  const account = await chooseAccount(cluster);
  const { postgres } = await findBinaries(account);
  const settings = [
    'fsync=off',
    'jit=off',
    // Not less than the primary's.
    'max_connections=200',
    'wal_retrieve_retry_interval=100ms',
    `primary_conninfo=host=${from} port=5432 user=${CLUSTER_USER}`,
  ];
  return startPostgres({
    cluster,
    postgres,
    account,
    database: 'postgres',
    settings,
    logFile,
    log: createLog('fatal'),
  });
}
