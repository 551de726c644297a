import * as fc from 'fast-check';
import { damagedPackage, inspectAnything } from './package-mutations.ts';

/*
 * Inspects many damaged packages and fails at the first that breaks the inspection: `npm run fuzz [cases] [seed]`.
 * A failure prints the seed that repeats it.
 */

const MAX_MEMORY = 256 * 1024 * 1024;
const [cases = '20000', seed] = process.argv.slice(2);
let slowest = 0;
let memory = 0;

const start = performance.now();
await fc.assert(
  fc.asyncProperty(damagedPackage, async (damaged) => {
    slowest = Math.max(slowest, await inspectAnything(damaged));
    memory = Math.max(memory, process.memoryUsage.rss());
    if (memory > MAX_MEMORY) throw new Error(`${damaged.name} took ${Math.round(memory / 2 ** 20)} MB`);
  }),
  { numRuns: Number(cases), ...(seed === undefined ? {} : { seed: Number(seed) }) },
);
const seconds = (performance.now() - start) / 1000;
process.stdout.write(
  `${cases} damaged packages in ${seconds.toFixed(1)} s, the slowest in ${slowest.toFixed(0)} ms, at most ${Math.round(memory / 2 ** 20)} MB\n`,
);
