import { type Browser, chromium } from '@playwright/test';
import { pathOf, SCREENS, SIZES } from '#test/seeded-store/screens.ts';
import { createSeededStore } from '#test/seeded-store/seeded-store.ts';
import { CHROMIUM_ARGUMENTS, ensureChromium } from '../../scripts/chromium.ts';
import { type BarePages, serveBarePages } from './bare-page.ts';
import { startMeasuredServer } from './measured-server.ts';
import { type Device, loadCold, type PageAddress, type PageLoad } from './page-load.ts';
import { type BenchRow, median } from './row.ts';

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
