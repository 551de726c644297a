import { ensureBuild } from '../../scripts/ensure-build.ts';
import type { BenchRow } from './measure.ts';

/* `npm run bench [name …]`: every benchmark, or those named; ends with an error when a goal is missed. */

// Loaded one by one: what one of them imports of the server must not change how another one draws its pictures.
export const BENCHMARKS: Readonly<Record<string, () => Promise<() => Promise<BenchRow[]>>>> = {
  scripts: async () => (await import('./script-sizes.ts')).benchScriptSizes,
  pages: async () => (await import('./pages.ts')).benchPages,
  packages: async () => (await import('./packages.ts')).benchPackages,
  publishing: async () => (await import('./publishing.ts')).benchPublishing,
  reads: async () => (await import('./reads.ts')).benchReads,
  storefront: async () => (await import('./reads.ts')).benchStorefront,
  queue: async () => (await import('./publishing.ts')).benchQueue,
  artefact: async () => (await import('./start.ts')).benchArtefact,
  start: async () => (await import('./start.ts')).benchStart,
  'first-start': async () => (await import('./start.ts')).benchFirstStart,
  notifications: async () => (await import('./notifications.ts')).benchNotifications,
  growth: async () => (await import('./growth.ts')).benchGrowth,
  migration: async () => (await import('./growth.ts')).benchMigration,
  states: async () => (await import('./publishing.ts')).benchStates,
  downloads: async () => (await import('./reads.ts')).benchDownloads,
  feed: async () => (await import('./feed.ts')).benchFeed,
};

if (import.meta.main) {
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => !Object.hasOwn(BENCHMARKS, name));
  if (unknown.length > 0) {
    process.stderr.write(
      `There is no benchmark ${unknown.join(', ')}. Choose from ${Object.keys(BENCHMARKS).join(', ')}.\n`,
    );
    process.exit(1);
  }
  await ensureBuild();
  let missed = 0;
  for (const [name, load] of Object.entries(BENCHMARKS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    process.stdout.write(`\n${name}\n`);
    const run = await load();
    for (const row of await run()) {
      if (row.ok === false) missed += 1;
      process.stdout.write(`  ${describe(row)}\n`);
    }
  }
  process.exitCode = missed === 0 ? 0 : 1;
}

function describe({ name, value, unit, goal, ok }: BenchRow): string {
  const figure = `${value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : 0 })} ${unit}`;
  const verdict = goal ? `  (${goal}: ${ok ? 'met' : 'MISSED'})` : '';
  return `${name.padEnd(44)}${figure.padStart(18)}${verdict}`;
}
