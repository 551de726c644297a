import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { bytesSource } from '#shared/packages/byte-source.ts';
import { ensureAapt } from '../scripts/aapt.ts';
import { compareWithAapt, type Inspect, type OracleResult } from './oracle/compare.ts';
import { ORACLE_FAULTS, plantOracleFault } from './oracle/faults.ts';

/*
 * Compares the inspection with Debian's aapt and aapt2: `npm run compare:aapt -- [--cases=N] [--seed=N]`. Each case is a package
 * with a mutated manifest and resource table; a fact that differs without an error fails the run. `--fault=NAME`
 * plants a bug in a copy of the sources, `--fault=all` each in turn, and the run fails when one is not detected.
 */

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    fault: { type: 'string' },
  },
});

ensureAapt();
const folder = await mkdtemp(join(tmpdir(), 'quayside-oracle-'));
try {
  const isFine = values.fault === undefined ? await compare() : await findFaults(values.fault);
  process.exitCode = isFine ? 0 : 1;
} finally {
  await rm(folder, { recursive: true });
}

async function compare(): Promise<boolean> {
  const results = await runAll(join(import.meta.dirname, '..'));
  const wrong = results.filter(isDifferent);
  for (const result of wrong) process.stdout.write(`${line(result)}\n`);
  const count = (verdict: OracleResult['verdict']) => results.filter((one) => one.verdict === verdict).length;
  process.stdout.write(
    `${results.length} packages: ${count('equal')} equal, ${count('error')} with an error, ${count('unread')} refused by the tools, ${wrong.length} different\n`,
  );
  return wrong.length === 0 && count('equal') > 0;
}

async function findFaults(wanted: string): Promise<boolean> {
  const names = wanted === 'all' ? Object.keys(ORACLE_FAULTS) : [wanted];
  if (!(await compare())) throw new Error('Without a fault the run has to be clean first.');
  let missed = 0;
  for (const name of names) {
    const root = await plantOracleFault(name);
    const found = (await runAll(root, isDifferent)).find(isDifferent);
    await rm(root, { recursive: true });
    process.stdout.write(`${name}: ${found ? `found, ${line(found)}` : 'NOT FOUND'}\n`);
    if (!found) missed += 1;
  }
  return missed === 0;
}

function isDifferent({ verdict }: OracleResult): boolean {
  return verdict === 'different';
}

/** Compares the packages of all seeds, until one's result ends it. */
async function runAll(root: string, isOver?: (result: OracleResult) => boolean): Promise<OracleResult[]> {
  const path = pathToFileURL(join(root, 'src/shared/packages/inspect.ts')).href;
  const { inspectPackage } = (await import(path)) as typeof import('#shared/packages/inspect.ts');
  const inspect: Inspect = (bytes) => inspectPackage(bytesSource(bytes));
  const seeds = Array.from({ length: Number(values.cases) }, (_, index) => Number(values.seed) + index);
  return compareWithAapt({
    inspect,
    folder,
    seeds,
    programs: availableParallelism(),
    ...(isOver && { isOver }),
  });
}

function line({ oracleCase: { seed, mutations }, differences }: OracleResult): string {
  return `seed ${seed} (${mutations.join(', ') || 'unchanged'}): ${differences.join('; ')}`;
}
