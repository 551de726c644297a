import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client, Pool } from 'pg';
import type { CallInput } from '#shared/calls.ts';
import { queueSortSchema } from '#shared/reviews/queue-filter.ts';
import { followVersion } from '#test/support/follow-version.ts';
import { createOwnApp } from '#test/support/own-app.ts';
import { startReceiver } from '#test/support/receiver.ts';
import { type BenchRow, type MeasuredServer, median, startMeasuredServer } from './measure.ts';

const UPLOAD_BYTES = 500 * 1024 ** 2;
/** Uploaded before the measurement, so that inspection threads and the like are running. */
const WARM_UP_BYTES = 32 * 1024 ** 2;
const CHUNK = randomBytes(1024 ** 2);
const UPLOAD_ROUNDS = 3;
const APPS = 10_000;
const VERSIONS = 50_000;
const LIST_ROUNDS = 60;

/** Uploading 500 MB beside a plain stream to disk, and the two long lists beside their bare SQL. */
export async function benchPublishing(): Promise<BenchRow[]> {
  await using server = await startMeasuredServer();
  const { token } = await server.admin();
  return [...(await benchUpload(server, token)), ...(await benchLists(server, token))];
}

async function call<Result>(
  url: string,
  token: string,
  { name, data }: { name: string; data: object },
): Promise<Result> {
  const response = await fetch(`${url}us-central1/${name}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ data }),
  });
  const { result, error } = (await response.json()) as { result: Result; error?: { message: string } };
  if (error) throw new Error(`${name}: ${error.message}`);
  return result;
}

async function benchUpload(server: MeasuredServer, token: string): Promise<BenchRow[]> {
  const bare = spawn(
    process.execPath,
    [join(import.meta.dirname, 'bare-servers.ts'), 'upload', join(server.dataDir, 'bare-upload')],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  try {
    const [address] = await once(bare.stdout, 'data');
    const { app } = await call<{ app: { id: string } }>(server.url, token, {
      name: 'apps.create',
      data: { platform: 'android', applicationId: 'org.example.bench', name: 'Bench' },
    });
    await upload(server, token, { appId: app.id, bytes: WARM_UP_BYTES });
    const before = await residentMegabytes(server.pid);
    let peak = before;
    const watch = setInterval(async () => {
      peak = Math.max(peak, await residentMegabytes(server.pid));
    }, 50);
    const rounds: { ours: number; floor: number }[] = [];
    for (let round = 0; round < UPLOAD_ROUNDS; round += 1) {
      const floor = await send(String(address).trim(), { method: 'PUT', headers: {}, bytes: UPLOAD_BYTES });
      const ours = await upload(server, token, { appId: app.id, bytes: UPLOAD_BYTES });
      rounds.push({ ours, floor });
    }
    clearInterval(watch);
    const ratio = median(rounds.map(({ ours, floor }) => floor / ours));
    const speed = (seconds: number) => UPLOAD_BYTES / 1024 ** 2 / seconds;
    const growth = peak - before;
    return [
      { name: 'upload of 500 MB', value: speed(median(rounds.map(({ ours }) => ours))), unit: 'MB/s' },
      {
        name: 'plain stream to disk with SHA-256',
        value: speed(median(rounds.map(({ floor }) => floor))),
        unit: 'MB/s',
      },
      { name: 'upload / plain stream', value: ratio, unit: '×', goal: 'at least 0.5', ok: ratio >= 0.5 },
      {
        name: 'growth of the server during uploads',
        value: growth,
        unit: 'MB',
        goal: 'at most 100 MB',
        ok: growth <= 100,
      },
    ];
  } finally {
    bare.kill();
  }
}

/** Uploads a new version as tus clients do, and gives the seconds that its bytes took. */
async function upload(
  server: MeasuredServer,
  token: string,
  { appId, bytes }: { appId: string; bytes: number },
): Promise<number> {
  const created = await call<{ upload: { url: string } }>(server.url, token, {
    name: 'versions.create',
    data: { appId, fileName: 'bench.apk', size: bytes },
  });
  const headers = {
    Authorization: `Bearer ${token}`,
    'Tus-Resumable': '1.0.0',
    'Upload-Offset': '0',
    'Content-Type': 'application/offset+octet-stream',
  };
  return send(created.upload.url, { method: 'PATCH', headers, bytes });
}

interface Sending {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly bytes: number;
}

/** Sends random bytes and returns the seconds until the response. */
async function send(url: string, { method, headers, bytes }: Sending): Promise<number> {
  const started = performance.now();
  const outgoing = request(url, { method, headers: { ...headers, 'Content-Length': bytes } });
  const responded = once(outgoing, 'response');
  const chunks = Array.from({ length: bytes / CHUNK.length }, () => CHUNK);
  await pipeline(Readable.from(chunks, { objectMode: false }), outgoing);
  const [response] = await responded;
  response.resume();
  await once(response, 'end');
  if (response.statusCode >= 300) throw new Error(`${url} failed with ${response.statusCode}`);
  return (performance.now() - started) / 1000;
}

/** Physical memory that a process holds now, the part shared with files included, as Linux counts it. */
async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}

const SEED = `
  INSERT INTO apps (id, owner_uid, platform, application_id, name, status, created_at)
  SELECT 'seed' || n, $1, 'android', 'org.example.seed' || n, 'Seed ' || n, 'published', now() - n * interval '1 minute'
  FROM generate_series(1, ${APPS}) n`;
const SEED_VERSIONS = `
  INSERT INTO versions (id, app_id, status, file_name, size, version_code, build_order, created_by_uid, created_at, findings)
  SELECT 'seed' || n, 'seed' || (n % ${APPS} + 1),
    CASE WHEN n > ${VERSIONS - 2000} THEN 'submitted' ELSE 'published' END, 'app.apk', 1000, n / ${APPS} + 1, ARRAY[n / ${APPS} + 1], $1,
    now() - n * interval '1 second',
    '[{"rule": "r", "severity": "info", "title": "t", "evidence": "e", "fix": "f"}]'
  FROM generate_series(1, ${VERSIONS}) n`;
const SEED_REVIEWS = `
  INSERT INTO reviews (version_id, app_id, warnings, submitted_at, queued_at, listing_revision, decision, decided_at)
  SELECT id, app_id, warnings, created_at, created_at, '', CASE WHEN status = 'published' THEN 'approved' END,
    CASE WHEN status = 'published' THEN created_at + interval '1 hour' END
  FROM versions WHERE id LIKE 'seed%' ORDER BY created_at`;

const APPS_PAGE = 'SELECT * FROM apps WHERE owner_uid = $1 ORDER BY created_at DESC, id DESC LIMIT 51';
const JOINED = 'SELECT app_id FROM app_members WHERE uid = $1';
const NEWEST = `SELECT a.id, u.developer_name, v.* FROM apps a JOIN users u ON u.uid = a.owner_uid
  LEFT JOIN LATERAL (
    SELECT * FROM versions v WHERE v.app_id = a.id AND v.deleted_at IS NULL
    ORDER BY v.created_at DESC, v.id DESC LIMIT 1
  ) v ON true
  WHERE a.id = ANY($1)`;
const WAITING_REVIEWS = `FROM reviews r WHERE r.decided_at IS NULL AND r.withdrawn_at IS NULL AND NOT EXISTS (
  SELECT FROM versions v JOIN apps a ON a.id = v.app_id WHERE v.id = r.version_id AND a.status = 'removed')`;
const QUEUE_PAGE = `SELECT r.*, v.*, a.*
  FROM (SELECT * ${WAITING_REVIEWS} ORDER BY r.queued_at, r.version_id LIMIT 51) r
  JOIN versions v ON v.id = r.version_id JOIN apps a ON a.id = v.app_id ORDER BY r.queued_at, r.version_id`;
const WAITING = `SELECT count(*) ${WAITING_REVIEWS}`;
const TIMES = `SELECT percentile_cont(ARRAY[0.5, 0.9]) WITHIN GROUP (ORDER BY seconds) FROM (
  SELECT extract(epoch FROM decided_at - submitted_at) AS seconds FROM reviews
  WHERE decided_at IS NOT NULL ORDER BY decided_at DESC LIMIT 100) recent`;

async function benchLists(server: MeasuredServer, token: string): Promise<BenchRow[]> {
  const pool = new Pool({ host: server.socketDirectory, user: 'quayside', database: 'quayside', max: 4 });
  try {
    const { rows } = await pool.query('SELECT uid FROM users LIMIT 1');
    const uid: string = rows[0].uid;
    await pool.query(SEED, [uid]);
    await pool.query(SEED_VERSIONS, [uid]);
    await pool.query(SEED_REVIEWS);
    await pool.query('ANALYZE apps, versions, reviews');
    const bareApps = async () => {
      await pool.query({ name: 'joined', text: JOINED, values: [uid] });
      const page = await pool.query({ name: 'apps', text: APPS_PAGE, values: [uid] });
      await pool.query({ name: 'newest', text: NEWEST, values: [page.rows.map(({ id }) => id)] });
    };
    const bareQueue = async () => {
      const [page] = await Promise.all([
        pool.query({ name: 'queue', text: QUEUE_PAGE }),
        pool.query({ name: 'waiting', text: WAITING }),
        pool.query({ name: 'times', text: TIMES }),
      ]);
      await pool.query({ name: 'newest', text: NEWEST, values: [page.rows.map((row) => row.app_id)] });
    };
    return [
      ...(await compare('My Apps', bareApps, () =>
        call(server.url, token, { name: 'apps.list', data: { scope: 'mine' } }),
      )),
      ...(await compare('review queue', bareQueue, () =>
        call(server.url, token, { name: 'reviews.queue', data: {} }),
      )),
    ];
  } finally {
    await pool.end();
  }
}

async function compare(
  name: string,
  bare: () => Promise<unknown>,
  ours: () => Promise<unknown>,
): Promise<BenchRow[]> {
  const rounds: { bare: number; ours: number }[] = [];
  for (let round = -10; round < LIST_ROUNDS; round += 1) {
    const measured = { bare: await milliseconds(bare), ours: await milliseconds(ours) };
    if (round >= 0) rounds.push(measured);
  }
  const bareTime = median(rounds.map((round) => round.bare));
  const ourTime = median(rounds.map((round) => round.ours));
  const ratio = ourTime / bareTime;
  return [
    { name: `${name}, ${APPS.toLocaleString('en')} apps`, value: ourTime, unit: 'ms' },
    { name: `${name}, bare SQL`, value: bareTime, unit: 'ms' },
    { name: `${name} / bare SQL`, value: ratio, unit: '×', goal: 'at most 3', ok: ratio <= 3 },
  ];
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

const QUEUE_LENGTH = 5_000;
const GOAL_MS = 100;
const REPEATS = 15;

/** Every order, and every filter that each version in the queue has to be looked at for. */
const PAGES: readonly CallInput<'reviews.queue'>[] = [
  ...queueSortSchema.options.map((sort) => ({ sort })),
  { query: 'harbour' },
  { query: 'no such app' },
  { query: 'a' },
  { reviewer: 'nobody', has: 'permissions', sort: 'newest' },
  { has: 'rejection' },
  { has: 'messages' },
  { has: 'overdue' },
  { change: 'update', platform: 'android', sort: 'findings' },
];

/** Measures the time until the first rows of a long review queue arrive, with the numbers beside them. */
export async function benchQueue(): Promise<BenchRow[]> {
  await using server = await startMeasuredServer();
  const { uid, token } = await server.admin();
  await seed(server, uid);
  const rows: BenchRow[] = [];
  for (const page of PAGES) {
    const name = `reviews.queue ${Object.values(page).join(' ')}`;
    rows.push(await measure(name, () => call(server.url, token, { name: 'reviews.queue', data: page })));
  }
  for (const name of ['reviews.queueSummary', 'reviews.neighbors']) {
    const data =
      name === 'reviews.neighbors' ? { versionId: `w${QUEUE_LENGTH / 2}`, sort: 'permissions' } : {};
    rows.push(await measure(name, () => call(server.url, token, { name, data })));
  }
  return rows;
}

async function measure(name: string, run: () => Promise<void>): Promise<BenchRow> {
  // The first calls prepare statements and read what is not in memory yet.
  const times: number[] = [];
  for (let repeat = -5; repeat < REPEATS; repeat += 1) {
    const start = performance.now();
    await run();
    if (repeat >= 0) times.push(performance.now() - start);
  }
  const value = median(times);
  return { name, value, unit: 'ms', goal: `at most ${GOAL_MS} ms`, ok: value <= GOAL_MS };
}

/** Fills the queue; every other version is an update, and every fourth app was rejected before. */
async function seed({ socketDirectory }: MeasuredServer, uid: string): Promise<void> {
  const client = new Client({ host: socketDirectory, user: 'quayside', database: 'quayside' });
  await client.connect();
  const finding = `jsonb_build_object('rule', 'r', 'severity', CASE WHEN n % 3 = 0 THEN 'warning' ELSE 'info' END,
    'title', 'Something to know', 'evidence', repeat('x', 200), 'fix', 'Change it.')`;
  const version = (prefix: string, status: string, code: number) =>
    `INSERT INTO versions (id, app_id, status, file_name, size, sha256, package, findings, version_code, build_order,
       created_by_uid, published_at)
     SELECT '${prefix}' || n, 'a' || n, ${status}, 'app.apk', 5000000, md5(n::text),
       jsonb_build_object('versionName', '1.' || n, 'permissions', repeat('facts', 1000)),
       jsonb_build_array(${finding}, ${finding}), ${code}, ARRAY[${code}], '${uid}', now()
     FROM generate_series(1, ${QUEUE_LENGTH}) AS n`;
  const statements = [
    `INSERT INTO apps (id, owner_uid, platform, application_id, name, status)
     SELECT 'a' || n, '${uid}', 'android', 'org.example.app' || n,
       (ARRAY['Harbour','Tide','Meadow','Lantern'])[1 + n % 4] || ' ' || md5(n::text), 'published'
     FROM generate_series(1, ${QUEUE_LENGTH}) AS n`,
    version('l', "CASE WHEN n % 2 = 0 THEN 'published' ELSE 'rejected' END", 1),
    version('w', "CASE WHEN n % 10 = 0 THEN 'in_review' ELSE 'submitted' END", 2),
    `INSERT INTO reviews (version_id, app_id, warnings, submitted_at, queued_at, listing_revision, decision, decided_at)
     SELECT id, app_id, warnings, now(), now(), '', CASE WHEN status = 'rejected' THEN 'rejected' ELSE 'approved' END, now()
     FROM versions WHERE id LIKE 'l%'`,
    `INSERT INTO reviews (version_id, app_id, warnings, submitted_at, queued_at, listing_revision, sensitive_permissions, reviewer_uid, claimed_at)
     SELECT id, app_id, warnings, now() - n * interval '2 minutes', now() - n * interval '2 minutes', '',
       CASE WHEN n % 5 = 0 THEN ARRAY['android.permission.CAMERA'] ELSE '{}' END,
       CASE WHEN n % 10 = 0 THEN '${uid}' END, CASE WHEN n % 10 = 0 THEN now() - n * interval '1 minute' END
     FROM generate_series(1, ${QUEUE_LENGTH}) AS n JOIN versions v ON v.id = 'w' || n`,
    `INSERT INTO review_messages (id, app_id, version_id, author_uid, by_staff, is_internal, text)
     SELECT 'm' || n, 'a' || n, 'w' || n, '${uid}', n % 3 = 0, false, 'Please.'
     FROM generate_series(1, ${QUEUE_LENGTH}) AS n`,
    'VACUUM ANALYZE',
  ];
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Times that a reviewer claims and unclaims the version. */
const CLAIMS = 10;
const MAX_SECONDS = 1;
const COMMAND = join(import.meta.dirname, '../../src/cli/main.ts');

/** The time between the first and the last of call, event stream, webhook and command that report a status. */
export async function benchStates(): Promise<BenchRow[]> {
  await using receiver = await startReceiver();
  await using server = await startMeasuredServer({ env: { WEBHOOKS_ALLOW_PRIVATE: 'true' } });
  const { url } = server;
  const { owner, appId, submit } = await createOwnApp(server);
  await owner.call('webhooks.create', { appId, url: receiver.url });
  const { secret: token } = await owner.call('tokens.create', { name: 'Bench', scopes: ['read'] });
  const versionId = await submit();
  const command = spawn(process.execPath, [COMMAND, 'status', versionId, '--wait=10m'], {
    env: { ...process.env, QUAYSIDE_URL: url, QUAYSIDE_TOKEN: token },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const admin = await server.admin();
  await using followed = await followVersion({ url, token, versionId, appId, receiver, command }, admin);

  const spreads: number[] = [];
  const note = (times: readonly number[]) => spreads.push((Math.max(...times) - Math.min(...times)) / 1000);
  for (let claim = 0; claim < CLAIMS; claim += 1) {
    await admin.call('reviews.claim', { versionId });
    note(await followed.until('in_review'));
    await admin.call('reviews.unclaim', { versionId });
    note(await followed.until('submitted'));
  }
  const worst = Math.max(...spreads);
  return [
    { name: `${spreads.length} changes of a status, median spread`, value: median(spreads), unit: 's' },
    {
      name: 'longest spread',
      value: worst,
      unit: 's',
      goal: `at most ${MAX_SECONDS} s`,
      ok: worst <= MAX_SECONDS,
    },
  ];
}
