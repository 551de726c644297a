import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as fc from 'fast-check';
import { damagedPackage, inspectAnything } from '#test/fuzz/package-mutations.ts';
import { copySources, FAULTS, faultNamed, plantFault } from './fuzz/faults.ts';
import { HOSTILE } from './fuzz/hostile-packages.ts';
import { type Case, type CaseResult, problemWithOrdinary, runCase } from './fuzz/run-case.ts';

/*
 * Fuzzes the inspection: `npm run fuzz -- [--rounds=N] [--damaged=N] [--seed=N] [--only=TEXT] [--scale=N]`.
 * Inspects hostile packages of every kind, each in its own process to measure its cost, then randomly damaged
 * fixtures. `--fault=NAME` plants a bug in a copy of the sources, `--fault=all` each bug in turn, and the run
 * fails when one is not detected. The same packages must first pass without a bug: otherwise any would be "found".
 */

const ROOT = join(import.meta.dirname, '..');
const AT_ONCE = 2;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    damaged: { type: 'string', default: '5000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string', default: '' },
    scale: { type: 'string', default: '1' },
    fault: { type: 'string' },
  },
});
const seed = Number(values.seed);
const folder = await mkdtemp(join(tmpdir(), 'quayside-fuzz-'));
try {
  process.stdout.write(`seed ${seed}\n`);
  const isFine = values.fault === undefined ? await fuzz() : await findFaults(values.fault);
  process.exitCode = isFine ? 0 : 1;
} finally {
  await rm(folder, { recursive: true });
}

/** Returns the cases of every round, one of each kind. */
function casesOf(rounds: number): Case[] {
  const kinds = Object.keys(HOSTILE).filter((kind) => kind.includes(values.only));
  return Array.from({ length: rounds }, (_, round) =>
    kinds.map((kind) => ({ kind, seed: seed + round, scale: Number(values.scale) })),
  ).flat();
}

/** Runs cases, a few at a time, until `stop` returns true for a result. Returns the results. */
async function runAll(
  cases: Case[],
  root: string,
  stop: (result: CaseResult) => boolean,
): Promise<CaseResult[]> {
  const results: CaseResult[] = [];
  const waiting = [...cases];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const result = await runCase(next, { root, folder });
      results.push(result);
      if (stop(result)) waiting.length = 0;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results;
}

async function fuzz(): Promise<boolean> {
  const results = await runAll(casesOf(Number(values.rounds)), ROOT, (result) => {
    process.stdout.write(`${line(result)}\n`);
    return false;
  });
  const wrong = results.filter(({ problem }) => problem !== null);
  const most = (name: 'cpuMs' | 'peakMb' | 'resultBytes') =>
    Math.round(Math.max(...results.map(({ report }) => report?.[name] ?? 0)));
  process.stdout.write(
    `${results.length} hostile packages: ${wrong.length} wrong; at most ${most('cpuMs')} ms, ${most('peakMb')} MB, ${most('resultBytes')} bytes of results\n`,
  );
  await damage(Number(values.damaged));
  return wrong.length === 0;
}

/**
 * Inspects damaged fixtures in this process. Throws at the first failure, with the seed that reproduces it.
 */
async function damage(numRuns: number): Promise<void> {
  if (numRuns === 0) return;
  let slowest = 0;
  const check = fc.asyncProperty(damagedPackage, async (damaged) => {
    slowest = Math.max(slowest, (await inspectAnything(damaged)).cpuMs);
  });
  await fc.assert(check, { numRuns, seed });
  process.stdout.write(`${numRuns} damaged packages, the slowest in ${slowest.toFixed(0)} ms\n`);
}

/** Returns true when the packages pass without a fault, and every planted fault is detected. */
async function findFaults(name: string): Promise<boolean> {
  const names = name === 'all' ? Object.keys(FAULTS) : [name];
  const kinds = names.map((fault) => faultNamed(fault).kinds);
  const cases = casesOf(Number(values.rounds)).filter(({ kind }) =>
    kinds.some((part) => kind.includes(part)),
  );
  if (!(await passWithoutFault(cases))) return false;
  let missed = 0;
  for (const fault of names) if (!(await findFault(fault, cases))) missed += 1;
  return missed === 0;
}

/** Returns true when there are cases, and all pass with a copy of the sources that has no fault. */
async function passWithoutFault(cases: Case[]): Promise<boolean> {
  const root = await copySources();
  try {
    const results = await runAll(cases, root, () => false);
    const wrong = results.filter(({ problem }) => problem !== null);
    process.stdout.write(`without a fault: ${results.length} packages, ${wrong.length} wrong\n`);
    for (const result of wrong) process.stdout.write(`${line(result)}\n`);
    return results.length > 0 && wrong.length === 0;
  } finally {
    await rm(root, { recursive: true });
  }
}

/** Plants a fault, and returns true when one of its packages detects it. */
async function findFault(fault: string, cases: Case[]): Promise<boolean> {
  const root = await copySources();
  try {
    await plantFault(fault, root);
    const broken = await problemWithOrdinary(root);
    if (broken !== null) throw new Error(`With the fault "${fault}" nothing can be read any more: ${broken}`);
    const triggering = cases.filter(({ kind }) => kind.includes(faultNamed(fault).kinds));
    const results = await runAll(triggering, root, ({ problem }) => problem !== null);
    const found = results.find(({ problem }) => problem !== null);
    process.stdout.write(
      `${fault}: ${found ? `found. ${line(found)}` : `NOT FOUND by ${results.length} packages`}\n`,
    );
    return found !== undefined;
  } finally {
    await rm(root, { recursive: true });
  }
}

function line({ kind, seed: used, bytes, report, problem }: CaseResult): string {
  const cost =
    report && `${Math.round(report.cpuMs)} ms, ${Math.round(report.peakMb)} MB, ${report.resultBytes} bytes`;
  return `${problem === null ? 'ok   ' : 'WRONG'} ${kind} (seed ${used}, ${bytes} bytes): ${[cost, problem].filter(Boolean).join('; ')}`;
}
