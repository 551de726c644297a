import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runNode, runScript } from '#test/support/run-script.ts';
import { SYSTEM_TESTS } from './system.ts';

/* The shortest form of each `npm run test:system -- NAME`, so that none of them can break unseen. */

const ROOT = join(import.meta.dirname, '..');

/** The smallest part that needs no other programs, and the end of its output. */
const SHORT_FORMS: Readonly<Record<string, readonly [options: readonly string[], output: RegExp]>> = {
  faults: [
    ['--only=first start', '--kills=1'],
    /^ok {3}kill during the first start: 2 kills[^]*^Nothing broken$/m,
  ],
  backup: [['-t', 'a backup made while people publish'], /1 passed/],
  release: [['-t', 'inspects a package by the quayside command'], /1 passed/],
};

/** The variables of a storage that nobody serves. */
const NO_STORAGE = {
  STORAGE_URL: 's3://bucket',
  S3_ENDPOINT: 'http://127.0.0.1:9',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret-access-key',
};

test.each(Object.entries(SHORT_FORMS))('%s does its smallest part', async (name, [options, output]) => {
  const ended = await runScript('test:system', [name, ...options]);
  expect(ended).toMatchObject({ code: 0, stdout: expect.stringMatching(output) });
});

test('faults fails for a fault that it doesn’t have', async () => {
  expect(await runScript('test:system', ['faults', '--only=nothing'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('No fault has “nothing” in its name.'),
  });
});

test('feed reads and publishes, and fails when that was too little', async () => {
  expect(await runScript('test:system', ['feed', '--seconds=0'])).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/ 0 inconsistencies\n +Only /),
  });
});

test('s3 explains a storage that nobody serves', async () => {
  const options = ['-t', 'explains that the endpoint is wrong'];
  const ended = await runScript('test:system', ['s3', ...options], NO_STORAGE);
  expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining('1 passed') });
});

const NEEDING_PROGRAMS = Object.entries(SYSTEM_TESTS).filter(
  ([, { programs = {} }]) => Object.keys(programs).length > 0,
);

test.each(NEEDING_PROGRAMS)(
  '%s loads without the programs that it needs, fails and names them',
  async (name, { programs = {} }) => {
    const program = join(import.meta.dirname, 'system.ts');
    const ended = await runNode([program, name], { PATH: '/nonexistent' });
    // A program with a path is found wherever it is installed.
    const missing = Object.entries(programs).filter(([command]) => !command.startsWith('/'));
    const lines = missing.map(
      ([command, { get }]) => `${command} is missing or incomplete. On Debian: ${get}`,
    );
    expect(ended.code).toBe(1);
    expect(ended.stderr.split('\n')).toEqual(expect.arrayContaining(lines));
  },
);

test('every name has its shortest form here', () => {
  const covered = [...Object.keys(SHORT_FORMS), 'feed', ...NEEDING_PROGRAMS.map(([name]) => name)];
  expect(covered.sort()).toEqual(Object.keys(SYSTEM_TESTS).sort());
});

test('an unknown name fails and lists the others', async () => {
  expect(await runScript('test:system', ['nothing'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(Object.keys(SYSTEM_TESTS).join(', ')),
  });
});

test('every test file outside of the suite belongs to a name, and loads', async () => {
  // In a folder of its own, because tests are loaded and not run, and so don't clean up.
  const folder = await mkdtemp(join(tmpdir(), 'quayside-listed-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const list = [vitest, 'list', '--staticParse=false', '--json', '--config', 'test/system.config.ts'];
  const { code, stdout, stderr } = await runNode(list, { PATH: process.env['PATH'], TMPDIR: folder });
  expect([code, stderr]).toEqual([0, '']);
  const listed: { readonly file: string }[] = JSON.parse(stdout);
  const loaded = new Set(listed.map(({ file }) => relative(ROOT, file)));
  const outside = globSync('test/*/*.test.ts', { cwd: ROOT }).filter(
    (path) => !/^test\/(?:abuse|faults)\//.test(path),
  );
  expect([...loaded].sort()).toEqual(outside.sort());
  expect(outside.map((path) => path.split('/')[1]).filter((name) => !(name && name in SYSTEM_TESTS))).toEqual(
    [],
  );
});
