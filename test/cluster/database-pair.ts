import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client, Pool } from 'pg';
import { chooseAccount, type SystemAccount } from '#server/platform/db/embedded/account.ts';
import { type Binaries, findBinaries } from '#server/platform/db/embedded/binaries.ts';
import { CLUSTER_USER, prepareCluster } from '#server/platform/db/embedded/cluster.ts';
import { readPostmasterPid } from '#server/platform/db/embedded/postmaster.ts';
import { type Postgres, startPostgres } from '#server/platform/db/embedded/process.ts';
import { createLog } from '#server/platform/log/log.ts';
import { waitUntil } from '#test/support/patience.ts';
import { startSocketProxy } from '#test/support/socket-proxy.ts';

const run = promisify(execFile);

/** The database that servers use. */
const DATABASE = 'quayside';
const STANDBY = 'standby';

/** Nothing here outlives the machine, so PostgreSQL need not wait for the disk. */
const SETTINGS = ['fsync=off', 'max_connections=300', 'wal_keep_size=1GB', 'jit=off'];

/** A PostgreSQL with a standby, behind one address. */
export interface DatabasePair extends AsyncDisposable {
  /** For `DATABASE_URL`; stays the same after a failover. */
  readonly url: string;
  /** Connections of the observer's own, through the same address. */
  readonly pool: Pool;
  /** Kills the primary, promotes the standby and makes the address lead to it. */
  failOver(): Promise<void>;
  /** Kills the database, which then restarts, and rejects connections until `recover`. */
  kill(): Promise<void>;
  recover(): Promise<void>;
}

interface Node extends Postgres {
  readonly cluster: string;
}

/**
 * Starts a primary and a standby that follows it synchronously: a transaction that was acknowledged is on both. The
 * embedded PostgreSQL has no `pg_basebackup`, so the standby begins as a copy made with `pg_backup_start`.
 * @see https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP
 */
export async function startDatabasePair(): Promise<DatabasePair> {
  await using opening = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'quayside-pair-'));
  // PostgreSQL may run as another user than this process.
  await run('chmod', ['755', folder]);
  opening.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const account = await chooseAccount(join(folder, 'primary'));
  const binaries = await findBinaries(account);
  const nodes = { folder, account, binaries };

  const primary = await startNode(nodes, 'primary', []);
  opening.defer(primary.stop);
  await execute(primary, 'postgres', `CREATE DATABASE ${DATABASE}`);
  const following = `primary_conninfo=host=${primary.socketDirectory} port=5432 user=${CLUSTER_USER} application_name=${STANDBY}`;
  await copyCluster(primary, join(folder, STANDBY));
  const standby = await startNode(nodes, STANDBY, [following]);
  opening.defer(standby.stop);
  await execute(primary, 'postgres', `ALTER SYSTEM SET synchronous_standby_names = '${STANDBY}'`);
  await execute(primary, 'postgres', 'SELECT pg_reload_conf()');
  await waitUntil('the standby follows synchronously', async () => {
    const rows = await execute(primary, 'postgres', 'SELECT sync_state FROM pg_stat_replication');
    return rows.some(({ sync_state }) => sync_state === 'sync');
  });

  const proxy = opening.use(await startSocketProxy(socketOf(primary)));
  const url = `postgresql://${CLUSTER_USER}@127.0.0.1:${proxy.port}/${DATABASE}`;
  const pool = opening.adopt(openPool(url), (used) => used.end());
  let current: Node = primary;
  const opened = opening.move();
  return {
    url,
    pool,
    async failOver() {
      await killPostgres(current);
      // It must not come back beside the new primary.
      await current.stop();
      await execute(standby, 'postgres', 'SELECT pg_promote()');
      proxy.leadTo(socketOf(standby));
      current = standby;
    },
    async kill() {
      await proxy.refuse();
      await killPostgres(current);
    },
    recover: proxy.recover,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

interface Nodes {
  readonly folder: string;
  readonly account: SystemAccount;
  readonly binaries: Binaries;
}

async function startNode(
  { folder, account, binaries }: Nodes,
  name: string,
  settings: readonly string[],
): Promise<Node> {
  const log = createLog('silent');
  const cluster = await prepareCluster({ path: join(folder, name), binaries, account, log });
  const logFile = join(folder, `${name}.log`);
  const { postgres } = binaries;
  const all = [...SETTINGS, ...settings];
  const started = await startPostgres({ cluster, postgres, account, settings: all, logFile, log });
  return { ...started, cluster };
}

/** Copies a running cluster, without the log that the standby fetches itself. */
async function copyCluster(primary: Node, target: string): Promise<void> {
  const client = await connect(primary, 'postgres');
  try {
    await client.query("SELECT pg_backup_start('standby', true)");
    // Files may disappear while they are copied; the log of the database brings them back where needed.
    await run('cp', ['-a', primary.cluster, target]).catch(() => {});
    const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop()');
    await rm(join(target, 'postmaster.pid'), { force: true });
    await rm(join(target, 'pg_wal'), { recursive: true });
    await mkdir(join(target, 'pg_wal', 'archive_status'), { recursive: true, mode: 0o700 });
    await writeFile(join(target, 'backup_label'), rows[0].labelfile);
    await writeFile(join(target, 'standby.signal'), '');
    await run('chown', ['-R', `--reference=${primary.cluster}`, target]);
    await run('chmod', ['700', join(target, 'pg_wal')]);
  } finally {
    await client.end();
  }
}

async function killPostgres({ cluster }: Node): Promise<void> {
  const pid = await readPostmasterPid(cluster);
  if (pid !== null) process.kill(pid, 'SIGKILL');
}

const socketOf = ({ socketDirectory }: Node) => `${socketDirectory}/.s.PGSQL.5432`;

async function connect({ socketDirectory }: Node, database: string): Promise<Client> {
  const client = new Client({ host: socketDirectory, port: 5432, user: CLUSTER_USER, database });
  await client.connect();
  return client;
}

async function execute(node: Node, database: string, statement: string) {
  const client = await connect(node, database);
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

function openPool(connectionString: string): Pool {
  const pool = new Pool({
    connectionString,
    max: 6,
    connectionTimeoutMillis: 10_000,
    query_timeout: 60_000,
  });
  pool.on('error', () => {});
  return pool;
}
