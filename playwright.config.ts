import { defineConfig } from '@playwright/test';
import { ensureChromium } from './scripts/chromium.ts';

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
    launchOptions: {
      executablePath: ensureChromium(),
      // Root needs no sandbox, and nothing may be asked of the network but our own server.
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
});
