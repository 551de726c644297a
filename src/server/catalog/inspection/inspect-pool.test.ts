import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { zipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { InspectionStopped, type InspectLimits, openInspectPool } from './inspect-pool.ts';

const LIMITS: InspectLimits = { threads: 2, memoryMb: 256, timeMs: 30_000 };
const fixture = (name: string) =>
  fileURLToPath(new URL(`../../../../test/fixtures/packages/${name}`, import.meta.url));

let directory: string;
/** A package whose manifest takes much time and memory to read. */
let large: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'quayside-pool-'));
  const noise = Uint8Array.from({ length: 24e6 }, (_, index) => ((index * 2654435761) >>> 28) + 65);
  large = await write('large.apk', zipSync({ 'AndroidManifest.xml': noise }, { level: 1 }));
});
afterEach(() => void vi.useRealTimers());
afterAll(() => rm(directory, { recursive: true }));

describe('the pool', () => {
  test('inspects and hashes more files than it has threads', async () => {
    await using pool = openInspectPool(LIMITS);
    const names = ['plain.apk', 'unsigned.apk', 'harbour.ipa', 'v1-only.apk', 'next.apk'];
    const found = await Promise.all(names.map((name) => pool.inspect(fixture(name))));
    expect(found.map(({ inspection }) => inspection.package?.platform)).toEqual([
      'android',
      'android',
      'ios',
      'android',
      'android',
    ]);
    expect(found.map(({ inspection }) => inspection.signature.verified)).toEqual([
      true,
      false,
      false,
      true,
      true,
    ]);
    const files = await Promise.all(names.map((name) => readFile(fixture(name))));
    expect(found.map(({ sha256 }) => sha256)).toEqual(
      files.map((bytes) => createHash('sha256').update(bytes).digest('hex')),
    );
    expect(found[0]?.inspection.icon?.bytes).toBeInstanceOf(Uint8Array);
  });

  test('leaves the work to its threads, so that the event loop stays free', async () => {
    await using pool = openInspectPool(LIMITS);
    await pool.inspect(fixture('plain.apk'));
    const [ofThisThread, ofAll] = [process.threadCpuUsage(), process.cpuUsage()];
    const { inspection } = await pool.inspect(large);
    const own = process.threadCpuUsage(ofThisThread).user;
    expect(inspection.findings.map(({ rule }) => rule)).toContain('manifest');
    expect(own).toBeLessThan(process.cpuUsage(ofAll).user / 2);
  });

  test.each(['zip-bomb.apk', 'manifest-bomb.apk'])('explains the problem in %s', async (name) => {
    await using pool = openInspectPool(LIMITS);
    const { inspection } = await pool.inspect(fixture(name));
    const bomb = inspection.findings.find(({ rule }) => rule === 'zip-bomb');
    expect(bomb?.severity).toBe('error');
  });

  test('says what is wrong as values, which pass from its threads', async () => {
    await using pool = openInspectPool(LIMITS);
    const { inspection } = await pool.inspect(large);
    expect(inspection.findings).toMatchObject([
      { rule: 'manifest', values: { problem: 'chunkSize', at: 0, left: 24e6 } },
      { rule: 'signature.missing', values: { found: 'noJarManifest' } },
      { rule: 'signature.no-manifest', values: { found: 'manifest', problem: 'chunkSize', at: 0 } },
    ]);
  });

  test('rejects with the system’s error when a file cannot be read', async () => {
    await using pool = openInspectPool(LIMITS);
    await expect(pool.inspect(fixture('missing.apk'))).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(pool.inspect(fixture('plain.apk'))).resolves.toBeDefined();
  });

  test('rejects running and waiting inspections that are aborted, and continues with the next', async () => {
    await using pool = openInspectPool({ ...LIMITS, threads: 1 });
    await pool.inspect(fixture('plain.apk'));
    const stopping = new AbortController();
    const asked = Promise.allSettled(
      [large, fixture('next.apk')].map((path) => pool.inspect(path, stopping.signal)),
    );
    await setImmediate();
    stopping.abort(new Error('stop'));
    expect((await asked).map((result) => result.status === 'rejected' && result.reason.message)).toEqual([
      'stop',
      'stop',
    ]);
    await expect(pool.inspect(fixture('plain.apk'))).resolves.toBeDefined();
  });

  test('rejects running and waiting inspections when it is closed', async () => {
    const pool = openInspectPool({ ...LIMITS, threads: 1 });
    const asked = Promise.allSettled([pool.inspect(fixture('plain.apk')), pool.inspect(fixture('next.apk'))]);
    await setImmediate();
    await pool[Symbol.asyncDispose]();
    expect((await asked).map((result) => result.status === 'rejected' && result.reason.message)).toEqual([
      'the thread was terminated during an inspection',
      'the server is stopping and inspects no more packages',
    ]);
  });
});

describe('a package that exceeds the limits', () => {
  test('is stopped at the time limit, and the next one is inspected', async () => {
    await using pool = openInspectPool({ ...LIMITS, threads: 1 });
    await pool.inspect(fixture('plain.apk'));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const asked = Promise.allSettled([pool.inspect(large)]);
    await setImmediate();
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(LIMITS.timeMs);
    const reason = new InspectionStopped({ found: 'time', seconds: 30 });
    expect(await asked).toEqual([{ status: 'rejected', reason }]);
    vi.useRealTimers();
    await expect(pool.inspect(fixture('plain.apk'))).resolves.toBeDefined();
  });

  test('is stopped at the limit for the heap', async () => {
    await using pool = openInspectPool({ ...LIMITS, memoryMb: 40 });
    const names = Array.from({ length: 65_000 }, (_, index) => `${index}/${'n'.repeat(200)}`);
    const empty = Object.fromEntries(names.map((name) => [name, new Uint8Array()]));
    const path = await write('many.apk', zipSync(empty, { level: 0 }));
    await expect(pool.inspect(path)).rejects.toThrow(outOf(40));
    await expect(pool.inspect(fixture('plain.apk'))).resolves.toBeDefined();
  });

  test('is stopped at the limit for buffers', async () => {
    await using pool = openInspectPool({ ...LIMITS, memoryMb: 36 });
    await expect(pool.inspect(large)).rejects.toThrow(outOf(36));
  });
});

const outOf = (memoryMb: number) => new InspectionStopped({ found: 'memory', megabytes: memoryMb });

async function write(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(directory, name);
  await writeFile(path, bytes);
  return path;
}
