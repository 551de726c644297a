import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import { pathOf, SCREENS, SIZES } from '#test/seeded-store/screens.ts';
import { createSeededStore } from '#test/seeded-store/seeded-store.ts';
import { waitUntilLoaded } from '#test/support/loaded-page.ts';
import type { Person } from '#test/support/people.ts';
import { CHROMIUM_ARGUMENTS, ensureChromium } from '../../scripts/chromium.ts';
import { type BenchRow, median, startMeasuredServer } from './measure.ts';

const ROUNDS = 3;
const MAX_LAYOUT_SHIFT = 0.02;

const FAST: Device = { name: 'fast', viewport: SIZES.wide, isMobile: false, cpuSlowdown: 1 };
const SLOW: Device = {
  name: 'slow',
  viewport: SIZES.narrow,
  isMobile: true,
  network: { bytesPerSecond: 1_600_000 / 8, latencyMs: 150 },
  cpuSlowdown: 4,
};

interface Limits {
  /** Of the largest paint on the slow device. */
  readonly seconds: number;
  readonly requests: number;
}

const SCREEN_LIMITS: Limits = { seconds: 3.6, requests: 30 };
/** The measured screens, by their names among `SCREENS`. */
const LIMITS: Readonly<Record<string, Limits>> = {
  login: { seconds: 2.5, requests: 15 },
  dashboard: SCREEN_LIMITS,
  apps: SCREEN_LIMITS,
  app: SCREEN_LIMITS,
  admin: SCREEN_LIMITS,
  'admin-review': SCREEN_LIMITS,
};

/**
 * Measures cold loads of screens, on a fast computer and on a slow phone: what is transferred, when it is painted, and
 * how much it moves. Speed is compared with a bare page of as many bytes, measured in turns with the screen.
 */
export async function benchPages(): Promise<BenchRow[]> {
  await using server = await startMeasuredServer();
  await using bare = await serveBarePages();
  const seeded = await createSeededStore(server);
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGUMENTS });
  try {
    const rows: BenchRow[] = [];
    for (const screen of SCREENS) {
      const limits = LIMITS[screen.name];
      if (!limits) continue;
      const address: PageAddress = {
        url: `${server.url}${pathOf(screen, seeded)}`,
        ...(screen.as && { as: await server.signInAgain(seeded[screen.as]) }),
      };
      for (const device of [FAST, SLOW]) {
        const rounds = await measure({ browser, bare, device, address });
        rows.push(...describe(`${screen.name}, ${device.name}`, rounds, device === SLOW ? limits : null));
      }
    }
    return rows;
  } finally {
    await browser.close();
  }
}

interface Measurement {
  readonly browser: Browser;
  readonly bare: BarePages;
  readonly device: Device;
  readonly address: PageAddress;
}

interface Round extends PageLoad {
  /** The largest paint, as a multiple of the bare page's. */
  readonly timesBare: number;
}

async function measure({ browser, bare, device, address }: Measurement): Promise<Round[]> {
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const load = await loadCold(browser, device, address);
    const floor = await loadCold(browser, device, { url: bare.address(load.bytesUntilPaint) });
    rounds.push({ ...load, timesBare: load.largestPaintMs / floor.largestPaintMs });
  }
  return rounds;
}

/** Without limits, speed is only information: it depends on the machine. */
function describe(name: string, rounds: readonly Round[], limits: Limits | null): BenchRow[] {
  const middle = (figure: keyof Round) => median(rounds.map((round) => round[figure]));
  const worst = (figure: keyof Round) => Math.max(...rounds.map((round) => round[figure]));
  const seconds = middle('largestPaintMs') / 1000;
  const requests = worst('requests');
  const shift = worst('layoutShift');
  return [
    {
      name: `${name}: requests`,
      value: requests,
      unit: '',
      ...(limits && { goal: `at most ${limits.requests}`, ok: requests <= limits.requests }),
    },
    { name: `${name}: transferred`, value: worst('bytes') / 1024, unit: 'KB' },
    { name: `${name}: requests in a row`, value: worst('chain'), unit: '' },
    { name: `${name}: first paint`, value: middle('firstPaintMs') / 1000, unit: 's' },
    {
      name: `${name}: largest paint`,
      value: seconds,
      unit: 's',
      ...(limits && { goal: `at most ${limits.seconds} s`, ok: seconds <= limits.seconds }),
    },
    { name: `${name}: largest paint, times a bare page’s`, value: middle('timesBare'), unit: '×' },
    { name: `${name}: blocking time`, value: middle('blockingMs') / 1000, unit: 's' },
    {
      name: `${name}: layout shift`,
      value: shift,
      unit: '',
      goal: `at most ${MAX_LAYOUT_SHIFT}`,
      ok: shift <= MAX_LAYOUT_SHIFT,
    },
  ];
}

/** The time without a new request after which a page counts as loaded. */
const QUIET_MS = 1_500;
/** A task blocks for the time that it takes beyond this one (the total blocking time of web.dev). */
const SHORT_TASK_MS = 50;

/** A device and its connection. */
interface Device {
  readonly name: string;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly isMobile: boolean;
  /** The connection; as fast as the machine without one. */
  readonly network?: { readonly bytesPerSecond: number; readonly latencyMs: number };
  /** Its processor is this many times slower than that of the machine. */
  readonly cpuSlowdown: number;
}

interface PageAddress {
  readonly url: string;
  readonly as?: Person;
}

/** The figures of one cold load. */
interface PageLoad {
  /** All requests, with those after the largest paint, such as charts and live updates. */
  readonly requests: number;
  /** Transferred by these, compressed and with headers. */
  readonly bytes: number;
  /** Transferred before the largest content was painted. */
  readonly bytesUntilPaint: number;
  /** The longest row of requests that each began after the one before had ended, until the largest paint. */
  readonly chain: number;
  readonly firstPaintMs: number;
  /** When the largest content was painted. */
  readonly largestPaintMs: number;
  readonly blockingMs: number;
  readonly layoutShift: number;
}

/** Loads a page with an empty cache, until it is shown and quiet. */
async function loadCold(browser: Browser, device: Device, { url, as }: PageAddress): Promise<PageLoad> {
  const { viewport, isMobile } = device;
  await using context = await browser.newContext({ viewport, isMobile, hasTouch: isMobile });
  if (as) await context.addCookies([...as.cookies]);
  const { page, transfers } = await openPage(context, device);
  await page.goto(url);
  // Without a look at the page: searching it takes its own time from a slow processor.
  let seen: number;
  do {
    seen = transfers.size;
    await setTimeout(QUIET_MS);
  } while (transfers.size > seen);
  await waitUntilLoaded(page);
  const { beganAt, ...paints } = await page.evaluate(() => window.pageFigures);
  const all = [...transfers.values()].map(({ startedAt, endedAt, bytes }) => ({
    start: startedAt - beganAt,
    end: endedAt - beganAt,
    bytes,
  }));
  const early = all.filter(({ end }) => end <= paints.largestPaintMs);
  return {
    ...paints,
    requests: all.length,
    bytes: sum(all.map(({ bytes }) => bytes)),
    bytesUntilPaint: sum(early.map(({ bytes }) => bytes)),
    chain: longestChain(early),
  };
}

interface Transfer {
  /** In milliseconds since 1970. */
  readonly startedAt: number;
  /** Infinite until it ends: the event stream never does. */
  endedAt: number;
  bytes: number;
}

async function openPage(
  context: BrowserContext,
  { network, cpuSlowdown }: Device,
): Promise<{ page: Page; transfers: ReadonlyMap<string, Transfer> }> {
  const page = await context.newPage();
  await page.addInitScript(observePaints, SHORT_TASK_MS);
  const devtools = await context.newCDPSession(page);
  const transfers = await watchTransfers(devtools);
  if (network) {
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: network.latencyMs,
      downloadThroughput: network.bytesPerSecond,
      uploadThroughput: network.bytesPerSecond,
    });
  }
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  return { page, transfers };
}

/** Enables the browser's record of requests; returns those that go to a server. */
async function watchTransfers(devtools: CDPSession): Promise<ReadonlyMap<string, Transfer>> {
  const transfers = new Map<string, Transfer>();
  let clockOffsetMs = 0;
  const end = (id: string, timestamp: number, bytes: number) => {
    const transfer = transfers.get(id);
    if (transfer) Object.assign(transfer, { endedAt: timestamp * 1000 + clockOffsetMs, bytes });
  };
  devtools.on('Network.requestWillBeSent', ({ requestId, request, wallTime, timestamp }) => {
    if (!request.url.startsWith('http')) return;
    clockOffsetMs = (wallTime - timestamp) * 1000;
    transfers.set(requestId, { startedAt: wallTime * 1000, endedAt: Number.POSITIVE_INFINITY, bytes: 0 });
  });
  devtools.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) =>
    end(requestId, timestamp, encodedDataLength),
  );
  devtools.on('Network.loadingFailed', ({ requestId, timestamp }) => end(requestId, timestamp, 0));
  await devtools.send('Network.enable');
  return transfers;
}

interface PageFigures {
  /** In milliseconds since 1970. */
  beganAt: number;
  firstPaintMs: number;
  largestPaintMs: number;
  blockingMs: number;
  layoutShift: number;
}

declare global {
  interface Window {
    pageFigures: PageFigures;
  }
}

/** An entry of `layout-shift` (the Layout Instability API), which the compiler's library doesn't know. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
}

/** Runs in the page before its own scripts. */
function observePaints(shortTaskMs: number): void {
  const figures: PageFigures = {
    beganAt: performance.timeOrigin,
    firstPaintMs: Number.NaN,
    largestPaintMs: Number.NaN,
    blockingMs: 0,
    layoutShift: 0,
  };
  window.pageFigures = figures;
  const note: Record<string, (entry: PerformanceEntry) => void> = {
    paint: ({ name, startTime }) => {
      if (name === 'first-contentful-paint') figures.firstPaintMs = startTime;
    },
    'largest-contentful-paint': ({ startTime }) => {
      figures.largestPaintMs = startTime;
    },
    longtask: ({ duration }) => {
      figures.blockingMs += duration - shortTaskMs;
    },
    'layout-shift': (entry) => {
      figures.layoutShift += (entry as LayoutShift).value;
    },
  };
  for (const [type, noteEntry] of Object.entries(note))
    new PerformanceObserver((list) => list.getEntries().forEach(noteEntry)).observe({ type, buffered: true });
}

interface Interval {
  readonly start: number;
  readonly end: number;
}

/** Returns the largest number of intervals that don't overlap. */
function longestChain(intervals: readonly Interval[]): number {
  let length = 0;
  let free = Number.NEGATIVE_INFINITY;
  for (const { start, end } of intervals.toSorted((one, other) => one.end - other.end)) {
    if (start < free) continue;
    length += 1;
    free = end;
  }
  return length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** A server of pages that do nothing but load. */
interface BarePages extends AsyncDisposable {
  /** Returns the address of a page that loads a script of some bytes and then shows its heading. */
  address(bytes: number): string;
}

/** Starts the least that a page of some bytes can take: one document, and one script that a parser skips. */
async function serveBarePages(): Promise<BarePages> {
  const server = createServer(({ url = '' }, response) => {
    const bytes = Number(/\d+/.exec(url));
    if (url.endsWith('.js')) {
      response.setHeader('Content-Type', 'text/javascript');
      const filler = randomBytes(bytes).toString('base64').slice(0, bytes);
      response.end(`document.body.innerHTML = '<h1>Shown</h1>'; // ${filler}`);
    } else {
      response.setHeader('Content-Type', 'text/html');
      response.end(`<!doctype html><title>Bare</title><body><script src="/${bytes}.js"></script></body>`);
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: (bytes) => `http://127.0.0.1:${port}/${Math.round(bytes)}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
