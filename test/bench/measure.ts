import autocannon from 'autocannon';
import { embeddedConnection, embeddedDatabase } from '#test/support/embedded-database.ts';
import { createPeople, type People } from '#test/support/people.ts';
import { readProcessTree } from '#test/support/process-tree.ts';
import { type Environment, makeDataDirectory, startServerProcess } from '#test/support/server-process.ts';

/** A server as operators run it, in a process of its own with the embedded PostgreSQL. */
export interface MeasuredServer extends People, AsyncDisposable {
  /** With the base path and a slash at its end. */
  readonly url: string;
  readonly pid: number;
  /** The directory of the database's socket. */
  readonly socketDirectory: string;
  readonly dataDir: string;
}

interface MeasuredServerOptions {
  /** An empty one by default. */
  readonly dataDir?: string;
  readonly env?: Environment;
}

/** Starts a server on a free port. */
export async function startMeasuredServer({
  dataDir,
  env,
}: MeasuredServerOptions = {}): Promise<MeasuredServer> {
  await using opening = new AsyncDisposableStack();
  const path = dataDir ?? opening.use(await makeDataDirectory()).path;
  const { url, pid } = opening.use(await startServerProcess({ DATA_DIR: path, LOG_LEVEL: 'error', ...env }));
  const { host = '' } = await embeddedConnection(path);
  const opened = opening.move();
  return {
    url,
    pid,
    socketDirectory: host,
    dataDir: path,
    ...createPeople({ url, database: embeddedDatabase(path) }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** One line of the report: what was measured, and what was aimed at. */
export interface BenchRow {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The goal in words; absent where the figure is only information. */
  readonly goal?: string;
  /** True when the goal is met. */
  readonly ok?: boolean;
}

/** The middle value, which one disturbed run does not move. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const CONNECTIONS = 16;

interface LoadOptions {
  readonly headers: Record<string, string>;
  /** The input of the call. */
  readonly data?: object;
  readonly seconds: number;
}

/** Repeats a call on sixteen connections; returns the requests per second. Throws when one fails. */
export async function load(url: string, { headers, data = {}, seconds }: LoadOptions): Promise<number> {
  const result = await autocannon({
    url,
    method: 'POST',
    headers,
    body: JSON.stringify({ data }),
    connections: CONNECTIONS,
    duration: seconds,
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} responses were no success and ${result.errors} failed`);
  }
  return result.requests.average;
}

/** Measures two things in turns, so that other load on the machine affects both. The first turn is a warm-up. */
export async function alternate(
  rounds: number,
  one: () => Promise<number>,
  other: () => Promise<number>,
): Promise<[number, number][]> {
  await one();
  await other();
  const measured: [number, number][] = [];
  for (let round = 0; round < rounds; round += 1) measured.push([await one(), await other()]);
  return measured;
}

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
