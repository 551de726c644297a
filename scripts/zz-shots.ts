import { chromium } from '@playwright/test';
import { startStoreServer } from '#test/e2e/store-server.ts';
import { createSeededStore } from '#test/seeded-store/seeded-store.ts';
import { CHROMIUM_ARGUMENTS, ensureChromium } from './chromium.ts';

const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGUMENTS });
await using server = await startStoreServer();
await createSeededStore(server);
for (const locale of ['en-US', 'de-DE'])
  for (const width of [360, 1280])
    for (const colorScheme of ['light', 'dark'] as const)
      for (const [name, path, js] of [
        ['noscript', 'dashboard', false],
        ['imprint', 'legal/imprint', true],
        ['unset', 'legal/privacy', true],
        ['storeapp', 'fdroid/repo/?app=org.example.harbour', true],
        ['search', 'fdroid/repo/?q=tides', true],
        ['login', 'login', true],
      ] as const) {
        const context = await browser.newContext({
          locale,
          viewport: { width, height: 740 },
          colorScheme,
          javaScriptEnabled: js,
        });
        const page = await context.newPage();
        await page.goto(`${server.url}${path}`);
        await page.waitForTimeout(700);
        await page.screenshot({ path: `/tmp/vi_shots/${name}-${locale}-${width}-${colorScheme}.png` });
        await context.close();
      }
await browser.close();
process.exit(0);
