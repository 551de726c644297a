import { readProcessTree } from '#test/support/process-tree.ts';

/** Ticks of a second in which Linux counts computing time (proc_pid_stat(5)). */
const TICKS = 100;

/**
 * Returns the CPU time in milliseconds of a process and all processes that it started, including those that have ended.
 * Unlike elapsed time it does not depend on other load. Needs Linux's /proc.
 */
export async function readCpuTime(pid: number): Promise<number> {
  const tree = await readProcessTree(pid);
  return (tree.reduce((sum, { ticks }) => sum + ticks, 0) * 1000) / TICKS;
}

/** A process that computed less than this share of a second is idle. */
const IDLE_SHARE = 0.03;

/**
 * Waits until a process and those that it started are idle for a second: work in the background after a server's start
 * would be added to the measurement. Throws after five minutes.
 */
export async function waitUntilIdle(pid: number): Promise<void> {
  for (let second = 0; second < 300; second += 1) {
    const before = await readCpuTime(pid);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    if ((await readCpuTime(pid)) - before < IDLE_SHARE * 1_000) return;
  }
  throw new Error('The server did not come to rest within five minutes.');
}
