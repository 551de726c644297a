import { openSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openSmallDisk } from '#test/support/small-disk.ts';
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

/**
 * `npm run test:system -- faults`: what machines do to a store under load, and what must hold afterwards. A figure for each
 * fault, and the number of things that each rule was checked on. `--kills=10` sets how often each stage is interrupted,
 * `--people=1000` how many people are told something, and `--only=SIGTERM` selects faults by a part of their names.
 */
export async function runFaults(options: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...options],
    options: {
      kills: { type: 'string', default: '5' },
      people: { type: 'string', default: '100000' },
      only: { type: 'string', default: '' },
    },
  });
  const kills = Number(values.kills);
  const select = <Named extends { readonly name: string }>(all: readonly Named[]) =>
    all.filter(({ name }) => name.includes(values.only));
  const starts = select([{ name: 'kill during the first start' }]);
  const alone = select(faultsOfOneServer(kills, Number(values.people)));
  const oneOfTwo = select<NamedFault>([
    { name: 'kill one of two', fault: killDuring('upload', kills) },
    { name: 'kill one of two during publications', fault: killDuring('publish', kills) },
    { name: 'stop one of two', fault: stopBy('SIGTERM') },
  ]);
  const onDisk = select([{ name: 'full disk' }]);
  if (starts.length + alone.length + oneOfTwo.length + onDisk.length === 0) {
    process.stderr.write(`No fault has “${values.only}” in its name.\n`);
    return 1;
  }

  if (starts.length > 0) {
    process.stdout.write('First starts\n');
    report('kill during the first start', await killFirstStarts(2, kills));
  }
  if (alone.length > 0) {
    await round('One server with the embedded database', async () => {
      await using store = await startFaultStore();
      return await runRound(store, { faults: alone, report });
    });
  }
  if (oneOfTwo.length > 0) {
    await round('Two servers on one database and one storage', () =>
      withTwoServers((store, second) => runRound(store, { faults: oneOfTwo, others: [second], report })),
    );
  }
  if (onDisk.length > 0) {
    await round('A full disk', async () => {
      await using disk = await openSmallDisk(DISK_MB);
      await using store = await startFaultStore({ disk, env: { DISK_RESERVE_MB: String(RESERVE_MB) } });
      return await runRound(store, { faults: [{ name: 'full disk', fault: fillDisk(disk) }], report });
    });
  }
  process.stdout.write(`\n${problems === 0 ? 'Nothing' : problems} broken\n`);
  return problems === 0 ? 0 : 1;
}

function faultsOfOneServer(kills: number, people: number): readonly NamedFault[] {
  const stages = ['sign-up', 'upload', 'analysis', 'submit', 'decision', 'publish', 'delete'] as const;
  return [
    ...stages.map((stage) => ({ name: `kill during ${stage}`, fault: killDuring(stage, kills) })),
    { name: `kill during a fan-out to ${people} people`, fault: killDuringFanOut(people, kills) },
    { name: 'SIGTERM', fault: stopBy('SIGTERM') },
    { name: 'SIGINT', fault: stopBy('SIGINT') },
    { name: 'SIGHUP', fault: stopBy('SIGHUP') },
    { name: 'SIGKILL of the server alone', fault: killServerAlone },
    { name: 'log on a full disk', fault: logTo(openSync('/dev/full', 'w'), 5) },
    { name: 'database killed', fault: killDatabase },
    { name: 'database hung', fault: hangDatabase(15_000) },
  ];
}
