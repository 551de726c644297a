import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../log.ts';

/** How long a fast shutdown may take before PostgreSQL is told to drop everything; it recovers at its next start. */
const SHUTDOWN_MS = 30_000;

/** Larger than any process id that Linux (2^22) or macOS (99,999) gives out. */
const NEVER_A_PROCESS = 4_194_305;

/**
 * Stops the PostgreSQL that an earlier server left behind, and returns when its files are free: after a kill -9 of
 * Node, PostgreSQL lives on and holds the cluster. The caller owns the data directory, so nobody else uses it.
 * Gives whether there was one.
 */
export async function stopLeftover(cluster: string, log: Log): Promise<boolean> {
  const pid = await readPostmasterPid(cluster);
  if (pid === null || !isRunning(pid)) return false;
  if (!(await isPostmasterOf(pid, cluster))) {
    await disownLock(cluster);
    return false;
  }
  log.info({ pid }, 'stopping the PostgreSQL that an interrupted server left running');
  await stopPostmaster(cluster, pid);
  return true;
}

/** Stops a running postmaster by its fast shutdown and waits until it has let go of the cluster. */
export async function stopPostmaster(cluster: string, pid: number): Promise<void> {
  signal(pid, 'SIGINT');
  const deadline = Date.now() + SHUTDOWN_MS;
  while ((await readPostmasterPid(cluster)) === pid && isRunning(pid)) {
    if (Date.now() > deadline) signal(pid, 'SIGQUIT');
    await sleep(10);
  }
}

/**
 * The process id in the cluster's lock file: its first line. The file goes when the postmaster ends in good order.
 * https://www.postgresql.org/docs/18/storage-file-layout.html
 */
async function readPostmasterPid(cluster: string): Promise<number | null> {
  const lock = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  return Number.parseInt(lock, 10) || null;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended by itself, which is what we want.
  }
}

/** Process ids are used again, above all in containers: whether this one was started on our cluster. */
async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return command.split('\0').includes(cluster);
}

/**
 * The lock names a process that is not PostgreSQL, which would make PostgreSQL refuse to start for good. Only the
 * process id is replaced: the rest lets PostgreSQL check that no old backend still uses its shared memory.
 */
async function disownLock(cluster: string): Promise<void> {
  const path = join(cluster, 'postmaster.pid');
  const [, ...rest] = (await readFile(path, 'utf8')).split('\n');
  await writeFile(path, [NEVER_A_PROCESS, ...rest].join('\n'));
}
