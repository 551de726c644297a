import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { findFreePort } from '#test/support/free-port.ts';
import { seedApps } from '#test/support/seed-apps.ts';
import { readCpuTime, waitUntilIdle } from './cpu-time.ts';
import { alternate } from './load.ts';
import { type MeasuredServer, startMeasuredServer } from './measured-server.ts';
import { type BenchRow, median } from './row.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const SECONDS = 2;
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
  const program = join(import.meta.dirname, 'bare-files.ts');
  const bare = spawn(process.execPath, [program, file], { stdio: ['ignore', 'pipe', 'inherit'] });
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
