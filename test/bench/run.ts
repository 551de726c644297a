import { ensureBuild } from '../../scripts/ensure-build.ts';

import { benchNotifications } from './notifications.ts';
import { benchPackages } from './packages.ts';
import { benchPublishing } from './publishing.ts';
import type { BenchRow } from './row.ts';
import { benchScriptSizes } from './script-sizes.ts';
import { benchSessionCall } from './session-call.ts';
import { benchStart } from './start.ts';

/* `npm run bench [name …]`: every benchmark, or those named; ends with an error when a goal is missed. */

const BENCHMARKS: Record<string, () => Promise<BenchRow[]>> = {
  scripts: benchScriptSizes,
  packages: benchPackages,
  publishing: benchPublishing,
  session: benchSessionCall,
  start: benchStart,
  notifications: benchNotifications,
};

await ensureBuild();
const wanted = process.argv.slice(2);
let missed = 0;
for (const [name, run] of Object.entries(BENCHMARKS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  process.stdout.write(`\n${name}\n`);
  for (const row of await run()) {
    if (row.ok === false) missed += 1;
    process.stdout.write(`  ${describe(row)}\n`);
  }
}
process.exitCode = missed === 0 ? 0 : 1;

function describe({ name, value, unit, goal, ok }: BenchRow): string {
  const figure = `${value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : 0 })} ${unit}`;
  const verdict = goal ? `  (${goal}: ${ok ? 'met' : 'MISSED'})` : '';
  return `${name.padEnd(44)}${figure.padStart(18)}${verdict}`;
}
