import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, open, readFile, rename, rm, stat } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { StartupError } from '../../config/startup-error.ts';
import type { Log } from '../../log/log.ts';
import { databaseStopTimes } from '../../process/stopping.ts';
import { canEnter, type SystemAccount } from './account.ts';
import { CLUSTER_USER, requireAccessiblePath } from './cluster.ts';
import { stopLeftover, stopPostmaster } from './postmaster.ts';

/**
 * After a crash PostgreSQL replays up to `max_wal_size` before it accepts connections, which takes time on a
 * slow disk.
 */
const READY_MS = 120_000;
const RESTART_PAUSE_MS = 1_000;
const LOG_BYTES = 5 * 1024 * 1024;

/**
 * The port is only part of the socket's name.
 * @see https://www.postgresql.org/docs/18/runtime-config-connection.html
 */
const SOCKET = '.s.PGSQL.5432';

/** The descriptor that closes when the server exits, after the one of the cluster (`CLUSTER_FD`). */
const SERVER_FD = 4;

/**
 * Replaces itself with PostgreSQL and leaves a shell that waits until the server exits for any reason
 * (`SERVER_FD` closes), then shuts PostgreSQL down in fast mode, or in immediate mode if a slow disk prevents
 * that. `$$` remains the id of the process that becomes PostgreSQL, and the first line of the lock tells it
 * from a later process with the same id. The shell is detached, because PostgreSQL treats the exit of an
 * unknown child as a crash.
 */
const POSTGRES_WITH_SERVER = `
  cluster=$1; shift
  is_running() { read -r pid <"$cluster/postmaster.pid" && [ "$pid" = $$ ]; }
  ( (
    read -r _ <&${SERVER_FD}
    kill -INT $$ && sleep 10 && is_running && kill -QUIT $$
  ) >/dev/null 2>&1 & )
  exec "$@" ${SERVER_FD}<&-`;

/** @see https://www.postgresql.org/docs/18/errcodes-appendix.html: invalid_catalog_name */
export const MISSING_DATABASE = '3D000';

/** A socket address holds 107 bytes on Linux and 103 on macOS. */
const SOCKET_DIRECTORY_BYTES = 103 - `/${SOCKET}`.length;

export interface PostgresOptions {
  /** The cluster's real path. */
  readonly cluster: string;
  /** Path of the `postgres` program. */
  readonly postgres: string;
  readonly account: SystemAccount;
  /** The database that is connected to, which need not exist yet. */
  readonly database: string;
  /** Lines of postgresql.conf: `name=value`. */
  readonly settings: readonly string[];
  readonly logFile: string;
  readonly log: Log;
  /** Called while PostgreSQL starts in its own process, for work that would delay a start otherwise. */
  readonly whileStarting?: WhileStarting | undefined;
}

export type WhileStarting = () => Promise<unknown>;

export interface Postgres {
  /** Directory of the socket: the `host` of a connection. */
  readonly socketDirectory: string;
  /** True when the database exists. */
  readonly hasDatabase: boolean;
  readonly stop: () => Promise<void>;
}

/**
 * Starts PostgreSQL on a cluster, waits until it accepts connections, and restarts it whenever it exits
 * unexpectedly. It listens on a socket in a private directory, never on the network. Throws `StartupError`.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { cluster, account, log } = options;
  const socketDirectory = await makeSocketDirectory(cluster, account);
  await boundLogFile(options.logFile);

  let running = await launch(options, socketDirectory);
  const { hasDatabase } = running;
  let stopping = false;
  const supervise = async () => {
    for (;;) {
      await running.ended;
      if (stopping) return;
      log.error('PostgreSQL exited unexpectedly; restarting it');
      await sleep(RESTART_PAUSE_MS);
      await launch(options, socketDirectory).then(
        (launched) => {
          running = launched;
        },
        (error: unknown) => log.error({ err: error }, 'failed to restart PostgreSQL'),
      );
      if (stopping) await stopPostmaster(cluster, running.pid, databaseStopTimes());
    }
  };
  const supervised = supervise();

  return {
    socketDirectory,
    hasDatabase,
    stop: async () => {
      stopping = true;
      await stopPostmaster(cluster, running.pid, databaseStopTimes());
      await supervised;
      if (socketDirectory !== cluster) await rm(socketDirectory, { recursive: true, force: true });
    },
  };
}

/**
 * Returns the cluster's own directory, which only its owner may enter, or a temporary one when its path is
 * too long.
 */
async function makeSocketDirectory(cluster: string, account: SystemAccount): Promise<string> {
  if (fitsSocket(cluster)) return cluster;
  const name = 'quayside-XXXXXX';
  const place = [tmpdir(), '/tmp'].find(
    (parent) => fitsSocket(join(parent, name)) && canEnter(account, parent),
  );
  const directory = await mkdtemp(join(place ?? '/tmp', name.replace('XXXXXX', '')));
  if (account) await chown(directory, account.uid, account.gid);
  return directory;
}

function fitsSocket(directory: string): boolean {
  return Buffer.byteLength(directory) <= SOCKET_DIRECTORY_BYTES;
}

/**
 * Limits the log to two files of bounded size. PostgreSQL outlives a killed server, so it writes to its own
 * file.
 */
async function boundLogFile(path: string): Promise<void> {
  const present = await stat(path).catch(() => null);
  if (present && present.size > LOG_BYTES) await rename(path, `${path}.old`);
}

interface Running {
  readonly pid: number;
  readonly ended: Promise<unknown>;
}

/** PostgreSQL that accepts connections. */
interface ReadyProcess extends Running {
  readonly hasDatabase: boolean;
}

/**
 * Prepares the directory, starts PostgreSQL and waits until it accepts connections. Removes the lock of a
 * socket left by a killed PostgreSQL, whose process id may be in use again; the cluster's own lock protects
 * the data.
 */
async function launch(options: PostgresOptions, socketDirectory: string): Promise<ReadyProcess> {
  const { cluster, log, logFile, database } = options;
  await stopLeftover(cluster, log);
  await rm(join(socketDirectory, `${SOCKET}.lock`), { force: true });
  const running = await spawnPostgres(options, socketDirectory);
  await options.whileStarting?.();
  const outcome = await waitUntilReady(running, { socketDirectory, database });
  if (outcome !== 'ended') return { ...running, hasDatabase: outcome === 'connected' };
  // A PostgreSQL started by a server killed a moment ago may just be about to lock the cluster.
  if (await stopLeftover(cluster, log)) return launch(options, socketDirectory);

  const lastLines = (await readFile(logFile, 'utf8')).trim().split('\n').slice(-5).join('\n');
  throw new StartupError(
    `The embedded PostgreSQL didn’t start. The end of its log, ${logFile}, says:\n${lastLines}`,
  );
}

async function spawnPostgres(options: PostgresOptions, socketDirectory: string): Promise<Running> {
  const { cluster, account, settings } = options;
  // PostgreSQL's working directory, whose path may be closed to its account.
  const sockets = socketDirectory === cluster ? '.' : socketDirectory.replaceAll('"', '""');
  const always = [
    'listen_addresses=',
    `unix_socket_directories="${sockets}"`,
    'unix_socket_permissions=0700',
  ];
  const way = await requireAccessiblePath(account, cluster);
  const logFile = await open(options.logFile, 'a', 0o600);
  const directory = await open(cluster, 'r');
  const command = [options.postgres, '-D', way, ...[...always, ...settings].flatMap((line) => ['-c', line])];
  const child = spawn('/bin/sh', ['-c', POSTGRES_WITH_SERVER, 'quayside-postgresql', way, ...command], {
    ...account,
    cwd: '/',
    env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' },
    stdio: ['ignore', logFile.fd, logFile.fd, directory.fd, 'pipe'],
    // Ctrl-C in a terminal reaches the whole process group, but PostgreSQL must stop after the last request.
    detached: true,
  });
  try {
    await once(child, 'spawn');
  } catch (error) {
    throw new StartupError(`The embedded PostgreSQL couldn’t be run: ${(error as Error).message}`);
  } finally {
    await Promise.all([logFile.close(), directory.close()]);
  }
  const ended = once(child, 'exit');
  holdOpen(child, ended);
  return { pid: child.pid ?? 0, ended };
}

/** Keeps the pipe of `SERVER_FD` open while both processes live, without keeping the server alive. */
function holdOpen(child: ChildProcess, ended: Promise<unknown>): void {
  const pipe = child.stdio[SERVER_FD] as Socket;
  pipe.on('error', () => {});
  pipe.unref();
  void ended.then(() => pipe.destroy());
}

/** The result of an attempt to connect: PostgreSQL may accept connections and not have the database. */
type Attempt = 'connected' | 'missing' | 'failed';

interface ConnectTarget {
  readonly socketDirectory: string;
  readonly database: string;
}

/** Waits until PostgreSQL accepts connections, or has exited instead. */
async function waitUntilReady(
  { ended, pid }: Running,
  target: ConnectTarget,
): Promise<Exclude<Attempt, 'failed'> | 'ended'> {
  const deadline = Date.now() + READY_MS;
  for (;;) {
    const outcome = await Promise.race([ended.then(() => 'ended' as const), tryToConnect(target)]);
    if (outcome !== 'failed') return outcome;
    if (Date.now() > deadline) {
      throw new StartupError(
        `The embedded PostgreSQL (process ${pid}) hasn’t responded for ${READY_MS / 1000} s.`,
      );
    }
    await sleep(20);
  }
}

async function tryToConnect({ socketDirectory, database }: ConnectTarget): Promise<Attempt> {
  const client = new Client({ host: socketDirectory, port: 5432, user: CLUSTER_USER, database });
  client.on('error', () => {});
  try {
    await client.connect();
    return 'connected';
  } catch (error) {
    return (error as { code?: unknown }).code === MISSING_DATABASE ? 'missing' : 'failed';
  } finally {
    await client.end();
  }
}
