import { execFileSync } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { deflateRawSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { selfSign } from '#server/feeds/signing/certificate.ts';
import { signDigests, signJar } from '#server/feeds/signing/jar.ts';
import { median } from './row.ts';

const ROUNDS = 7;
/** As in the feed. */
const LEVEL = 3;

/**
 * Returns the milliseconds that one thread needs to write the served indexes as JSON from objects in memory, to hash both,
 * to compress the older one and to sign, without reading or storing anything.
 */
export async function measureBareWork(url: string): Promise<number> {
  const index: unknown = await (await fetch(`${url}fdroid/repo/index-v2.json`)).json();
  const jar = unzipSync(await (await fetch(`${url}fdroid/repo/index-v1.jar`)).bytes());
  const indexV1: unknown = JSON.parse(Buffer.from(jar['index-v1.json'] ?? []).toString());
  const keyPair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const certificate = selfSign(keyPair, { commonName: 'A feed', createdAt: new Date() });
  const key = { privateKey: keyPair.privateKey, certificate };
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
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
export function readRendererPeak(server: number): number {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  const line = lines.find((one) => {
    const [, parent] = one.trim().split(/\s+/);
    return Number(parent) === server && one.includes('renderer-process');
  });
  if (line === undefined) return Number.NaN;
  const status = readFileSync(`/proc/${Number.parseInt(line, 10)}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}
