import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Pool } from 'pg';
import { type MeasuredServer, startMeasuredServer } from './measured-server.ts';
import { type BenchRow, median } from './row.ts';

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
    [join(import.meta.dirname, 'bare-upload.ts'), join(server.dataDir, 'bare-upload')],
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
