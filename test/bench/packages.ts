import { execFile, spawnSync } from 'node:child_process';
import { createHash, hash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unzipSync, zipSync } from 'fflate';
import { fileSource } from '#shared/packages/file-source.ts';
import { inspectPackage } from '#shared/packages/inspect.ts';
import { makeIdentity, v2, v3, withBlocks } from '#test/support/apk-signer.ts';
import { readFixture } from '#test/support/fixtures.ts';
import type { InspectedFile } from '../../src/cli/commands/inspect.ts';
import { type BenchRow, median } from './measure.ts';

const ROOT = join(import.meta.dirname, '../..');
const SMALL = join(ROOT, 'test/fixtures/packages/plain.apk');
const KEY = join(ROOT, 'test/fixtures/keys/harbour.test-key.p12');
const COMMAND = [join(ROOT, 'src/cli/main.ts'), 'inspect', '--json'];
const LARGE_BYTES = 200_000_000;
const MAX_RATIO = 2;
const MAX_MEGABYTES = 150;
const RUNS = 5;

const run = promisify(execFile);

/** Inspecting a package of 200 MB beside reading and hashing it, its memory, and small packages beside Android's own tools. */
export async function benchPackages(): Promise<BenchRow[]> {
  const directory = await mkdtemp(join(tmpdir(), 'quayside-bench-'));
  try {
    const large = await makeLargePackage(directory);
    const { stdout } = await run(process.execPath, [import.meta.filename, large, SMALL]);
    const { rounds, smallPerSecond } = JSON.parse(stdout) as Rounds;
    const ratio = median(rounds.map(({ inspect, floor }) => inspect / floor));
    const memory = await peakMegabytes(large);
    return [
      {
        name: '200 MB read and hashed with SHA-256',
        value: median(rounds.map(({ floor }) => floor)),
        unit: 'ms',
      },
      { name: '200 MB APK inspected', value: median(rounds.map(({ inspect }) => inspect)), unit: 'ms' },
      {
        name: 'inspected / read and hashed',
        value: ratio,
        unit: '×',
        goal: `at most ${MAX_RATIO}`,
        ok: ratio <= MAX_RATIO,
      },
      {
        name: 'peak memory of the command for it',
        value: memory,
        unit: 'MB',
        goal: `at most ${MAX_MEGABYTES} MB`,
        ok: memory <= MAX_MEGABYTES,
      },
      { name: 'small APKs in one process', value: smallPerSecond, unit: 'APKs/s' },
      await perSecond('small APKs, quayside inspect each', process.execPath, [...COMMAND, SMALL]),
      ...(await besideTool('apksigner', ['verify', SMALL])),
      ...(await besideTool('aapt', ['dump', 'badging', SMALL])),
    ];
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** A signed package with 200 MB that cannot be compressed: by apksigner where that is installed, else by our own signer. */
async function makeLargePackage(directory: string): Promise<string> {
  const path = join(directory, 'large.apk');
  const files = unzipSync(readFixture('unsigned.apk'));
  const zip = zipSync({ ...files, 'assets/world.bin': [randomBytes(LARGE_BYTES), { level: 0 }] });
  if (!isInstalled('apksigner')) {
    const signer = { identity: makeIdentity('RSA') };
    await writeFile(
      path,
      withBlocks(Buffer.from(zip.buffer, zip.byteOffset, zip.length), v2(signer), v3(signer)),
    );
    return path;
  }
  const unsigned = join(directory, 'unsigned.apk');
  await writeFile(unsigned, zip);
  const key = ['--ks', KEY, '--ks-pass', 'pass:fixture'];
  await run('apksigner', ['sign', ...key, '--v4-signing-enabled', 'false', '--out', path, unsigned]);
  await rm(unsigned);
  return path;
}

/** The most memory that the command ever had in use, in megabytes of a million bytes. */
async function peakMegabytes(path: string): Promise<number> {
  const preload = `data:text/javascript,process.on('exit',${encodeURIComponent(String(printPeakMemory))})`;
  const { stdout, stderr } = await run(process.execPath, ['--import', preload, ...COMMAND, path]);
  const { files } = JSON.parse(stdout) as { readonly files: readonly InspectedFile[] };
  if (files[0]?.signature.verified !== true) throw new Error('the large package does not verify');
  return Number(stderr) / 1e6;
}

/**
 * Runs in the process of the command at its end, and writes the bytes of its peak memory to standard error. Where there is
 * Linux's VmHWM (proc_pid_status(5)), that counts: getrusage also holds what the process that started this one had in use.
 */
function printPeakMemory(): void {
  const status =
    process.platform === 'linux'
      ? process.getBuiltinModule('fs').readFileSync('/proc/self/status', 'utf8')
      : '';
  const kilobytes = Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? process.resourceUsage().maxRSS);
  process.stderr.write(String(kilobytes * 1024));
}

async function besideTool(tool: string, parameters: string[]): Promise<BenchRow[]> {
  if (!isInstalled(tool)) return [];
  return [
    await perSecond(`small APKs, ${[tool, ...parameters.slice(0, -1)].join(' ')} each`, tool, parameters),
  ];
}

/** Returns how often a program runs in a second, one run after the other. */
async function perSecond(name: string, program: string, parameters: string[]): Promise<BenchRow> {
  const seconds: number[] = [];
  for (let index = 0; index < RUNS; index += 1) {
    const start = performance.now();
    await run(program, parameters);
    seconds.push((performance.now() - start) / 1_000);
  }
  return { name, value: 1 / median(seconds), unit: 'APKs/s' };
}

function isInstalled(tool: string): boolean {
  return spawnSync('which', [tool]).status === 0;
}

/** Times in milliseconds. */
interface Rounds {
  readonly rounds: readonly { readonly floor: number; readonly inspect: number }[];
  readonly smallPerSecond: number;
}

const ROUNDS = 7;
const SMALL_MS = 3_000;
const READ_BYTES = 1024 * 1024;

async function readAndHash(path: string): Promise<void> {
  const sha256 = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: READ_BYTES })) sha256.update(chunk);
  sha256.digest('hex');
}

async function inspectOnce(path: string): Promise<void> {
  await using file = await open(path, 'r');
  const source = fileSource(file, (await file.stat()).size);
  const { signature } = await inspectPackage(source, {
    digest: (name, bytes) => hash(name, bytes, 'buffer'),
  });
  if (!signature.verified) throw new Error(`${path} does not verify`);
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Inspects the first file in turns with reading and hashing it, then the second one many times. */
async function measureRounds(large: string, small: string): Promise<Rounds> {
  await readAndHash(large);
  await inspectOnce(large);
  const rounds: { floor: number; inspect: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({
      floor: await timed(() => readAndHash(large)),
      inspect: await timed(() => inspectOnce(large)),
    });
  }

  const start = performance.now();
  let count = 0;
  while (performance.now() - start < SMALL_MS) {
    await inspectOnce(small);
    count += 1;
  }
  const smallPerSecond = (count * 1_000) / (performance.now() - start);
  return { rounds, smallPerSecond };
}

// In a process of its own.
if (import.meta.main) {
  const [large = '', small = ''] = process.argv.slice(2);
  process.stdout.write(JSON.stringify(await measureRounds(large, small)));
}
