import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium } from './chromium.ts';
import { ensureBuild } from './ensure-build.ts';
import { ensureJarsigner } from './jarsigner.ts';

/* The test command: everything that the tests need, then all of them. The last line is `N passed, N failed`. */

const root = join(import.meta.dirname, '..');
const reports = join(root, 'test-results');

interface Tally {
  readonly passed: number;
  readonly failed: number;
}

/** The parts of the runners' JSON reports that are counted. */
interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
}
interface PlaywrightReport {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number };
}

async function runVitest(): Promise<Tally> {
  const report = join(reports, 'vitest.json');
  const exitCode = await run('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  const counted = readReport<VitestReport>(report);
  return judge(exitCode, { passed: counted?.numPassedTests ?? 0, failed: counted?.numFailedTests ?? 0 });
}

async function runPlaywright(): Promise<Tally> {
  const report = join(reports, 'playwright.json');
  const exitCode = await run(
    'playwright',
    ['test', '--reporter=list,json', `--output=${join(reports, 'playwright')}`],
    { CHROMIUM: ensureChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  );
  const { expected = 0, unexpected = 0, flaky = 0 } = readReport<PlaywrightReport>(report)?.stats ?? {};
  return judge(exitCode, { passed: expected, failed: unexpected + flaky });
}

/** A runner that failed without a failed test, or that ran no test at all, counts as one failure. */
function judge(exitCode: number, { passed, failed }: Tally): Tally {
  const failedOtherwise = failed === 0 && (exitCode !== 0 || passed === 0);
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

/** A step that cannot even begin says why and counts as one failure; the other steps still run. */
async function attempt(step: () => Promise<Tally>): Promise<Tally> {
  try {
    return await step();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    return { passed: 0, failed: 1 };
  }
}

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const prepare = async () => {
  await ensureBuild();
  ensureJarsigner();
  return { passed: 0, failed: 0 };
};
const total = { passed: 0, failed: 0 };
for (const step of [prepare, runVitest, runPlaywright]) {
  const { passed, failed } = await attempt(step);
  total.passed += passed;
  total.failed += failed;
}
process.exitCode = total.failed === 0 ? 0 : 1;
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
