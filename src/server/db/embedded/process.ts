import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Log } from '../../log.ts';
import { StartupError } from '../../startup-error.ts';
import { type Account, canEnter } from './account.ts';
import { CLUSTER_USER } from './cluster.ts';
import { stopLeftover, stopPostmaster } from './postmaster.ts';

/** After a crash PostgreSQL replays at most `max_wal_size` before it answers; a slow disk takes its time for that. */
const READY_MS = 120_000;
const RESTART_PAUSE_MS = 1_000;
const LOG_BYTES = 5 * 1024 * 1024;

/** The port is only part of the socket's name. https://www.postgresql.org/docs/18/runtime-config-connection.html */
const SOCKET = '.s.PGSQL.5432';

/** A socket's address holds 107 bytes on Linux and 103 on macOS. */
const SOCKET_DIRECTORY_BYTES = 103 - `/${SOCKET}`.length;

export interface PostgresOptions {
  /** The cluster's real path. */
  readonly cluster: string;
  /** The program. */
  readonly postgres: string;
  readonly account: Account;
  /** Lines of postgresql.conf: `name=value`. */
  readonly settings: readonly string[];
  readonly logFile: string;
  readonly log: Log;
}

export interface Postgres {
  /** The directory of its socket: the `host` of a connection. */
  readonly socketDirectory: string;
  readonly stop: () => Promise<void>;
}

/**
 * Starts PostgreSQL on a cluster, waits until it answers, and starts it again whenever it ends by itself.
 * It listens on a socket in a directory closed to others, never on the network. Throws `StartupError`.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { cluster, account, log } = options;
  const socketDirectory = await makeSocketDirectory(cluster, account);
  await boundLogFile(options.logFile);

  let running = await launch(options, socketDirectory);
  let stopping = false;
  const supervise = async () => {
    for (;;) {
      await running.ended;
      if (stopping) return;
      log.error('PostgreSQL ended unexpectedly and is started again');
      await sleep(RESTART_PAUSE_MS);
      await launch(options, socketDirectory).then(
        (launched) => {
          running = launched;
        },
        (error: unknown) => log.error({ err: error }, 'PostgreSQL could not be started again'),
      );
      if (stopping) await stopPostmaster(cluster, running.pid);
    }
  };
  const supervised = supervise();

  return {
    socketDirectory,
    stop: async () => {
      stopping = true;
      await stopPostmaster(cluster, running.pid);
      await supervised;
      if (socketDirectory !== cluster) await rm(socketDirectory, { recursive: true, force: true });
    },
  };
}

/** The cluster's own directory, which only its owner may enter, or a temporary one when its path is too long. */
async function makeSocketDirectory(cluster: string, account: Account): Promise<string> {
  if (fits(cluster)) return cluster;
  const name = 'quayside-XXXXXX';
  const place = [tmpdir(), '/tmp'].find((parent) => fits(join(parent, name)) && canEnter(account, parent));
  const directory = await mkdtemp(join(place ?? '/tmp', name.replace('XXXXXX', '')));
  if (account) await chown(directory, account.uid, account.gid);
  return directory;
}

function fits(directory: string): boolean {
  return Buffer.byteLength(directory) <= SOCKET_DIRECTORY_BYTES;
}

/** PostgreSQL outlives a killed server, so it writes to a file of its own; two files of bounded size are kept. */
async function boundLogFile(path: string): Promise<void> {
  const present = await stat(path).catch(() => null);
  if (present && present.size > LOG_BYTES) await rename(path, `${path}.old`);
}

interface Running {
  readonly pid: number;
  readonly ended: Promise<unknown>;
}

/**
 * Clears the way, starts PostgreSQL and waits until it answers. A socket's lock that a killed PostgreSQL left is in
 * the way when its process id is in use again; the cluster's own lock is the one that protects the data.
 */
async function launch(options: PostgresOptions, socketDirectory: string): Promise<Running> {
  const { cluster, log, logFile } = options;
  await stopLeftover(cluster, log);
  await rm(join(socketDirectory, `${SOCKET}.lock`), { force: true });
  const running = await spawnPostgres(options, socketDirectory);
  if (await isReady(running, socketDirectory)) return running;
  // A server killed a moment ago may have had its PostgreSQL just about to lock the cluster.
  if (await stopLeftover(cluster, log)) return launch(options, socketDirectory);

  const lastLines = (await readFile(logFile, 'utf8')).trim().split('\n').slice(-5).join('\n');
  throw new StartupError(
    `The embedded PostgreSQL did not start. The end of its log, ${logFile}, says:\n${lastLines}`,
  );
}

async function spawnPostgres(options: PostgresOptions, socketDirectory: string): Promise<Running> {
  const { cluster, account, settings } = options;
  const always = [
    'listen_addresses=',
    `unix_socket_directories="${socketDirectory.replaceAll('"', '""')}"`,
    'unix_socket_permissions=0700',
  ];
  const logFile = await open(options.logFile, 'a', 0o600);
  const child = spawn(
    options.postgres,
    ['-D', cluster, ...[...always, ...settings].flatMap((line) => ['-c', line])],
    {
      ...account,
      cwd: '/',
      env: { LC_ALL: 'C' },
      stdio: ['ignore', logFile.fd, logFile.fd],
      // Ctrl-C in a terminal reaches a whole process group; PostgreSQL is stopped by us, after the last request.
      detached: true,
    },
  );
  try {
    await once(child, 'spawn');
  } catch (error) {
    throw new StartupError(`The embedded PostgreSQL could not be run: ${(error as Error).message}`);
  } finally {
    await logFile.close();
  }
  return { pid: child.pid ?? 0, ended: once(child, 'exit') };
}

/** Waits for PostgreSQL to answer; false when it has ended instead. */
async function isReady({ ended, pid }: Running, socketDirectory: string): Promise<boolean> {
  const deadline = Date.now() + READY_MS;
  for (;;) {
    const outcome = await Promise.race([ended.then(() => 'ended'), answers(socketDirectory)]);
    if (outcome === 'ended') return false;
    if (outcome === true) return true;
    if (Date.now() > deadline) {
      throw new StartupError(
        `The embedded PostgreSQL (process ${pid}) has not answered for ${READY_MS / 1000} s.`,
      );
    }
    await sleep(20);
  }
}

async function answers(socketDirectory: string): Promise<boolean> {
  const client = new Client({
    host: socketDirectory,
    port: 5432,
    user: CLUSTER_USER,
    database: 'postgres',
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}
