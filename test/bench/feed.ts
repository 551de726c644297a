import { execFileSync } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { deflateRawSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { Pool } from 'pg';
import { selfSign } from '#server/feeds/signing/certificate.ts';
import { signDigests, signJar } from '#server/feeds/signing/jar.ts';
import type { Person } from '#test/support/people.ts';
import { ROLLOUT_PERCENTAGES, seedApps, seedRollouts, seedSubmitted } from '#test/support/seed-apps.ts';
import { type BenchRow, type MeasuredServer, median, startMeasuredServer } from './measure.ts';

/** Catalogs, with the longest time that an approval may take to reach the served index. */
const CATALOGS = [
  { apps: 1_000, limitMs: 300 },
  { apps: 10_000, limitMs: 1_000 },
] as const;
const APPROVALS = 9;
/** Apps with a newer version in a staged rollout, and approvals while they are. */
const ROLLOUTS = 50;
const APPROVALS_IN_ROLLOUTS = 5;
const CLIENTS = 4;
const PAUSE_MS = 10;
const LOAD_MS = 15_000;
const ROUNDS = 3;
const MAX_RENDERER_MB = 200;

/**
 * Measures a feed of 1,000 and of 10,000 apps: the time from an approval until the served entry names an index with the
 * version, also relative to the bare work on the same bytes, the memory that it takes, and how much longer other people's
 * calls take while the feed is rebuilt without a break. At the end, apps are in staged rollouts, so that a rebuild makes
 * an index for each group of devices.
 */
export async function benchFeed(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const catalog of CATALOGS) rows.push(...(await measureCatalog(catalog)));
  return rows;
}

async function measureCatalog({ apps, limitMs }: (typeof CATALOGS)[number]): Promise<BenchRow[]> {
  await using server = await startMeasuredServer();
  const pool = new Pool({ host: server.socketDirectory, user: 'quayside', database: 'quayside', max: 4 });
  try {
    const label = `${apps.toLocaleString('en')} apps`;
    const isLarge = apps === CATALOGS.at(-1)?.apps;
    const [owner, admin] = await Promise.all([server.onboard('owner@store.example'), server.admin()]);
    await seedApps(pool, { uid: owner.uid, count: apps });
    await rename(server, admin, 'Seeded');
    const { times, peakMb } = await measureApprovals(server, pool, { owner, admin, count: APPROVALS });
    const [time, bare] = [median(times), await measureBareWork(server.url)];
    const calls = isLarge ? await measureCalls(server, admin) : [];
    await seedRollouts(pool, ROLLOUTS);
    await rename(server, admin, 'In rollouts');
    const count = APPROVALS_IN_ROLLOUTS;
    const inRollouts = await measureApprovals(server, pool, { owner, admin, count });
    const groups = ROLLOUT_PERCENTAGES.length + 1;
    const perGroup = (median(inRollouts.times) - time) / (groups - 1);
    return [
      {
        name: `approval to served index, ${label}`,
        value: time,
        unit: 'ms',
        goal: `at most ${limitMs}`,
        ok: time <= limitMs,
      },
      { name: 'the slowest of them', value: Math.max(...times), unit: 'ms' },
      { name: 'bare serialising, hashing, signing', value: bare, unit: 'ms' },
      { name: 'approval / bare', value: time / bare, unit: '×' },
      {
        name: 'peak memory of the rendering process',
        value: peakMb,
        unit: 'MB',
        goal: `below ${MAX_RENDERER_MB}`,
        ok: peakMb < MAX_RENDERER_MB,
      },
      ...calls,
      { name: `approval, ${ROLLOUTS} apps in ${groups} groups`, value: median(inRollouts.times), unit: 'ms' },
      { name: 'each further group', value: perGroup, unit: 'ms' },
      { name: 'each further group / approval', value: perGroup / time, unit: '×' },
      {
        name: 'peak memory with them',
        value: inRollouts.peakMb,
        unit: 'MB',
        goal: `below ${MAX_RENDERER_MB}`,
        ok: inRollouts.peakMb < MAX_RENDERER_MB,
      },
    ];
  } finally {
    await pool.end();
  }
}

async function measureApprovals(
  server: MeasuredServer,
  pool: Pool,
  { owner, admin, count }: { owner: Person; admin: Person; count: number },
): Promise<{ times: number[]; peakMb: number }> {
  const times: number[] = [];
  let peakMb = 0;
  for (let round = 0; round < count; round += 1) {
    const { versionId, applicationId } = await seedSubmitted(pool, owner.uid);
    const started = performance.now();
    await admin.call('reviews.approve', { versionId });
    times.push((await waitForApp(server, applicationId)) - started);
    peakMb = Math.max(peakMb, readRendererPeak(server.pid));
  }
  return { times, peakMb };
}

async function measureCalls(server: MeasuredServer, admin: Person): Promise<BenchRow[]> {
  await callForAWhile(admin, 3_000);
  const rounds: { idle: number; busy: number; rebuilds: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const idle = await callForAWhile(admin, LOAD_MS);
    const stop = new AbortController();
    const rebuilding = rebuildUntil(stop.signal, server, admin);
    const busy = await callForAWhile(admin, LOAD_MS);
    stop.abort();
    rounds.push({ idle, busy, rebuilds: await rebuilding });
  }
  const ratio = median(rounds.map(({ idle, busy }) => busy / idle));
  return [
    { name: "calls' 99th percentile, idle", value: median(rounds.map(({ idle }) => idle)), unit: 'ms' },
    { name: 'while the feed is rebuilt', value: median(rounds.map(({ busy }) => busy)), unit: 'ms' },
    {
      name: 'generations made meanwhile',
      value: rounds.reduce((sum, { rebuilds }) => sum + rebuilds, 0),
      unit: '',
    },
    { name: 'rebuilding / idle', value: ratio, unit: '×', goal: 'at most 2', ok: ratio <= 2 },
  ];
}

/** Lets a few people make calls with short pauses; returns the 99th percentile of the milliseconds that one took. */
async function callForAWhile(person: Person, milliseconds: number): Promise<number> {
  const times: number[] = [];
  const end = performance.now() + milliseconds;
  const client = async () => {
    while (performance.now() < end) {
      const started = performance.now();
      await person.call('notifications.countUnread', {});
      times.push(performance.now() - started);
      await sleep(PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
}

/** Has one generation made after the other; returns how many. */
async function rebuildUntil(signal: AbortSignal, server: MeasuredServer, admin: Person): Promise<number> {
  let rebuilds = 0;
  while (!signal.aborted) {
    rebuilds += 1;
    await rename(server, admin, `Harbour ${performance.now()}`);
  }
  return rebuilds;
}

/** Changes what the feed says, and waits until it says so. */
async function rename(server: MeasuredServer, admin: Person, storeName: string): Promise<void> {
  const { timestamp } = await readEntry(server);
  await admin.call('settings.update', { settings: { storeName } });
  while ((await readEntry(server)).timestamp === timestamp) await sleep(50);
}

/** Waits for an entry whose index has the app, and returns when it was served. */
async function waitForApp(server: MeasuredServer, applicationId: string): Promise<number> {
  let seen = 0;
  for (;;) {
    const { timestamp, index } = await readEntry(server);
    const servedAt = performance.now();
    if (timestamp !== seen) {
      const response = await fetch(`${server.url}fdroid/repo${index.name}`);
      if ((await response.text()).includes(`"${applicationId}"`)) return servedAt;
      seen = timestamp;
    }
    await sleep(10);
  }
}

async function readEntry({ url }: MeasuredServer): Promise<{ timestamp: number; index: { name: string } }> {
  const response = await fetch(`${url}fdroid/repo/entry.json`);
  return (await response.json()) as { timestamp: number; index: { name: string } };
}

const BARE_ROUNDS = 7;
/** As in the feed. */
const LEVEL = 3;

/**
 * Returns the milliseconds that one thread needs to write the served indexes as JSON from objects in memory, to hash both,
 * to compress the older one and to sign, without reading or storing anything.
 */
async function measureBareWork(url: string): Promise<number> {
  const index: unknown = await (await fetch(`${url}fdroid/repo/index-v2.json`)).json();
  const jar = unzipSync(await (await fetch(`${url}fdroid/repo/index-v1.jar`)).bytes());
  const indexV1: unknown = JSON.parse(Buffer.from(jar['index-v1.json'] ?? []).toString());
  const keyPair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const certificate = selfSign(keyPair, { commonName: 'A feed', createdAt: new Date() });
  const key = { privateKey: keyPair.privateKey, certificate };
  const times: number[] = [];
  for (let round = 0; round < BARE_ROUNDS; round += 1) {
    // Lets connections that the server closes end.
    await setImmediate();
    const started = performance.now();
    const bytes = Buffer.from(JSON.stringify(index));
    const entry = JSON.stringify({ sha256: createHash('sha256').update(bytes).digest('hex') });
    signJar({ files: { 'entry.json': Buffer.from(entry) }, modifiedAt: new Date() }, key);
    const bytesV1 = Buffer.from(JSON.stringify(indexV1));
    const digest = createHash('sha256').update(bytesV1).digest('base64');
    deflateRawSync(bytesV1, { level: LEVEL });
    signDigests({ 'index-v1.json': digest }, key);
    times.push(performance.now() - started);
  }
  return median(times);
}

/** Returns the most memory that the process which renders a server's feed has had, in MB. Only on Linux. */
function readRendererPeak(server: number): number {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  const line = lines.find((one) => {
    const [, parent] = one.trim().split(/\s+/);
    return Number(parent) === server && one.includes('renderer-process');
  });
  if (line === undefined) return Number.NaN;
  const status = readFileSync(`/proc/${Number.parseInt(line, 10)}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}
