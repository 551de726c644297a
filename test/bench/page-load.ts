import { setTimeout } from 'node:timers/promises';
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import { waitUntilLoaded } from '#test/support/loaded-page.ts';
import type { Person } from '#test/support/people.ts';

/** The time without a new request after which a page counts as loaded. */
const QUIET_MS = 1_500;
/** A task blocks for the time that it takes beyond this one (the total blocking time of web.dev). */
const SHORT_TASK_MS = 50;

/** A device and its connection. */
export interface Device {
  readonly name: string;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly isMobile: boolean;
  /** The connection; as fast as the machine without one. */
  readonly network?: { readonly bytesPerSecond: number; readonly latencyMs: number };
  /** Its processor is this many times slower than that of the machine. */
  readonly cpuSlowdown: number;
}

export interface PageAddress {
  readonly url: string;
  readonly as?: Person;
}

/** The figures of one cold load. */
export interface PageLoad {
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
export async function loadCold(
  browser: Browser,
  device: Device,
  { url, as }: PageAddress,
): Promise<PageLoad> {
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
