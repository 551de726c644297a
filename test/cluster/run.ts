import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { killServers } from '#test/support/server-process.ts';
import { checkInvariants } from '../faults/invariants.ts';
import { startWorkload } from '../faults/workload.ts';
import { checkOnce } from './checks.ts';
import { type Cluster, killAndRestart, type Member, startCluster } from './cluster.ts';
import { failOver, loseBucket, loseDatabase, type Outage } from './outages.ts';
import { readCluster } from './readers.ts';

/** The pauses between two kills, and before a killed process starts again. */
const KILL_PAUSE_MS = [1_000, 8_000] as const;
const RESTART_PAUSE_MS = 2_000;
/** Some packages are larger than one segment of an upload in the bucket. */
const BALLAST_BYTES = 8_000_000;

let problems = 0;

function report(name: string, figure: string, broken: readonly string[]): void {
  process.stdout.write(`${broken.length === 0 ? 'ok  ' : 'FAIL'} ${name}: ${figure}\n`);
  for (const problem of broken.slice(0, 20)) process.stdout.write(`       ${problem}\n`);
  problems += broken.length;
}

/**
 * `npm run test:system -- cluster`: three servers and two workers behind a balancer, on a database with a standby and on one
 * bucket. People publish, review, upload and read while processes are killed at random, the database fails over, and bucket
 * and database are gone for 20 seconds. `--seconds=300` sets for how long; the outages are spread over that time.
 */
export async function runCluster(options: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...options],
    options: { seconds: { type: 'string', default: '300' } },
  });
  try {
    await using cluster = await startCluster();
    await runUnderFaults(cluster, Number(values.seconds));
  } finally {
    killServers();
  }
  process.stdout.write(`\n${problems === 0 ? 'Nothing' : problems} broken\n`);
  return problems === 0 ? 0 : 1;
}

async function runUnderFaults(cluster: Cluster, seconds: number): Promise<void> {
  const { members, people, receiver, balancer } = cluster;
  const endedByItself = Promise.race(members.map((member) => member.endedByItself));
  await using workload = startWorkload({
    endedByItself,
    people: [people],
    ballastBytes: BALLAST_BYTES,
    prepareApp: (owner, appId) => owner.call('webhooks.create', { appId, url: receiver.url }),
  });
  const { ledger } = workload;
  await workload.nextTime('publish');
  const endsAt = performance.now() + seconds * 1000;
  const goesOn = () => performance.now() < endsAt;
  const reading = readCluster(cluster, goesOn, ledger.removed);
  const killing = killWhile(goesOn, cluster);
  for (const cause of [failOver, loseBucket, loseDatabase]) {
    await Promise.race([sleep((seconds * 1000) / 5), endedByItself]);
    const { name, figure, broken }: Outage = await cause(cluster);
    report(name, figure, broken);
    await workload.nextTime('publish');
  }
  const [kills, read] = await Promise.race([Promise.all([killing, reading]), endedByItself]);
  await workload.stop();

  report('kills', `${kills.server.length} of servers, ${kills.worker.length} of workers`, []);
  const { requests, retried, failed } = balancer.figures;
  report(
    'balancer',
    `${requests} requests, ${retried} sent to a second server, ${failed} failed with 502`,
    [],
  );
  const { reads, repeated, longestMs, files, diffs, generations, broken } = read;
  const longest = `${(longestMs / 1000).toFixed(1)} s`;
  report(
    'reads',
    `${reads}, of which ${repeated} took several requests and the slowest ${longest}; ${generations.size} generations, ${diffs} diffs, ${files} packages`,
    broken,
  );
  const steps = Map.groupBy(ledger.versions.values(), ({ step }) => step);
  report('acknowledged', [...steps].map(([step, all]) => `${all.length} ${step}`).join(', '), []);
  // Before the others, which download every package of the feed themselves.
  for (const { name, checked, broken: found } of [
    ...(await checkOnce(cluster, ledger, kills.worker)),
    ...(await checkInvariants(cluster, ledger)),
  ]) {
    report(name, `${checked} checked`, found);
  }
}

/** Kills one process after the other at random moments, and starts each again. Returns the times of the kills. */
async function killWhile(goesOn: () => boolean, { members }: Cluster) {
  const kills: Record<Member['role'], number[]> = { server: [], worker: [] };
  while (goesOn()) {
    await sleep(randomInt(...KILL_PAUSE_MS));
    const member = members[randomInt(members.length)];
    if (!member || !goesOn()) continue;
    kills[member.role].push(Date.now());
    await killAndRestart(member, randomInt(RESTART_PAUSE_MS));
  }
  return kills;
}
