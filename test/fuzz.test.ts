import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { copySources, FAULTS, plantFault } from './fuzz/faults.ts';
import { unstorableText } from './fuzz/package-mutations.ts';
import { problemWithOrdinary } from './fuzz/run-case.ts';

/* A short run of `npm run fuzz`, so that the suite notices when it can't run any more. */

/** Runs the fuzzer, and returns its output and exit code. */
async function fuzz(...options: string[]): Promise<{ output: string; code: number }> {
  const program = join(import.meta.dirname, 'fuzz.ts');
  const command = [program, '--rounds=1', '--seed=1621', ...options];
  return promisify(execFile)(process.execPath, command).then(
    ({ stdout }) => ({ output: stdout, code: 0 }),
    ({ stdout, stderr, code }) => ({ output: `${stdout}${stderr}`, code }),
  );
}

test('hostile and damaged packages pass, with evidence that quotes a NUL character among them', async () => {
  const { output, code } = await fuzz('--scale=0.02', '--damaged=40', '--only=deeply');
  expect(output).toMatch(/^3 hostile packages: 0 wrong/m);
  expect(output).toMatch(/^40 damaged packages/m);
  expect(code).toBe(0);
});

describe('a planted fault', () => {
  test('is found, after the same packages passed without it', async () => {
    const { output, code } = await fuzz('--scale=0.02', '--fault=plist-depth-unlimited');
    expect(output).toMatch(/^without a fault: 1 packages, 0 wrong$/m);
    expect(output).toMatch(/^plist-depth-unlimited: found\. .*has no error/m);
    expect(code).toBe(0);
  });

  test('isn’t found when its packages fail without it', async () => {
    // Without their size, these packages break no limit.
    const failing = await fuzz('--scale=0', '--fault=strings-unlimited');
    expect(failing.output).toMatch(/^without a fault: \d packages, [1-9]\d* wrong$/m);
    expect(failing.output).not.toContain('found.');
    expect(failing.code).toBe(1);
  });

  test('must leave ordinary packages readable', async () => {
    const folder = await copySources();
    onTestFinished(() => rm(folder, { recursive: true }));
    expect(await problemWithOrdinary(folder)).toBeNull();
    await writeFile(join(folder, 'src/shared/packages/zip.ts'), 'throw new Error("broken");');
    expect(await problemWithOrdinary(folder)).toMatch(/^plain\.apk: broke off/);
  });

  test('has its place in the sources, whichever it is', async () => {
    const folder = await copySources();
    onTestFinished(() => rm(folder, { recursive: true }));
    for (const name of Object.keys(FAULTS)) await plantFault(name, folder);
    await expect(plantFault('unknown', folder)).rejects.toThrow('There is no fault "unknown"');
  });
});

test.each([
  ['a NUL character', { a: ['b\0'] }, 'b\0'],
  ['a NUL character in a key', { 'k\0': 1 }, 'k\0'],
  ['half a surrogate pair', ['\ud83d'], '\ud83d'],
  ['a NUL character that is quoted', { a: JSON.stringify('b\0') }, null],
  ['an emoji', { a: '⛵😀' }, null],
])('the fuzzer looks for text that PostgreSQL can’t store: %s', (_, value, found) => {
  expect(unstorableText(value)).toBe(found);
});
