import { setTimeout as sleep } from 'node:timers/promises';
import type { Person } from '#test/support/people.ts';
import { tusHeaders } from '#test/support/uploads.ts';
import type { Cluster } from './cluster.ts';

/** The outcome of an outage: a figure to print, and what should not have happened. */
export interface Outage {
  readonly name: string;
  readonly figure: string;
  readonly broken: readonly string[];
}

/** The time for which the bucket and the database are gone. */
const OUTAGE_MS = 20_000;
/** The time until everything must work again. */
const RECOVERY_MS = 120_000;
const PAUSE_MS = 200;

/** Kills the primary database and lets its standby take over. */
export async function failOver({ database, people }: Cluster): Promise<Outage> {
  const admin = await people.admin();
  const begunAt = performance.now();
  await database.failOver();
  const promotedMs = performance.now() - begunAt;
  const broken = await waitUntilAccepted(admin);
  const acceptedMs = performance.now() - begunAt;
  const figure = `the standby was the primary after ${seconds(promotedMs)}, the first request was accepted after ${seconds(acceptedMs)}`;
  return { name: 'failover of the database', figure, broken };
}

/** Kills the database and rejects connections to it for a while: requests that need it get a time to come back. */
export async function loseDatabase(cluster: Cluster): Promise<Outage> {
  const { database, people, urls } = cluster;
  const admin = await people.admin();
  await database.kill();
  const responses = await askWhile(urls, [
    { path: 'fdroid/repo/entry.jar', expected: [200] },
    { path: 'fdroid/repo/index-v1.jar', expected: [200] },
    { path: 'altstore/source.json', expected: [200] },
    { path: 'catalog/v1/apps', expected: [503] },
    { path: 'readyz', expected: [503] },
    { path: 'healthz', expected: [200] },
  ]);
  await database.recover();
  const begunAt = performance.now();
  const broken = await waitUntilAccepted(admin);
  const figure = `${responses.count} responses meanwhile, the first request was accepted ${seconds(performance.now() - begunAt)} after its return`;
  return { name: 'database gone for 20 s', figure, broken: [...responses.broken, ...broken] };
}

/** Kills the server of the bucket for a while. */
export async function loseBucket(cluster: Cluster): Promise<Outage> {
  const { bucket, people, urls } = cluster;
  const owner = await people.onboard({ name: 'Olga Outage' });
  const app = { platform: 'android', applicationId: 'org.example.outages', name: 'Outages' } as const;
  const { app: created } = await owner.call('apps.create', app);
  const upload = { appId: created.id, fileName: 'app.apk', size: 1_000 };
  const { version } = await owner.call('versions.create', upload);
  await bucket.kill();
  const responses = await askWhile(urls, [
    { path: 'fdroid/repo/entry.jar', expected: [503] },
    { path: 'catalog/v1/apps', expected: [200] },
    { path: `uploads/${version.id}`, expected: [503], init: { method: 'HEAD', headers: tusHeaders(owner) } },
    {
      path: `uploads/${version.id}`,
      // Another request of this upload may be waiting for the storage.
      expected: [423, 503],
      init: { method: 'PATCH', headers: tusHeaders(owner), body: 'a part of a file' },
    },
    { path: 'readyz', expected: [200, 503] },
  ]);
  const begunAt = performance.now();
  await bucket.restart();
  const broken = await until('the files are served again', async () => {
    const entry = await fetch(`${urls[0]}fdroid/repo/entry.jar`);
    await entry.arrayBuffer();
    return entry.ok;
  });
  const figure = `${responses.count} responses meanwhile, the feed was served again ${seconds(performance.now() - begunAt)} after the bucket’s restart began`;
  return { name: 'bucket gone for 20 s', figure, broken: [...responses.broken, ...broken] };
}

interface Question {
  readonly path: string;
  readonly expected: readonly number[];
  readonly init?: RequestInit;
}

/** Asks every server the same questions during an outage; unavailable responses must say when to come back. */
async function askWhile(urls: readonly string[], questions: readonly Question[]) {
  const endsAt = performance.now() + OUTAGE_MS;
  const broken = new Set<string>();
  let count = 0;
  // What was under way when the outage began may still succeed.
  await sleep(2_000);
  while (performance.now() < endsAt) {
    for (const { path, expected, init } of questions) {
      for (const url of urls) {
        const response = await fetch(url + path, init ?? {}).catch(() => null);
        const text = await response?.text().catch(() => '');
        // A killed server gives none, and its successor waits until the outage is over.
        if (!response) continue;
        count += 1;
        const isClear = response.status !== 503 || path === 'readyz' || response.headers.has('retry-after');
        if (!expected.includes(response.status) || !isClear)
          broken.add(`${path}: ${response.status} ${text?.slice(0, 200)}`);
      }
    }
    await sleep(PAUSE_MS);
  }
  return { count, broken: [...broken] };
}

/** Waits until a request that needs the database is accepted. */
function waitUntilAccepted(admin: Person): Promise<string[]> {
  return until('requests are accepted', async () => {
    const { status } = await admin.tryCall('users.updateProfile', { displayName: 'Ada Admin' });
    return status === 200;
  });
}

async function until(what: string, isTrue: () => Promise<boolean>): Promise<string[]> {
  const deadline = performance.now() + RECOVERY_MS;
  while (!(await isTrue().catch(() => false))) {
    if (performance.now() > deadline) return [`waited ${seconds(RECOVERY_MS)} in vain until ${what}`];
    await sleep(PAUSE_MS);
  }
  return [];
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
