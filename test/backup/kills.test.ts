import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, expect, test } from 'vitest';
import { backUp } from '#server/operator/backup/back-up.ts';
import { restoreBackup } from '#server/operator/backup/restore.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { runWithEnvironment } from '#test/support/operator-command.ts';
import { killServers } from '#test/support/server-process.ts';
import { checkInvariants } from '../faults/invariants.ts';
import {
  type FaultStore,
  KILLS_DURING_INSPECTION,
  startFaultStore,
  waitForInspections,
} from '../faults/store.ts';
import { type Ledger, startWorkload } from '../faults/workload.ts';
import { killIfRunning, startPostgresOfVersion } from './postgres-versions.ts';

/*
 * A store is killed at random while people publish, backed up, restored into the other kind of database, verified, and goes on
 * publishing there. Then the same back again. The variable BACKUP_TEST_SECONDS sets for how long it is killed.
 */

const SECONDS = Number(process.env.BACKUP_TEST_SECONDS ?? 60);
/** The seconds on the way back. */
const SECONDS_BACK = Math.ceil(SECONDS / 20);
/** Pauses between two kills. */
const PAUSE_MS = [500, 6_000] as const;
/** The longest that checks and two restores take, which grows with what was published meanwhile. */
const SLACK_MS = 900_000 + SECONDS * 2_000;

const folder = await mkdtemp(join(tmpdir(), 'quayside-killed-'));
afterEach(killServers);
afterAll(() => rm(folder, { recursive: true }));

/** The environment of operators' commands, and so the configuration, of a store. */
interface Place {
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
}

const environmentOf = ({ dataDir, databaseUrl }: Place) => ({
  DATA_DIR: dataDir,
  LOG_LEVEL: 'fatal',
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
});

interface Killing {
  readonly seconds: number;
  /** Crashes the database alone. */
  readonly crashDatabase: () => Promise<void>;
}

/** Kills the server or its database at random moments while people publish. Returns what was acknowledged. */
async function publishUnderKills(store: FaultStore, { seconds, crashDatabase }: Killing): Promise<Ledger> {
  await using workload = startWorkload({ endedByItself: store.endedByItself, people: [store.people] });
  await workload.nextTime('publish');
  const kills = { server: 0, database: 0 };
  const endsAt = performance.now() + seconds * 1000;
  for (let kill = 0; performance.now() < endsAt; kill += 1) {
    if (kill % KILLS_DURING_INSPECTION === 0) await waitForInspections(store);
    await sleep(randomInt(...PAUSE_MS));
    if (randomInt(3) === 0) {
      kills.database += 1;
      await crashDatabase();
    } else {
      kills.server += 1;
      store.server.kill('SIGKILL');
      await store.restart();
    }
  }
  await workload.nextTime('publish');
  await workload.stop();
  const { versions } = workload.ledger;
  process.stdout.write(
    `${seconds} s: ${kills.server} kills of the server, ${kills.database} of the database, ${versions.size} versions\n`,
  );
  return workload.ledger;
}

/** Checks what the store must have after a ledger's changes, and its audit log. */
async function verify(store: FaultStore, ledger: Ledger, place: Place): Promise<void> {
  const invariants = await checkInvariants(store, ledger);
  const broken = invariants.flatMap(({ name, broken: found }) => found.map((text) => `${name}: ${text}`));
  expect(broken.join('\n')).toBe('');
  const audit = await runWithEnvironment(['audit', 'verify'], environmentOf(place));
  expect([audit.code, audit.stderr]).toEqual([0, '']);
}

/** Adds what another ledger acknowledged. */
function merge(ledger: Ledger, later: Ledger): Ledger {
  return {
    emails: [...ledger.emails, ...later.emails],
    versions: new Map([...ledger.versions, ...later.versions]),
    announcementIds: [...ledger.announcementIds, ...later.announcementIds],
    removed: ledger.removed.union(later.removed),
  };
}

/** Backs a running store up, tries the backup, and returns what fills the data directory of another place from it. */
async function backUpFrom(place: Place, name: string) {
  const directory = join(folder, name);
  const made = await backUp(readConfig(environmentOf(place)), { directory, keep: null });
  expect([made.exitCode, made.output]).toEqual([0, expect.stringContaining('Backed up')]);
  const options = { path: directory, isReplacing: false, ask: async () => '' };
  const tried = await restoreBackup(readConfig(environmentOf(place)), { ...options, isDryRun: true });
  expect(tried).toMatchObject({ exitCode: 0 });
  return async (target: Place) => {
    await restoreBackup(readConfig(environmentOf(target)), { ...options, isDryRun: false });
  };
}

test(
  'a store killed at random is restored into the other kind of database, verified and publishes on, and back again',
  async () => {
    await using postgres = await startPostgresOfVersion(15);
    const databaseUrl = await postgres.createDatabase();
    let ledger: Ledger;
    let restoreInto: (target: Place) => Promise<void>;
    {
      await using store = await startFaultStore();
      const crashDatabase = async () => {
        killIfRunning(await store.data.readPostgresPid());
      };
      ledger = await publishUnderKills(store, { seconds: SECONDS, crashDatabase });
      const place = { dataDir: store.data.path };
      await verify(store, ledger, place);
      restoreInto = await backUpFrom(place, 'from-embedded');
    }
    {
      const prepare = (dataDir: string) => restoreInto({ dataDir, databaseUrl });
      await using store = await startFaultStore({ databaseUrl, prepare });
      const place = { dataDir: store.data.path, databaseUrl };
      await verify(store, ledger, place);
      const killing = { seconds: SECONDS_BACK, crashDatabase: postgres.crash };
      ledger = merge(ledger, await publishUnderKills(store, killing));
      await verify(store, ledger, place);
      restoreInto = await backUpFrom(place, 'from-external');
    }
    await using store = await startFaultStore({ prepare: (dataDir) => restoreInto({ dataDir }) });
    await verify(store, ledger, { dataDir: store.data.path });
    await using workload = startWorkload({ endedByItself: store.endedByItself, people: [store.people] });
    await workload.nextTime('publish');
    await workload.nextTime('publish');
    await workload.stop();
    expect(workload.ledger.versions.size).toBeGreaterThan(0);
    await verify(store, merge(ledger, workload.ledger), { dataDir: store.data.path });
  },
  (SECONDS + SECONDS_BACK) * 1000 + SLACK_MS,
);
