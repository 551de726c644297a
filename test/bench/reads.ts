import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool, type QueryConfig } from 'pg';
import { statementFor } from '#server/catalog/apps/queries.ts';
import { queueStatement } from '#server/catalog/reviews/queue.ts';
import { COUNT_UNREAD } from '#server/delivery/notifications/count-unread.ts';
import { LIST as NOTIFICATIONS } from '#server/delivery/notifications/list.ts';
import { SESSION_OWNER } from '#server/identity/principals.ts';
import { OWN_RECORD } from '#server/people/users/present.ts';
import { SETTINGS } from '#server/platform/settings.ts';
import { findFreePort } from '#test/support/free-port.ts';
import { seedApps } from '#test/support/seed-apps.ts';
import {
  alternate,
  type BenchRow,
  load,
  type MeasuredServer,
  median,
  readCpuTime,
  startMeasuredServer,
  waitUntilIdle,
} from './measure.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const SECONDS = 2;
/** Rows of each list: a page of the notifications, of the apps and of the queue. */
const PAGE = 20;

/** One call, and the statements that it sends after the one that finds its caller: those of a list at once. */
interface MeasuredRead {
  readonly call: string;
  readonly data?: object;
  readonly statements: readonly QueryConfig[];
  readonly goal: number;
}

/** The reads that browsers make most, each beside a bare Hono route with the same SQL. */
export async function benchReads(): Promise<BenchRow[]> {
  await using server = await startMeasuredServer();
  const { token } = await server.admin();
  const { sid: sessionId, sub: uid } = JSON.parse(
    Buffer.from(token.split('.')[1] as string, 'base64url').toString(),
  );
  await load(`${server.url}us-central1/users.me`, { headers: headersOf(token), seconds: 1 });
  await seed(server, uid);
  const rows: BenchRow[] = [];
  for (const read of readsOf(uid)) {
    const statements = [[SESSION_OWNER.query({ sessionId })], read.statements];
    rows.push(...(await compare(server, { token, read, statements })));
  }
  return rows;
}

function readsOf(uid: string): MeasuredRead[] {
  const limit = PAGE + 1;
  const ofNotifications = { uid, before: '9223372036854775807', limit };
  const ofApps = {
    memberUid: uid,
    ids: [],
    status: '',
    platform: '',
    lastValue: '',
    lastId: '',
    limit,
    pattern: '',
    otherPattern: '',
  };
  const ofQueue = {
    reviewer: '',
    change: '',
    platform: '',
    has: '',
    staleBefore: '',
    pattern: '',
    otherPattern: '',
    decidableBy: '',
    lastValue: '',
    lastTime: '',
    lastId: '',
    limit,
  };
  const apps = statementFor({ memberUid: uid, sort: 'newest', limit });
  return [
    { call: 'users.me', statements: [OWN_RECORD.query({ uid })], goal: 0.85 },
    { call: 'notifications.countUnread', statements: [COUNT_UNREAD.query({ uid })], goal: 0.85 },
    {
      call: 'notifications.list',
      data: { limit: PAGE },
      statements: [NOTIFICATIONS.query(ofNotifications)],
      goal: 0.7,
    },
    {
      call: 'apps.list',
      data: { scope: 'mine', limit: PAGE },
      statements: [apps.query(ofApps)],
      goal: 0.7,
    },
    {
      call: 'reviews.queue',
      data: { limit: PAGE },
      statements: [
        queueStatement({ sort: 'oldest', isFiltered: false, isAfter: false }).query(ofQueue),
        SETTINGS.query({}),
      ],
      goal: 0.7,
    },
  ];
}

/** Fills a page of each list, and as much again for the next page. */
async function seed({ socketDirectory }: MeasuredServer, uid: string): Promise<void> {
  const pool = new Pool({ host: socketDirectory, user: 'quayside', database: 'quayside' });
  try {
    await pool.query(
      `INSERT INTO apps (id, owner_uid, platform, application_id, name, summary, status)
       SELECT 'app' || n, $1, 'android', 'org.example.app' || n, 'App ' || n, 'Shows the tides.', 'published'
       FROM generate_series(1, $2::int) AS n`,
      [uid, 2 * PAGE],
    );
    await pool.query(
      `INSERT INTO versions (id, app_id, status, file_name, size, sha256, package, version_code, build_order, created_by_uid)
       SELECT 'version' || n, 'app' || n, 'submitted', 'app-' || n || '.apk', 5000000, repeat('a', 64),
              jsonb_build_object('versionName', '1.' || n), n, ARRAY[n], $1
       FROM generate_series(1, $2::int) AS n`,
      [uid, 2 * PAGE],
    );
    await pool.query(
      `INSERT INTO reviews (version_id, app_id, warnings, submitted_at, queued_at, listing_revision)
       SELECT id, app_id, warnings, now(), now(), '' FROM versions`,
    );
    await pool.query(
      `WITH seeded AS (
         INSERT INTO notifications (kind, type, title, message, data, expires_at)
         SELECT 'appUpdates', 'app_update', 'Version 1.' || n || ' approved', 'It is published now.',
                jsonb_build_object('appId', 'app' || n, 'versionId', 'version' || n), now() + interval '60 days'
         FROM generate_series(1, $2::int) AS n RETURNING id, expires_at
       )
       INSERT INTO notification_recipients (notification_id, expires_at, uid)
         SELECT id, expires_at, $1 FROM seeded`,
      [uid, 2 * PAGE],
    );
    await pool.query('ANALYZE');
  } finally {
    await pool.end();
  }
}

interface Compared {
  readonly token: string;
  readonly read: MeasuredRead;
  readonly statements: readonly (readonly QueryConfig[])[];
}

async function compare(
  server: MeasuredServer,
  { token, read: { call, data, goal }, statements }: Compared,
): Promise<BenchRow[]> {
  const program = join(import.meta.dirname, 'bare-servers.ts');
  const bare = spawn(
    process.execPath,
    [program, 'route', server.socketDirectory, JSON.stringify(statements)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  try {
    const [address] = await once(bare.stdout, 'data');
    const options = { headers: headersOf(token), data, seconds: SECONDS };
    const rounds = await alternate(
      ROUNDS,
      () => load(`${server.url}us-central1/${call}`, options),
      () => load(String(address).trim(), options),
    );
    const ratio = median(rounds.map(([ours, floor]) => ours / floor));
    return [
      { name: call, value: median(rounds.map(([ours]) => ours)), unit: 'requests/s' },
      {
        name: 'bare route with the same SQL',
        value: median(rounds.map(([, floor]) => floor)),
        unit: 'requests/s',
      },
      { name: `${call} / bare route`, value: ratio, unit: '×', goal: `at least ${goal}`, ok: ratio >= goal },
    ];
  } finally {
    bare.kill();
  }
}

function headersOf(token: string): Record<string, string> {
  return { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
}

const APPS = 10_000;
/** All paths together need fewer requests than a network may send in a minute. */
const REQUESTS = 20;
const MAX_POLLS = 36;
const POLL_MS = 5_000;

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
  for (let poll = 0; poll < MAX_POLLS; poll += 1) {
    const page = await (await fetch(`${url}fdroid/repo/`)).text();
    if (page.includes('>10,000 apps<')) return;
    await sleep(POLL_MS);
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

const CONNECTIONS = 8;
/** A usual app. */
const FILE_BYTES = 20 * 1024 ** 2;

/** The publisher of the statistics, and the days on which each of their apps was downloaded. */
const OWNER_APPS = 5_000;
const OWNER_DAYS = 60;
const OWNER_REPEATS = 21;
const OWNER_GOAL_MS = 50;

/** The share of a floor's speed that downloads reach at least. */
const GOALS = { nginx: 0.7, 'a bare Node server': 0.7 };

/**
 * Measures downloads beside a bare Node server, which is the most that Node can do, and beside nginx where it is
 * installed, and how long server and database compute for the statistics of a publisher of 5,000 apps.
 */
export async function benchDownloads(): Promise<BenchRow[]> {
  await using server = await startMeasuredServer();
  const pool = new Pool({ host: server.socketDirectory, user: 'quayside', database: 'quayside', max: 2 });
  try {
    return [...(await measureFiles(server, pool)), ...(await measureStatistics(server, pool))];
  } finally {
    await pool.end();
  }
}

async function measureFiles(server: MeasuredServer, pool: Pool): Promise<BenchRow[]> {
  const owner = await server.onboard('downloads@store.example');
  const bytes = Buffer.alloc(FILE_BYTES, 'quayside');
  await seedApps(pool, { uid: owner.uid, count: 1 });
  await pool.query("UPDATE versions SET size = $1 WHERE id = 'seed1'", [FILE_BYTES]);
  const file = join(server.dataDir, 'storage', 'objects', 'packages', 'seed1');
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, bytes);
  await waitUntilIdle(server.pid);
  await using floors = new AsyncDisposableStack();
  const rows: BenchRow[] = [];
  for (const { name, url, stop } of await startFloors(file)) {
    floors.defer(stop);
    const rounds = await alternate(
      ROUNDS,
      () => download(new URL('fdroid/repo/org.example.seed1_1.apk', server.url)),
      () => download(new URL(url)),
    );
    const ratio = median(rounds.map(([ours, theirs]) => ours / theirs));
    const goal = GOALS[name];
    rows.push(
      { name: 'downloads of 20 MiB', value: median(rounds.map(([ours]) => ours)), unit: 'MiB/s' },
      { name, value: median(rounds.map(([, theirs]) => theirs)), unit: 'MiB/s' },
      { name: `downloads / ${name}`, value: ratio, unit: '×', goal: `at least ${goal}`, ok: ratio >= goal },
    );
  }
  return rows;
}

interface Floor {
  readonly name: keyof typeof GOALS;
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Starts what downloads are compared with. */
async function startFloors(file: string): Promise<Floor[]> {
  const hasNginx = spawnSync('nginx', ['-v']).error === undefined;
  return [await startBareServer(file), ...(hasNginx ? [await startNginx(file)] : [])];
}

async function startBareServer(file: string): Promise<Floor> {
  const program = join(import.meta.dirname, 'bare-servers.ts');
  const bare = spawn(process.execPath, [program, 'files', file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [address] = await once(bare.stdout, 'data');
  return { name: 'a bare Node server', url: String(address).trim(), stop: () => end(bare) };
}

/** One worker, as Quayside is one process; nothing is logged. */
async function startNginx(file: string): Promise<Floor> {
  const directory = await mkdtemp(join(tmpdir(), 'quayside-nginx-'));
  const port = await findFreePort();
  const config = `
    daemon off; worker_processes 1; pid ${directory}/pid; error_log stderr crit;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events { worker_connections 64; }
    http {
      access_log off; sendfile on; tcp_nopush on;
      client_body_temp_path ${directory}; proxy_temp_path ${directory}; fastcgi_temp_path ${directory};
      uwsgi_temp_path ${directory}; scgi_temp_path ${directory};
      server { listen 127.0.0.1:${port}; location / { root ${dirname(file)}; } }
    }`;
  await writeFile(join(directory, 'nginx.conf'), config);
  const nginx = spawn('nginx', ['-p', directory, '-c', join(directory, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}/seed1`;
  while (!(await fetch(url, { method: 'HEAD' }).catch(() => null))?.ok) await sleep(20);
  return {
    name: 'nginx',
    url,
    async stop() {
      await end(nginx);
      await rm(directory, { recursive: true });
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  child.kill();
  await once(child, 'exit');
}

/** Downloads a file again and again on several connections; returns MiB per second. */
async function download({ hostname, port, pathname }: URL): Promise<number> {
  const started = performance.now();
  const until = started + SECONDS * 1_000;
  const request = `GET ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nUser-Agent: F-Droid 1.23\r\n\r\n`;
  let received = 0;
  /** Reads into one buffer and parses no body, so that the reader costs little beside the server. */
  const connection = () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let left = 0;
    const next = () => {
      if (performance.now() >= until) return socket.destroy();
      left = -1;
      return socket.write(request);
    };
    const socket = connect({
      host: hostname,
      port: Number(port),
      onread: {
        buffer: Buffer.alloc(256 * 1024),
        callback(length, buffer) {
          let from = 0;
          if (left === -1) {
            const head = Buffer.from(buffer.buffer, buffer.byteOffset, length).toString('latin1');
            if (!head.startsWith('HTTP/1.1 200')) reject(new Error(`not a download: ${head.slice(0, 200)}`));
            from = head.indexOf('\r\n\r\n') + 4;
            left = FILE_BYTES;
          }
          left -= length - from;
          received += length - from;
          if (left === 0) next();
          return true;
        },
      },
    });
    socket.on('connect', next).on('close', resolve).on('error', reject);
    return promise;
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  return received / 1024 ** 2 / ((performance.now() - started) / 1_000);
}

async function measureStatistics(server: MeasuredServer, pool: Pool): Promise<BenchRow[]> {
  const owner = await server.onboard('statistics@store.example');
  await pool.query(
    `INSERT INTO apps (id, owner_uid, platform, application_id, name, status)
     SELECT 'many' || n, $1, 'android', 'org.example.many' || n, 'Many ' || n, 'published'
     FROM generate_series(1, $2::int) n`,
    [owner.uid, OWNER_APPS],
  );
  await pool.query(
    `INSERT INTO app_downloads (app_id, owner_uid, day, count)
     SELECT 'many' || n, $1, (now() AT TIME ZONE 'UTC')::date - d, 1 + n % 50
     FROM generate_series(1, $2::int) n, generate_series(0, $3::int - 1) d`,
    [owner.uid, OWNER_APPS, OWNER_DAYS],
  );
  await pool.query('VACUUM ANALYZE app_downloads');
  await waitUntilIdle(server.pid);
  const call = () => owner.call('apps.downloads', { days: OWNER_DAYS / 2 });
  // The first calls prepare statements and read what is not in memory yet.
  for (let repeat = 0; repeat < 6; repeat += 1) await call();
  const before = await readCpuTime(server.pid);
  const times: number[] = [];
  for (let repeat = 0; repeat < OWNER_REPEATS; repeat += 1) {
    const started = performance.now();
    await call();
    times.push(performance.now() - started);
  }
  const value = ((await readCpuTime(server.pid)) - before) / OWNER_REPEATS;
  return [
    { name: 'statistics of 5,000 apps, elapsed', value: median(times), unit: 'ms' },
    {
      name: 'statistics of 5,000 apps, 30 days',
      value,
      unit: 'ms',
      goal: `at most ${OWNER_GOAL_MS} ms`,
      ok: value <= OWNER_GOAL_MS,
    },
  ];
}
