import { openSync } from 'node:fs';
import { openSmallDisk } from '#test/support/small-disk.ts';
import { ensureBuild } from '../../scripts/ensure-build.ts';
import type { FaultResult } from './faults.ts';
import {
  hangDatabase,
  killDatabase,
  killDuring,
  killDuringFanOut,
  killServerAlone,
  logTo,
  stopBy,
} from './faults.ts';
import { killFirstStarts } from './first-start.ts';
import { DISK_MB, fillDisk, RESERVE_MB } from './full-disk.ts';
import { type NamedFault, type RoundResult, runRound } from './round.ts';
import { startFaultStore } from './store.ts';
import { withTwoServers } from './two-servers.ts';

/*
 * `npm run test:faults`: what machines do to a store under load, and what must hold afterwards. A figure for each fault,
 * and the number of things that each rule was checked on. `-- --kills=10` sets how often each stage is interrupted,
 * `--people=1000` how many people are told something.
 */

const readNumber = (name: string, otherwise: number) =>
  Number(new RegExp(`--${name}=(\\d+)`).exec(process.argv.join(' '))?.[1] ?? otherwise);
const KILLS = readNumber('kills', 5);
const PEOPLE = readNumber('people', 100_000);

let problems = 0;

function report(name: string, { figure, broken }: FaultResult): void {
  process.stdout.write(`${broken.length === 0 ? 'ok  ' : 'FAIL'} ${name}: ${figure}\n`);
  for (const problem of broken) process.stdout.write(`       ${problem}\n`);
  problems += broken.length;
}

function reportInvariants({ invariants }: RoundResult): void {
  for (const { name, checked, broken } of invariants) {
    report(name, { figure: `${checked} checked`, broken: broken.slice(0, 20) });
  }
}

async function round(title: string, run: () => Promise<RoundResult>): Promise<void> {
  process.stdout.write(`\n${title}\n`);
  try {
    reportInvariants(await run());
  } catch (error) {
    report(title, { figure: 'ended early', broken: [String((error as Error).stack)] });
  }
}

const FAULTS: readonly NamedFault[] = [
  ...(['sign-up', 'upload', 'analysis', 'submit', 'decision', 'publish', 'delete'] as const).map((stage) => ({
    name: `kill during ${stage}`,
    fault: killDuring(stage, KILLS),
  })),
  { name: `kill during a fan-out to ${PEOPLE} people`, fault: killDuringFanOut(PEOPLE, KILLS) },
  { name: 'SIGTERM', fault: stopBy('SIGTERM') },
  { name: 'SIGINT', fault: stopBy('SIGINT') },
  { name: 'SIGHUP', fault: stopBy('SIGHUP') },
  { name: 'SIGKILL of the server alone', fault: killServerAlone },
  { name: 'log on a full disk', fault: logTo(openSync('/dev/full', 'w'), 5) },
  { name: 'database killed', fault: killDatabase },
  { name: 'database hung', fault: hangDatabase(15_000) },
];

await ensureBuild();
process.stdout.write('First starts\n');
report('kill during the first start', await killFirstStarts(2, KILLS));

await round('One server with the embedded database', async () => {
  await using store = await startFaultStore();
  return await runRound(store, { faults: FAULTS, report });
});

await round('Two servers on one database and one storage', () =>
  withTwoServers((store, second) =>
    runRound(store, {
      faults: [
        { name: 'kill one of two', fault: killDuring('upload', KILLS) },
        { name: 'kill one of two during publications', fault: killDuring('publish', KILLS) },
        { name: 'stop one of two', fault: stopBy('SIGTERM') },
      ],
      others: [second],
      report,
    }),
  ),
);

await round('A full disk', async () => {
  await using disk = await openSmallDisk(DISK_MB);
  await using store = await startFaultStore({ disk, env: { DISK_RESERVE_MB: String(RESERVE_MB) } });
  return await runRound(store, { faults: [{ name: 'full disk', fault: fillDisk(disk) }], report });
});

process.stdout.write(`\n${problems === 0 ? 'Nothing' : problems} broken\n`);
process.exitCode = problems === 0 ? 0 : 1;
