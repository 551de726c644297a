import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { seedApps } from '#test/support/seed-apps.ts';
import { startMeasuredServer } from './measured-server.ts';
import { type BenchRow, median } from './row.ts';

const APPS = 10_000;
/** Fewer than the limit of the catalog API, all paths together. */
const REQUESTS = 30;
const MAX_SECONDS = 180;

interface MeasuredPath {
  readonly name: string;
  readonly path: string;
  readonly goalMs: number;
}

const PATHS: readonly MeasuredPath[] = [
  { name: 'store page: list', path: 'fdroid/repo/', goalMs: 100 },
  { name: 'store page: list, page 200', path: 'fdroid/repo/?page=200', goalMs: 100 },
  { name: 'store page: search', path: 'fdroid/repo/?q=seed%20777', goalMs: 100 },
  { name: 'store page: app', path: 'fdroid/repo/?app=org.example.seed777', goalMs: 100 },
  { name: 'catalog: 50 apps', path: 'catalog/v1/apps', goalMs: 100 },
  { name: 'catalog: search', path: 'catalog/v1/apps?q=seed%20777', goalMs: 100 },
  { name: 'catalog: app', path: 'catalog/v1/apps/android/org.example.seed777', goalMs: 100 },
  { name: 'catalog: Atom feed', path: 'catalog/v1/releases.atom', goalMs: 100 },
  { name: 'sitemap of 10,000 apps', path: 'sitemap-1.xml', goalMs: 500 },
];

/** Measures how long visitors wait for the pages and the catalog of a store with 10,000 apps, one request at a time. */
export async function benchStorefront(): Promise<BenchRow[]> {
  await using server = await startMeasuredServer();
  const pool = new Pool({ host: server.socketDirectory, user: 'quayside', database: 'quayside' });
  try {
    const owner = await server.onboard('owner@store.example');
    await seedApps(pool, { uid: owner.uid, count: APPS });
    await waitForApps(server.url);
    await pool.query('ANALYZE listed_apps');
    const rows: BenchRow[] = [];
    for (const measured of PATHS) rows.push(await measure(server.url, measured));
    rows.push(await measure(server.url, await findDeepPage(server.url)));
    return rows;
  } finally {
    await pool.end();
  }
}

/** Waits until the feed lists all apps, which takes longer on a busy machine than tests wait for anything. */
async function waitForApps(url: string): Promise<void> {
  for (let second = 0; second < MAX_SECONDS; second += 1) {
    const page = await (await fetch(`${url}fdroid/repo/`)).text();
    if (page.includes('>10,000 apps<')) return;
    await sleep(1_000);
  }
  throw new Error('the feed does not list all apps');
}

/** Follows the catalog for some pages; returns the path of the next one. */
async function findDeepPage(url: string): Promise<MeasuredPath> {
  let cursor = '';
  for (let page = 0; page < 20; page += 1) {
    const response = await fetch(`${url}catalog/v1/apps?limit=100${cursor && `&cursor=${cursor}`}`);
    ({ nextCursor: cursor } = (await response.json()) as { nextCursor: string });
  }
  return { name: 'catalog: after 2,000 apps', path: `catalog/v1/apps?cursor=${cursor}`, goalMs: 100 };
}

async function measure(url: string, { name, path, goalMs }: MeasuredPath): Promise<BenchRow> {
  const times: number[] = [];
  // The first requests prepare statements and read what is not in memory yet.
  for (let request = -3; request < REQUESTS; request += 1) {
    const started = performance.now();
    const response = await fetch(`${url}${path}`);
    await response.text();
    if (!response.ok) throw new Error(`${path} failed with ${response.status}`);
    if (request >= 0) times.push(performance.now() - started);
  }
  const value = median(times);
  return { name, value, unit: 'ms', goal: `under ${goalMs} ms`, ok: value < goalMs };
}
