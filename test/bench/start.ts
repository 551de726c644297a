import { makeDataDirectory } from '#test/support/server-process.ts';
import { startMeasuredServer } from './measured-server.ts';
import { type BenchRow, median } from './row.ts';

const ROUNDS = 5;
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
