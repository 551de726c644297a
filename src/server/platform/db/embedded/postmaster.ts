import { readFile, readlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../log/log.ts';
import { isRunning } from '../../process/stopping.ts';

/** Time limits of each shutdown mode before the next, harder one. PostgreSQL recovers at the next start. */
export interface ShutdownTimes {
  /** Fast shutdown, which needs no recovery. */
  readonly fastMs: number;
  /** Immediate shutdown; after that the process is killed. */
  readonly immediateMs: number;
}

/** For a PostgreSQL left running by an earlier server. */
const LEFTOVER_TIMES: ShutdownTimes = { fastMs: 30_000, immediateMs: 10_000 };

/** Larger than any process id on Linux (2^22) or macOS (99,999). */
const UNUSED_PROCESS_ID = 4_194_305;

/**
 * Stops a PostgreSQL left running by an earlier server, and returns when its files are free: after a kill -9
 * of Node it may still be shutting down. The caller holds the lock of the data directory, so nobody else uses
 * it. Returns false when there was none.
 */
export async function stopLeftover(cluster: string, log: Log): Promise<boolean> {
  const pid = await readPostmasterPid(cluster);
  if (pid === null || !isRunning(pid)) return false;
  if (!(await isPostmasterOf(pid, cluster))) {
    await invalidateLock(cluster);
    return false;
  }
  log.info({ pid }, 'stopping a PostgreSQL left running by an earlier server');
  await stopPostmaster(cluster, pid, LEFTOVER_TIMES);
  return true;
}

/**
 * Stops a running postmaster and waits until it has released the cluster: by a fast shutdown, else an
 * immediate one, else a kill.
 * @see https://www.postgresql.org/docs/18/server-shutdown.html
 */
export async function stopPostmaster(
  cluster: string,
  pid: number,
  { fastMs, immediateMs }: ShutdownTimes,
): Promise<void> {
  const ways = [
    ['SIGINT', fastMs],
    ['SIGQUIT', immediateMs],
    ['SIGKILL', Number.POSITIVE_INFINITY],
  ] as const;
  for (const [name, patienceMs] of ways) {
    sendSignal(pid, name);
    const deadline = performance.now() + patienceMs;
    while (performance.now() < deadline) {
      if ((await readPostmasterPid(cluster)) !== pid || !isRunning(pid)) return;
      await sleep(10);
    }
  }
}

/**
 * Reads the process id from the first line of the cluster's lock file, which an orderly shutdown deletes.
 * @see https://www.postgresql.org/docs/18/storage-file-layout.html
 */
export async function readPostmasterPid(cluster: string): Promise<number | null> {
  const lock = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  return Number.parseInt(lock, 10) || null;
}

/** The line of the lock with the directory of the socket; relative to the cluster, which is PostgreSQL's own directory. */
const SOCKET_LINE = 4;

/** Returns the directory of the socket of a running postmaster; null when none runs. */
export async function readSocketDirectory(cluster: string): Promise<string | null> {
  const pid = await readPostmasterPid(cluster);
  if (pid === null || !isRunning(pid)) return null;
  const lock = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const directory = lock.split('\n')[SOCKET_LINE]?.trim();
  return directory ? resolve(cluster, directory) : null;
}

function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has already exited, which is the goal.
  }
}

/**
 * Returns true when the process runs on our cluster, because process ids are reused, above all in containers.
 * A postmaster enters the cluster's directory before it writes its lock.
 */
async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const worksIn = await readlink(`/proc/${pid}/cwd`).catch(() => '');
  return worksIn === cluster;
}

/**
 * Invalidates a lock whose process id belongs to another program, which would keep PostgreSQL from ever
 * starting. Replaces only the process id: PostgreSQL uses the rest to check that no old backend still uses
 * its shared memory.
 */
async function invalidateLock(cluster: string): Promise<void> {
  const path = join(cluster, 'postmaster.pid');
  const [, ...rest] = (await readFile(path, 'utf8')).split('\n');
  await writeFile(path, [UNUSED_PROCESS_ID, ...rest].join('\n'));
}
