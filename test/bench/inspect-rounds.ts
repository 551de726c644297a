import { createHash, hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { fileSource } from '#shared/packages/file-source.ts';
import { inspectPackage } from '#shared/packages/inspect.ts';

/* A process of its own: inspects the first file in turns with reading and hashing it, then the second one many times. */

/** Times in milliseconds. */
export interface Rounds {
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

async function inspect(path: string): Promise<void> {
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

const [large = '', small = ''] = process.argv.slice(2);
await readAndHash(large);
await inspect(large);
const rounds: { floor: number; inspect: number }[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  rounds.push({ floor: await timed(() => readAndHash(large)), inspect: await timed(() => inspect(large)) });
}

const start = performance.now();
let count = 0;
while (performance.now() - start < SMALL_MS) {
  await inspect(small);
  count += 1;
}
const smallPerSecond = (count * 1_000) / (performance.now() - start);
process.stdout.write(JSON.stringify({ rounds, smallPerSecond } satisfies Rounds));
