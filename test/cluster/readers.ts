import { setTimeout as sleep } from 'node:timers/promises';
import { randomAddress } from '#test/support/people.ts';
import { type ReadRepository, type RepositoryFile, readWhile } from '../faults/feed-client.ts';
import type { Cluster } from './cluster.ts';

/** A read is repeated for this long, which is longer than any outage. */
const PATIENCE_MS = 120_000;
const PAUSE_MS = 300;
const FEED_READERS = 3;

/** Counts of the readers' requests, and what they found broken. */
export interface ReadFigures {
  /** Files and pages. */
  reads: number;
  /** Reads that succeeded after more than one request. */
  repeated: number;
  longestMs: number;
  /** One sentence for each read that never succeeded, and for each inconsistency of the feed. */
  readonly broken: string[];
}

/** Reads the feed with its packages, the catalog and the store's page again and again until `goesOn` returns false. */
export async function readCluster(
  { url, people }: Cluster,
  goesOn: () => boolean,
  removed: Set<string>,
): Promise<ReadFigures & Pick<ReadRepository, 'files' | 'diffs' | 'generations'>> {
  const figures: ReadFigures = { reads: 0, repeated: 0, longestMs: 0, broken: [] };
  const read = (path: string) => readPatiently(`${url}${path}`, figures);
  const { fingerprint } = await (await people.admin()).call('settings.getRepository', {});
  const repository: ReadRepository = {
    request: (path) => read(`fdroid/repo${path}`),
    fingerprint,
    reads: 0,
    files: 0,
    diffs: 0,
    generations: new Set(),
    indexes: new Map(),
    removed,
    gone: new Map(),
    compared: new Set(),
  };
  const report = (problem: string) => figures.broken.push(problem);
  await Promise.all([
    ...Array.from({ length: FEED_READERS }, () => readWhile(goesOn, repository, report)),
    readPagesWhile(goesOn, read, report),
  ]);
  const { files, diffs, generations } = repository;
  return { ...figures, files, diffs, generations };
}

/** Reads what browsers and programs read: pages and the catalog. */
async function readPagesWhile(
  goesOn: () => boolean,
  read: (path: string) => Promise<RepositoryFile>,
  report: (problem: string) => void,
): Promise<void> {
  while (goesOn()) {
    try {
      const apps = await read('catalog/v1/apps?limit=20');
      const found = JSON.parse(apps.bytes.toString()) as { apps: { applicationId: string }[] };
      const newest = found.apps[0]?.applicationId;
      const paths = ['catalog/v1/store', 'catalog/v1/releases.atom', 'fdroid/repo', 'altstore/source.json'];
      if (newest) paths.push(`catalog/v1/apps/android/${newest}`, `fdroid/repo?app=${newest}`);
      for (const path of paths) {
        const { status } = await read(path);
        // Staff may have removed the app meanwhile.
        const isGone = newest !== undefined && path.includes(newest) && (status === 404 || status === 410);
        if (status !== 200 && !isGone) report(`${path} failed with ${status}`);
      }
    } catch (error) {
      report((error as Error).message);
    }
    await sleep(PAUSE_MS);
  }
}

/** Requests an address as a patient client does: again after a while when there is no response, or one of an outage. */
async function readPatiently(address: string, figures: ReadFigures): Promise<RepositoryFile> {
  const begunAt = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    const response = await readOnce(address);
    const tookMs = performance.now() - begunAt;
    if ('bytes' in response) {
      figures.reads += 1;
      if (attempt > 1) figures.repeated += 1;
      figures.longestMs = Math.max(figures.longestMs, tookMs);
      return response;
    }
    if (tookMs > PATIENCE_MS) throw new Error(`${address} failed for ${PATIENCE_MS} ms: ${response.reason}`);
    await sleep(response.pauseMs);
  }
}

/** Reads a response as a whole; an interrupted or unavailable one has a pause instead. */
async function readOnce(address: string): Promise<RepositoryFile | { reason: string; pauseMs: number }> {
  try {
    const response = await fetch(address, { headers: randomAddress() });
    const bytes = Buffer.from(await response.arrayBuffer());
    const { status, ok } = response;
    if (status < 500) return { status, ok, bytes };
    const seconds = Number(response.headers.get('retry-after') ?? 0);
    return {
      reason: `${status} ${bytes.toString().slice(0, 200)}`,
      pauseMs: Math.max(seconds * 1000, PAUSE_MS),
    };
  } catch (error) {
    return { reason: String((error as Error).cause ?? error), pauseMs: PAUSE_MS };
  }
}
