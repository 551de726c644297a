import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bytesSource } from '#shared/packages/byte-source.ts';
import { inspectPackage } from '#shared/packages/inspect.ts';
import { compareWithAapt, type Inspect } from './oracle/compare.ts';
import { plantOracleFault } from './oracle/faults.ts';

/* A short form of `npm run compare:aapt`, which compares thousands. */

const CASES = 100;
const inspect: Inspect = (bytes) => inspectPackage(bytesSource(bytes));
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quayside-oracle-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function compare(inspected: Inspect) {
  const seeds = Array.from({ length: CASES }, (_, index) => index + 1);
  return await compareWithAapt({ inspect: inspected, folder, seeds, atOnce: 2 });
}

test('the inspection and aapt2 read the same from mutated packages, or there is an error', async () => {
  const results = await compare(inspect);
  expect(results.filter(({ verdict }) => verdict === 'different')).toEqual([]);
  // Otherwise everything would pass that refuses every package.
  expect(results.filter(({ verdict }) => verdict === 'equal').length).toBeGreaterThan(CASES / 10);
}, 60_000);

test('a planted bug is found', async () => {
  const root = await plantOracleFault('lists-merged');
  try {
    const path = pathToFileURL(join(root, 'src/shared/packages/inspect.ts')).href;
    const planted = (await import(/* @vite-ignore */ path)) as typeof import('#shared/packages/inspect.ts');
    const results = await compare((bytes) => planted.inspectPackage(bytesSource(bytes)));
    expect(results.some(({ verdict }) => verdict === 'different')).toBe(true);
  } finally {
    await rm(root, { recursive: true });
  }
}, 60_000);
