import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGUMENTS, ensureChromium, findHeadlessShell } from './scripts/chromium.ts';
import { PATIENCE_MS, TEST_TIMEOUT_MS } from './test/support/patience.ts';

/**
 * Every document is new and soon left: to optimise its scripts takes longer than they run, and to start a process for
 * each of them a tenth of the processor time. Scripts that are compiled while they arrive are compiled again for every
 * document; the others are found in the process from the document before.
 */
const SHORT_LIVED_PAGES = [
  '--js-flags=--no-turbofan --no-maglev --no-script-streaming',
  '--renderer-process-limit=1',
  '--disable-site-isolation-trials',
];

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results/playwright',
  // One more than there are processors, which it shares with its server: pages also wait for their transitions.
  workers: Math.min(4, availableParallelism() + 1),
  fullyParallel: true,
  retries: 0,
  timeout: TEST_TIMEOUT_MS,
  expect: { timeout: PATIENCE_MS },
  use: {
    // A new one starts a process and compiles the client's scripts again. Playwright resets all that tests change, but for
    // permissions and the pointer (`test/e2e/test.ts`).
    reuseContext: true,
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    launchOptions: {
      executablePath: findHeadlessShell() ?? ensureChromium(),
      args: [...CHROMIUM_ARGUMENTS, ...SHORT_LIVED_PAGES],
    },
  },
});
