import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGUMENTS, ensureChromium, findHeadlessShell } from './scripts/chromium.ts';
import { PATIENCE_MS, TEST_TIMEOUT_MS } from './test/support/patience.ts';

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results/playwright',
  // One for each processor, which it shares with its server: three on two processors left nothing idle.
  workers: Math.min(4, availableParallelism()),
  fullyParallel: true,
  retries: 0,
  timeout: TEST_TIMEOUT_MS,
  expect: { timeout: PATIENCE_MS },
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    launchOptions: { executablePath: findHeadlessShell() ?? ensureChromium(), args: CHROMIUM_ARGUMENTS },
  },
});
