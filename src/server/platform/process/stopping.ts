import { setTimeout as sleep } from 'node:timers/promises';

/*
 * Time limits for each part of a stop, in milliseconds. Their sum stays below `STOP_MS`, to fit supervisors:
 * systemd waits 90 s, Docker 10 s, and npm's own restarts do not wait.
 */
export const STOP_PARTS = {
  /** For running requests; then their connections are closed. */
  requestsMs: 2_000,
  /** For running jobs to return to the queue; the next start recovers the rest. */
  jobsMs: 750,
  /** For database connections to be released. */
  connectionsMs: 500,
  /** For the last traces to be sent. */
  tracesMs: 200,
  /** At least, for an orderly shutdown of the embedded database, followed by an immediate one and a kill. */
  databaseMs: 1_000,
  databaseAbortMs: 500,
} as const;

/** Total time limit of a stop; the process then exits, which loses nothing that was acknowledged. */
export const STOP_MS = 5_000;

/** npm forwards a Ctrl-C that the terminal has already sent to the server; the two count as one. */
const SAME_SIGNAL_MS = 1_000;

/** Interval for checking the parent process. */
const PARENT_CHECK_MS = 250;

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Resolves with the reason at the first SIGTERM, SIGINT or SIGHUP, or when the process `parentPid` has
 * exited. That is npm, if it started the server: it does not forward SIGHUP, and can be killed. Without a
 * `parentPid` the server outlives its parent, as it must under init or in the background.
 */
export async function waitForStop(parentPid: number | null): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  for (const signal of SIGNALS) process.on(signal, () => resolve(signal));
  // A wrapper around Node may be in between.
  const isOurParent = process.ppid === parentPid;
  const watch = setInterval(() => {
    if (parentPid === null) return;
    const isGone = isOurParent ? process.ppid !== parentPid : !isRunning(parentPid);
    if (isGone) resolve(`process ${parentPid}, which started the server, is gone`);
  }, PARENT_CHECK_MS);
  watch.unref();
  const reason = await promise;
  clearInterval(watch);
  return reason;
}

/** Returns true when a process with this id exists. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Kept free at the end of a stop for what follows the database. */
const RESERVE_MS = 250;

let stopStartedAt: number | null = null;

/** Returns the time limits for shutting down the embedded database, which gets what the other parts left. */
export function databaseStopTimes(): { fastMs: number; immediateMs: number } {
  const immediateMs = STOP_PARTS.databaseAbortMs;
  const elapsedMs = stopStartedAt === null ? 0 : performance.now() - stopStartedAt;
  const leftMs = STOP_MS - elapsedMs - immediateMs - RESERVE_MS;
  return { fastMs: Math.max(STOP_PARTS.databaseMs, leftMs), immediateMs };
}

/** Exits when a stop takes too long, and at once on a second Ctrl-C or signal. */
export function boundStop(stopMs = STOP_MS): void {
  stopStartedAt = performance.now();
  setTimeout(() => process.exit(0), stopMs);
  setTimeout(() => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(1));
  }, SAME_SIGNAL_MS).unref();
}

/** Waits for work to finish, at most `ms`; ignores its errors. */
export async function waitAtMost(ms: number, work: Promise<unknown>): Promise<void> {
  const ended = new AbortController();
  const patience = sleep(ms, undefined, { signal: ended.signal }).catch(() => {});
  await Promise.race([work.catch(() => {}), patience]);
  ended.abort();
}
