import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/* Runs `npm run compare:aapt` in its short form; by default it compares thousands of packages. */

const PROGRAM = join(import.meta.dirname, 'compare-aapt.ts');
const run = promisify(execFile);

async function compare(...args: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [PROGRAM, ...args]);
  return stdout;
}

test('the inspection and aapt2 read the same from mutated packages, or there is an error', async () => {
  const [, equal] = /^100 packages: (\d+) equal, .*, 0 different$/m.exec(await compare('--cases=100')) ?? [];
  // Otherwise everything would pass that refuses every package.
  expect(Number(equal)).toBeGreaterThan(10);
}, 60_000);

test('a planted bug is found', async () => {
  expect(await compare('--cases=50', '--fault=lists-merged')).toContain('lists-merged: found, seed ');
}, 60_000);

test('an unknown fault fails', async () => {
  await expect(compare('--cases=1', '--fault=nothing')).rejects.toThrow(/There is no fault/);
});
