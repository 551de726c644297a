import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { type InstalledRelease, installRelease } from '#test/support/installed-release.ts';
import {
  makeDataDirectory,
  type ReadyServer,
  spawnInstalledServer,
  spawnNpmStart,
  startServerProcess,
} from '#test/support/server-process.ts';
import { type BenchRow, median, startMeasuredServer, waitUntilIdle } from './measure.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');

const ROUNDS = 5;
const MB = 1_000_000;
const MAX_INSTALLED_MB = 250;
const MAX_IDLE_MB = 180;
/** On an idle machine; the ratios below also hold on a busy one. */
const MAX_START_SECONDS = 1;
const MAX_INSTALL_SECONDS = 15;
/** A start may take a second where a bare one (`bare-start.ts`) takes a quarter of it. */
const MAX_STARTS = 4;
/** npm also asks for the packages and checks their hashes. */
const MAX_COPIES = 8;

/** Measures a release as operators install it: its size, its installation, its start on existing data, and idle memory. */
export async function benchArtefact(): Promise<BenchRow[]> {
  await using release = await installRelease();
  return [...(await measureInstallation(release)), ...(await measureServer(release))];
}

async function measureInstallation({ archive, prefix, seconds }: InstalledRelease): Promise<BenchRow[]> {
  const copy = `${prefix}-copy`;
  const copying = await secondsOf(async () => {
    await run('npm', ['--version']);
    await cp(prefix, copy, { recursive: true, verbatimSymlinks: true });
  });
  const installed = await sizeOf(copy);
  await rm(copy, { recursive: true });
  return [
    { name: 'package', value: (await stat(archive)).size / MB, unit: 'MB' },
    atMost({ name: 'installed', value: installed / MB, unit: 'MB' }, MAX_INSTALLED_MB),
    atMost({ name: 'npm install', value: seconds, unit: 's' }, MAX_INSTALL_SECONDS),
    atMost({ name: 'npm install / npm and a copy', value: seconds / copying, unit: 'times' }, MAX_COPIES),
  ];
}

async function measureServer(release: InstalledRelease): Promise<BenchRow[]> {
  await using data = await makeDataDirectory();
  const bareProgram = await bundleBareStart(release);
  const start = () => startProgram(release.program('quayside-server'), data.path);
  const startBare = () => startProgram(bareProgram, data.path);
  // The first start makes the database, and the later ones have compiled code.
  for (const warmUp of [start, start, startBare, startBare]) await secondsToFirstResponse(warmUp);
  const bare: number[] = [];
  const starts: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(await secondsToFirstResponse(startBare));
    starts.push(await secondsToFirstResponse(start));
  }
  const ratio = median(starts) / median(bare);
  await using server = await start();
  await waitUntilIdle(server.pid);
  return [
    { name: 'bare start, median', value: median(bare), unit: 's' },
    atMost({ name: 'start on the same data, median', value: median(starts), unit: 's' }, MAX_START_SECONDS),
    atMost({ name: 'start / bare start', value: ratio, unit: 'times' }, MAX_STARTS),
    atMost({ name: 'idle server', value: await residentMegabytes(server.pid), unit: 'MB' }, MAX_IDLE_MB),
  ];
}

/** Makes `bare-start.ts` a program like those of a release, and returns its path. */
async function bundleBareStart({ prefix }: InstalledRelease): Promise<string> {
  const file = join(prefix, 'node_modules/quayside/programs/bare-start.js');
  const input = join(import.meta.dirname, 'bare-start.ts');
  await using bundle = await rolldown({ input, platform: 'node' });
  await bundle.write({ file, format: 'esm', comments: false });
  return file;
}

/** Starts a program as a server. Both keep their compiled code. */
function startProgram(program: string, dataDir: string): Promise<ReadyServer> {
  const cache = join(dirname(dataDir), 'compiled');
  return startServerProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'error', NODE_COMPILE_CACHE: cache }, (env) =>
    spawnInstalledServer(program, env),
  );
}

/** Returns the time from the start of a process to its response to a first request, and stops it. */
async function secondsToFirstResponse(start: () => Promise<ReadyServer>): Promise<number> {
  const begun = performance.now();
  await using server = await start();
  const ready = await fetch(`${server.url}readyz`);
  if (!ready.ok) throw new Error(`readyz failed with ${ready.status}`);
  return (performance.now() - begun) / 1000;
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
}

async function sizeOf(directory: string): Promise<number> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((one) => one.isFile());
  const stats = await Promise.all(files.map(({ parentPath, name }) => stat(join(parentPath, name))));
  return stats.reduce((sum, { size }) => sum + size, 0);
}

/** Returns the resident memory of a process, shared libraries included (proc_pid_status(5)). */
async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return (Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024) / MB;
}

/** Adds the goal of a figure that may be at most so much. */
function atMost(row: BenchRow, limit: number): BenchRow {
  return { ...row, goal: `at most ${limit} ${row.unit}`, ok: row.value <= limit };
}

/** On an idle machine with two cores; the ratio also holds on a busy one. */
const MAX_FIRST_START_SECONDS = 10;
/** The server takes as much of a processor as the build does, and stops. */
const MAX_BUILDS = 3;

/** Measures `npm start` in a fresh clone with its packages installed, and the build of its pages alone. */
export async function benchFirstStart(): Promise<BenchRow[]> {
  const clone = await mkdtemp(join(tmpdir(), 'quayside-clone-'));
  try {
    await run('git', ['clone', '--quiet', ROOT, clone]);
    await mkdir(join(clone, 'node_modules'));
    // Without caches, whose names begin with a dot.
    const packages = (await readdir(join(ROOT, 'node_modules'))).filter((name) => !/^\.(?!bin$)/.test(name));
    for (const name of packages)
      await symlink(join(ROOT, 'node_modules', name), join(clone, 'node_modules', name));
    await using data = await makeDataDirectory();
    const first = await secondsOf(async () => {
      const server = spawnNpmStart({ DATA_DIR: data.path, LOG_LEVEL: 'error' }, clone);
      await server.ready;
      server.kill('SIGTERM');
      await server.ended;
    });
    await rm(join(clone, 'dist'), { recursive: true });
    const build = await secondsOf(() => run('npm', ['run', '-s', 'build'], { cwd: clone }));
    return [
      { name: 'build of the pages alone', value: build, unit: 's' },
      atMost(
        { name: 'npm start in a fresh clone, and stop', value: first, unit: 's' },
        MAX_FIRST_START_SECONDS,
      ),
      atMost({ name: 'npm start in a fresh clone / build', value: first / build, unit: 'times' }, MAX_BUILDS),
    ];
  } finally {
    await rm(clone, { recursive: true, force: true });
  }
}

const LIMIT_SECONDS = 3;

/** Measures the time from a start to the first response: for the first start, which creates the database, and later ones. */
export async function benchStart(): Promise<BenchRow[]> {
  await using data = await makeDataDirectory();
  const first = await secondsToStart(data.path);
  const later: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) later.push(await secondsToStart(data.path));
  const slowest = Math.max(...later);
  return [
    { name: 'first start', value: first, unit: 's' },
    { name: 'start on the same data, median', value: median(later), unit: 's' },
    {
      name: 'start on the same data, slowest',
      value: slowest,
      unit: 's',
      goal: `under ${LIMIT_SECONDS} s`,
      ok: slowest < LIMIT_SECONDS,
    },
  ];
}

async function secondsToStart(dataDir: string): Promise<number> {
  const begun = performance.now();
  await using server = await startMeasuredServer({ dataDir });
  const ready = await fetch(`${server.url}readyz`);
  if (!ready.ok) throw new Error(`readyz failed with ${ready.status}`);
  return (performance.now() - begun) / 1000;
}
