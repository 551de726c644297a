import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { endWithThisProcess } from '../test/support/end-with-this-process.ts';
import { makeMemoryFolder } from '../test/support/memory-folder.ts';
import { ensureAapt } from './aapt.ts';
import { installBrowsers } from './chromium.ts';
import { ensureBuild } from './ensure-build.ts';
import { ensureJarsigner } from './jarsigner.ts';
import { bundleTestPrograms } from './test-programs.ts';
import { selectTests } from './test-selection.ts';

/*
 * Runs `npm test`: prepares the dependencies of the tests, then runs all suites, or the tests that the arguments select
 * (`test-selection.ts`). The last line is `N passed, N failed`.
 */

const root = join(import.meta.dirname, '..');
const reports = join(root, 'test-results');

interface Tally {
  readonly passed: number;
  readonly failed: number;
}
const NONE: Tally = { passed: 0, failed: 0 };

/** The parts of Vitest's JSON report that are read. */
interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    /** The error of a file that failed as a whole. */
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}
interface PlaywrightReport {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number };
}

async function runVitest(selected: readonly string[]): Promise<Tally> {
  const report = join(reports, 'vitest.json');
  const exitCode = await run('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...selected,
  ]);
  const counted = readReport<VitestReport>(report);
  failures.push(...(counted ? describeFailures(counted) : []));
  return withExitCode(exitCode, {
    passed: counted?.numPassedTests ?? 0,
    failed: counted?.numFailedTests ?? 0,
  });
}

/** Lists the failed tests with the beginning of their error messages. */
function describeFailures({ testResults }: VitestReport): string[] {
  return testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const file = relative(root, name);
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      if (failed.length === 0) return [`${file}\n${indent(message)}`];
      return failed.map(
        ({ fullName, failureMessages = [] }) =>
          `${file} › ${fullName}\n${indent(failureMessages.join('\n'))}`,
      );
    });
}

/** Indents the first twelve lines of an error message. */
function indent(reason: string): string {
  const lines = reason.split('\n').slice(0, 12);
  return lines.map((line) => `    ${line.slice(0, 300)}`).join('\n');
}

async function runPlaywright(selected: readonly string[]): Promise<Tally> {
  const report = join(reports, 'playwright.json');
  // Each worker starts a server and a browser, which takes longer than a few tests.
  const fewWorkers = isWholeSuite ? [] : [`--workers=${availableParallelism()}`];
  installBrowsers();
  const inMemory = await makeMemoryFolder();
  if (inMemory) endWithThisProcess(inMemory);
  const exitCode = await run(
    'playwright',
    ['test', '--reporter=list,json', `--output=${join(reports, 'playwright')}`, ...fewWorkers, ...selected],
    { PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...(inMemory && { TMPDIR: inMemory }) },
  );
  const { expected = 0, unexpected = 0, flaky = 0 } = readReport<PlaywrightReport>(report)?.stats ?? {};
  return withExitCode(exitCode, { passed: expected, failed: unexpected + flaky });
}

/**
 * Printed again at the end, because the output of the browser tests would push earlier failures out of view.
 */
const failures: string[] = [];

/** Counts a runner that failed without a failed test, or ran none of the selected tests, as one failure. */
function withExitCode(exitCode: number, { passed, failed }: Tally): Tally {
  const isEmpty = passed === 0 && !selection.mayBeEmpty;
  const failedOtherwise = failed === 0 && (exitCode !== 0 || isEmpty);
  return { passed, failed: failedOtherwise ? 1 : failed };
}

async function run(program: string, parameters: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const child = spawn(join(root, 'node_modules/.bin', program), parameters, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  const [code] = await once(child, 'close');
  return code ?? 1;
}

function readReport<Report>(path: string): Report | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

/** Counts a step that throws as one failure, so that the other steps still run. */
async function attempt(step: () => Tally | Promise<Tally>): Promise<Tally> {
  try {
    return await step();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    return { passed: 0, failed: 1 };
  }
}

/** Prepares what tests need. Bundling the programs takes longer than it saves a few tests. */
async function prepare(): Promise<Tally> {
  await ensureBuild();
  ensureJarsigner();
  ensureAapt();
  if (isWholeSuite) process.env.TEST_PROGRAMS = await bundleTestPrograms();
  return NONE;
}

/** Ends the process with the reason when the arguments select nothing. */
function select(): ReturnType<typeof selectTests> {
  try {
    return selectTests(parameters);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    return process.exit(1);
  }
}

const parameters = process.argv.slice(2);
const isWholeSuite = parameters.length === 0;
const selection = select();
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const total = { ...NONE };
const { vitest, playwright } = selection;
for (const step of [
  prepare,
  () => (vitest ? runVitest(vitest) : NONE),
  () => (playwright ? runPlaywright(playwright) : NONE),
]) {
  const { passed, failed } = await attempt(step);
  total.passed += passed;
  total.failed += failed;
}
process.exitCode = total.failed === 0 ? 0 : 1;
for (const failure of failures) process.stdout.write(`FAILED ${failure}\n`);
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
