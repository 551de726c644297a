import { type Browser, type BrowserContext, chromium, type Page, type Request } from '@playwright/test';
import { SIZES } from '#test/seeded-store/screens.ts';
import { createSeededStore } from '#test/seeded-store/seeded-store.ts';
import type { Person } from '#test/support/people.ts';
import { CHROMIUM_ARGUMENTS, ensureChromium } from '../../scripts/chromium.ts';
import { startMeasuredServer } from './measured-server.ts';
import { type BenchRow, median } from './row.ts';

const CPU_SLOWDOWN = 4;
const BYTES_PER_SECOND = 1_600_000 / 8;
const LATENCY_MS = 150;
const ROUNDS = 5;
const QUIET_MS = 1_500;
const MAX_REQUESTS = 30;

interface SlowPage {
  readonly path: string;
  readonly limitSeconds: number;
  readonly as?: Person;
}

interface Load {
  readonly paintSeconds: number;
  /** Those that begin before the largest content is painted. */
  readonly requests: number;
  /** With those that come later, such as charts and live updates. */
  readonly allRequests: number;
}

/** Measures what someone with a slow phone waits for: the largest contentful paint of cold loads, and their requests. */
export async function benchSlowPhone(): Promise<BenchRow[]> {
  await using server = await startMeasuredServer();
  const { publisher } = await createSeededStore(server);
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGUMENTS });
  try {
    const rows: BenchRow[] = [];
    for (const { path, limitSeconds, as } of [
      { path: 'login', limitSeconds: 2 },
      { path: 'dashboard', limitSeconds: 2.5, as: await server.signInAgain(publisher) },
    ] satisfies SlowPage[]) {
      const loads: Load[] = [];
      for (let round = 0; round < ROUNDS; round += 1)
        loads.push(await loadCold(browser, `${server.url}${path}`, as));
      const paint = median(loads.map(({ paintSeconds }) => paintSeconds));
      const requests = Math.max(...loads.map((load) => load.allRequests));
      rows.push(
        {
          name: `/${path}: largest contentful paint, median`,
          value: paint,
          unit: 's',
          goal: `at most ${limitSeconds} s`,
          ok: paint <= limitSeconds,
        },
        {
          name: `/${path}: requests until then`,
          value: Math.max(...loads.map((load) => load.requests)),
          unit: '',
        },
        {
          name: `/${path}: all requests`,
          value: requests,
          unit: '',
          goal: `at most ${MAX_REQUESTS}`,
          ok: requests <= MAX_REQUESTS,
        },
      );
    }
    return rows;
  } finally {
    await browser.close();
  }
}

/** Loads a page with an empty cache, until it is shown and quiet. */
async function loadCold(browser: Browser, address: string, as?: Person): Promise<Load> {
  await using context = await browser.newContext({ viewport: SIZES.narrow, hasTouch: true, isMobile: true });
  if (as) await context.addCookies([...as.cookies]);
  const page = await openSlowly(context);
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'hidden' });
  let seen: number;
  do {
    seen = requests.length;
    await page.waitForTimeout(QUIET_MS);
  } while (requests.length > seen);
  const { paintedAt, beganAt } = await largestPaint(page);
  const earlier = requests.filter((request) => request.timing().startTime < beganAt + paintedAt);
  return { paintSeconds: paintedAt / 1000, requests: earlier.length, allRequests: requests.length };
}

async function openSlowly(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return page;
}

/** Returns when the navigation began, and how many milliseconds later the largest content was painted. */
function largestPaint(page: Page): Promise<{ beganAt: number; paintedAt: number }> {
  return page.evaluate(
    () =>
      new Promise<{ beganAt: number; paintedAt: number }>((resolve) => {
        new PerformanceObserver((list) =>
          resolve({
            beganAt: performance.timeOrigin,
            paintedAt: list.getEntries().at(-1)?.startTime ?? Number.NaN,
          }),
        ).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );
}
