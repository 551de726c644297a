import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium } from '@playwright/test';
import { pathOf, SCREENS } from '#test/seeded-store/screens.ts';
import { createSeededStore } from '#test/seeded-store/seeded-store.ts';
import { waitUntilLoaded } from '#test/support/loaded-page.ts';
import type { Person } from '#test/support/people.ts';
import { CHROMIUM_ARGUMENTS, ensureChromium } from '../../scripts/chromium.ts';
import type { BenchRow } from './measure.ts';
import { startMeasuredServer } from './measure.ts';

const CLIENT = join(import.meta.dirname, '../../dist/client');
const LOGIN_LIMIT_KB = 160;
/** Someone who signs in needs the scripts of /login and those of the first screen. */
const SCREEN_LIMIT_KB = LOGIN_LIMIT_KB + 265;
const QUIET_MS = 1_500;
/** Charts and formatted descriptions come after the first paint and do not count. */
const AFTER_FIRST_PAINT = /chart|markdown-preview/i;

interface Visit {
  readonly url: string;
  readonly path: string;
  readonly as?: Person;
}

/** The JavaScript that a real browser fetches until a page is shown and quiet: /login, and what a screen needs with it. */
export async function benchScriptSizes(): Promise<BenchRow[]> {
  await using server = await startMeasuredServer();
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGUMENTS });
  try {
    const { url } = server;
    const seeded = await createSeededStore(server);
    const login = await scriptsOf(browser, { url, path: 'login' });
    const loginSize = await gzippedKilobytes(login);
    const rows: BenchRow[] = [
      {
        name: 'JavaScript to show /login, gzipped',
        value: loginSize,
        unit: 'KB',
        goal: `at most ${LOGIN_LIMIT_KB} KB`,
        ok: login.size > 0 && loginSize <= LOGIN_LIMIT_KB,
      },
    ];
    for (const screen of SCREENS) {
      if (screen.as === null || screen.prepare) continue;
      const as = await server.signInAgain(seeded[screen.as]);
      const scripts = await scriptsOf(browser, { url, path: pathOf(screen, seeded), as });
      const further = [...scripts.difference(login)].filter((script) => !AFTER_FIRST_PAINT.test(script));
      const value = loginSize + (await gzippedKilobytes(further));
      rows.push({
        name: `${screen.name}, with /login`,
        value,
        unit: 'KB',
        goal: `at most ${SCREEN_LIMIT_KB} KB`,
        ok: further.length > 0 && value <= SCREEN_LIMIT_KB,
      });
    }
    return rows;
  } finally {
    await browser.close();
  }
}

/** The names of the scripts below the base path that a first visit of a page fetches. */
async function scriptsOf(browser: Browser, { url, path, as }: Visit): Promise<Set<string>> {
  await using context = await browser.newContext();
  if (as) await context.addCookies([...as.cookies]);
  const page = await context.newPage();
  const scripts = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url().slice(url.length));
  });
  await page.goto(`${url}${path}`);
  await waitUntilLoaded(page);
  // The event stream keeps the network busy for ever, so that quiet is a while without another script.
  let seen: number;
  do {
    seen = scripts.size;
    await page.waitForTimeout(QUIET_MS);
  } while (scripts.size > seen);
  return scripts;
}

async function gzippedKilobytes(scripts: Iterable<string>): Promise<number> {
  const sizes = await Promise.all(
    [...scripts].map(async (script) => gzipSync(await readFile(join(CLIENT, script))).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
}
