import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGUMENTS, ensureChromium } from './scripts/chromium.ts';

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results/playwright',
  workers: 2,
  fullyParallel: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    trace: 'retain-on-failure',
    launchOptions: { executablePath: ensureChromium(), args: CHROMIUM_ARGUMENTS },
  },
});
