import { rm } from 'node:fs/promises';
import { makeDataDir, startMeasuredServer } from './measured-server.ts';
import { type BenchRow, median } from './row.ts';

const ROUNDS = 5;
const LIMIT_SECONDS = 3;

/** How long a start takes until requests are answered: the first one, which makes the database, and those after it. */
export async function benchStart(): Promise<BenchRow[]> {
  const dataDir = await makeDataDir();
  try {
    const first = await secondsToStart(dataDir);
    const later: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) later.push(await secondsToStart(dataDir));
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
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function secondsToStart(dataDir: string): Promise<number> {
  const begun = performance.now();
  await using server = await startMeasuredServer({ DATA_DIR: dataDir });
  const ready = await fetch(`${server.url}readyz`);
  if (!ready.ok) throw new Error(`readyz was answered ${ready.status}`);
  return (performance.now() - begun) / 1000;
}
