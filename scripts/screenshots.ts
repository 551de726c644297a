import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { startStoreServer } from '#test/e2e/store-server.ts';
import { pathOf, SCHEMES, SCREENS, type Screen, SIZES } from '#test/seeded-store/screens.ts';
import { createSeededStore } from '#test/seeded-store/seeded-store.ts';
import { waitUntilLoaded } from '#test/support/loaded-page.ts';
import { CHROMIUM_ARGUMENTS, ensureChromium } from './chromium.ts';
import { ensureBuild } from './ensure-build.ts';

/*
 * Takes screenshots of every screen of a small, realistic store: 360, 1280 and 1920 px wide, light and dark, into
 * test-results/screenshots. The README's screenshot goes to docs/screenshots. Arguments select screens by
 * name; without any, it takes all. `--language=de` shows the screens in German, those that need no key or click, and
 * `--forced-colors` in the colours of the system, as Windows' contrast themes do.
 */

const ROOT = join(import.meta.dirname, '..');
const OUTPUT = join(ROOT, 'test-results/screenshots');
const README_PICTURE = join(ROOT, 'docs/screenshots/console.png');
const README_SCREEN = 'admin-review-wide-light';

/** Takes the screenshots of one screen, and reports a page that is wider than its window. */
async function takePictures(screen: Screen): Promise<void> {
  await using context = await browser.newContext({
    deviceScaleFactor: 1.5,
    reducedMotion: 'reduce',
    forcedColors: hasForcedColors ? 'active' : 'none',
    // The store's page is in the browser's language.
    locale: language ?? 'en-US',
  });
  if (screen.as !== null) {
    await context.addCookies([...(await server.signInAgain(seeded[screen.as])).cookies]);
  }
  if (language !== undefined) await context.addInitScript(showIn, language);
  const page = await context.newPage();
  await page.goto(`${server.url}${pathOf(screen, seeded)}`);
  await waitUntilLoaded(page);
  await screen.prepare?.(page);
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    for (const [size, viewport] of Object.entries(SIZES)) {
      await page.setViewportSize(viewport);
      await page.waitForTimeout(600);
      const name = [screen.name, size, colorScheme, language, hasForcedColors && 'forced-colors']
        .filter(Boolean)
        .join('-');
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (excess > 0) process.stdout.write(`${name}: ${excess} px wider than the window\n`);
      await page.evaluate(() => window.scrollTo(0, 0));
      // A dialog covers the window, so capture only the visible part of the page.
      const isCovered = (await page.getByRole('dialog').count()) > 0;
      await page.screenshot({ path: join(OUTPUT, `${name}.png`), fullPage: !isCovered });
      if (name === README_SCREEN) await page.screenshot({ path: README_PICTURE });
    }
  }
}

/** Runs in the page: chooses its language, as the settings do. */
function showIn(language: string) {
  localStorage.setItem('quayside-language', language);
}

const {
  positionals: wanted,
  values: { language, 'forced-colors': hasForcedColors },
} = parseArgs({
  allowPositionals: true,
  options: { language: { type: 'string' }, 'forced-colors': { type: 'boolean', default: false } },
});
const unknown = wanted.filter((wantedName) => !SCREENS.some(({ name }) => name === wantedName));
if (unknown.length > 0) {
  process.stderr.write(
    `There is no screen ${unknown.join(', ')}. test/seeded-store/screens.ts lists them.\n`,
  );
  process.exit(1);
}
await ensureBuild();
if (wanted.length === 0) rmSync(OUTPUT, { recursive: true, force: true });
for (const picture of [OUTPUT, join(README_PICTURE, '..')]) mkdirSync(picture, { recursive: true });
const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGUMENTS });
await using server = await startStoreServer();
const seeded = await createSeededStore(server);
try {
  for (const screen of SCREENS) {
    const isEnglishOnly = language !== undefined && screen.prepare !== undefined;
    if (!isEnglishOnly && (wanted.length === 0 || wanted.includes(screen.name))) await takePictures(screen);
  }
} finally {
  await browser.close();
}
