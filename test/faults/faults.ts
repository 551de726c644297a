import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { STOP_MS } from '#server/platform/process/stopping.ts';
import { insertPeople, muteMails } from '#test/support/seed-users.ts';
import { type FaultStore, KILLS_DURING_INSPECTION, waitForInspections } from './store.ts';
import type { Stage, Workload } from './workload.ts';

/** The outcome of a fault: a figure to print, and what should not have happened. */
export interface FaultResult {
  readonly figure: string;
  readonly broken: readonly string[];
}

/** Causes a fault in a store under load, and recovers the store. */
export type Fault = (store: FaultStore, workload: Workload) => Promise<FaultResult>;

/** Extra time to stop on a loaded machine. */
const SLACK_MS = 3_000;
/** The maximum delay before a stage is interrupted. */
const RANDOM_MS = 60;
/** The maximum time of a response while the database hangs. */
const ANSWER_MS = 5_000;

/** Kills the server (SIGKILL) repeatedly, each time at a random moment after a publisher began the stage. */
export function killDuring(stage: Stage, kills: number): Fault {
  return async (store, workload) => {
    for (let kill = 0; kill < kills; kill += 1) {
      if (kill % KILLS_DURING_INSPECTION === 0) await waitForInspections(store);
      await workload.nextTime(stage);
      await sleep(randomInt(RANDOM_MS));
      store.server.kill('SIGKILL');
      await store.restart();
    }
    return { figure: `${kills} kills`, broken: [] };
  };
}

/** Adds many users to the store and kills the server while an announcement reaches them. */
export function killDuringFanOut(people: number, kills: number): Fault {
  return async (store, workload) => {
    await insertPeople(store.pool, people);
    // Their time is when the insertion began, but announcements made before its end can't reach them.
    await store.pool.query(`UPDATE users SET created_at = now() WHERE starts_with(uid, 'person-')`);
    await muteMails(store.pool);
    return killDuring('fan-out', kills)(store, workload);
  };
}

/** Stops the server with a signal, and measures how long that takes. */
export function stopBy(signal: NodeJS.Signals): Fault {
  return async (store, workload) => {
    await workload.nextTime('upload');
    const told = performance.now();
    store.server.kill(signal);
    const { code } = await store.server.ended;
    const ms = Math.round(performance.now() - told);
    const broken: string[] = [];
    if (code !== 0) broken.push(`the server ended with ${code}`);
    if (ms > STOP_MS + SLACK_MS) broken.push(`the stop took ${ms} ms`);
    await store.restart();
    return { figure: `stopped in ${ms} ms`, broken };
  };
}

/** Starts the server with a log that cannot be written, as on a full disk, and lets it work. */
export function logTo(descriptor: number, lives: number): Fault {
  return async (store, workload) => {
    store.server.kill('SIGTERM');
    await store.restart(descriptor);
    const before = workload.ledger.emails.length;
    for (let life = 0; life < lives; life += 1) await workload.nextTime('publish');
    const stopped = await stopBy('SIGTERM')(store, workload);
    const accounts = workload.ledger.emails.length - before;
    return {
      figure: `${accounts} accounts and ${lives} publications meanwhile, ${stopped.figure}`,
      broken: stopped.broken,
    };
  };
}

/** Pauses the processes of the embedded PostgreSQL (SIGSTOP), as a hanging disk would. */
export const hangDatabase =
  (hangMs: number): Fault =>
  async ({ url, data }, workload) => {
    await workload.nextTime('upload');
    const processes = await findPostgres(await data.readPostgresPid());
    const slow: number[] = [];
    const broken: string[] = [];
    for (const pid of processes) send(pid, 'SIGSTOP');
    try {
      const until = performance.now() + hangMs;
      while (performance.now() < until) {
        const health = await measure(`${url}healthz`);
        if (health.status !== 200) broken.push(`healthz failed with ${health.status}`);
        const call = await measure(`${url}us-central1/apps.checkId`, { method: 'POST', body: '{"data":{}}' });
        slow.push(Math.max(health.ms, call.ms));
      }
    } finally {
      for (const pid of processes.toReversed()) send(pid, 'SIGCONT');
    }
    const slowest = Math.round(Math.max(...slow));
    if (slowest > ANSWER_MS) broken.push(`an response took ${slowest} ms`);
    await workload.nextTime('publish');
    return { figure: `hung for ${hangMs / 1000} s, slowest response ${slowest} ms`, broken };
  };

/** Kills the embedded PostgreSQL, which the server starts again. */
export const killDatabase: Fault = async ({ data }, workload) => {
  await workload.nextTime('upload');
  const pid = await data.readPostgresPid();
  const killed = performance.now();
  if (pid) send(pid, 'SIGKILL');
  await workload.nextTime('publish');
  return { figure: `published again after ${Math.round(performance.now() - killed)} ms`, broken: [] };
};

/** Kills only the server: its database must end with it. */
export const killServerAlone: Fault = async (store, workload) => {
  await workload.nextTime('upload');
  const pid = await store.data.readPostgresPid();
  const killed = performance.now();
  store.server.kill('SIGKILL');
  const isLeft = () => pid !== null && isThere(pid);
  while (isLeft() && performance.now() - killed < STOP_MS + SLACK_MS) await sleep(20);
  const ms = Math.round(performance.now() - killed);
  const broken = isLeft() ? ['the database outlived the server'] : [];
  await store.restart();
  return { figure: `the database ended after ${ms} ms`, broken };
};

async function measure(url: string, init: RequestInit = {}): Promise<{ status: number; ms: number }> {
  const started = performance.now();
  const response = await fetch(url, { ...init, headers: { 'Content-Type': 'application/json' } });
  await response.arrayBuffer();
  return { status: response.status, ms: performance.now() - started };
}

/** Returns the postmaster and its children, as Linux lists them (proc(5), `children`). */
async function findPostgres(pid: number | null): Promise<number[]> {
  if (pid === null) return [];
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return [pid, ...children.trim().split(/\s+/).map(Number)];
}

function send(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

const isThere = (pid: number) => send(pid, 0);
