import { execFile } from 'node:child_process';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, expect, test } from 'vitest';
import { backUp } from '#server/operator/backup/back-up.ts';
import { moveDatabase } from '#server/operator/backup/move-database.ts';
import { restoreBackup } from '#server/operator/backup/restore.ts';
import { type Config, readConfig } from '#server/platform/config/config.ts';
import { embeddedDirectory } from '#server/platform/db/embedded/embedded.ts';
import { runWithEnvironment } from '#test/support/operator-command.ts';
import { createTestDatabase } from '#test/support/postgres.ts';
import { killServers } from '#test/support/server-process.ts';
import { checkInvariants } from '../faults/invariants.ts';
import { type FaultStore, startFaultStore } from '../faults/store.ts';
import { type Ledger, startWorkload } from '../faults/workload.ts';

afterEach(killServers);
const folder = await mkdtemp(join(tmpdir(), 'quayside-backups-'));
afterAll(() => rm(folder, { recursive: true }));

/** Copies what was acknowledged so far; a request that is only acknowledged later may be in the backup or not. */
function copyLedger({ emails, versions, announcementIds, removed }: Ledger): Ledger {
  return {
    emails: [...emails],
    versions: new Map([...versions].map(([id, version]) => [id, { ...version }])),
    announcementIds: [...announcementIds],
    removed: new Set(removed),
  };
}

/** Moves the embedded database to another PostgreSQL and back into a new one. */
async function moveAwayAndBack(config: Config): Promise<void> {
  const address = await createTestDatabase();
  expect(await moveDatabase(config, address)).toContain('Set DATABASE_URL');
  const moved = { ...config, databaseUrl: address };
  await expect(moveDatabase(moved, null)).rejects.toThrow('has a store, such as one that moved away earlier');
  const cluster = embeddedDirectory(config.dataDir);
  await rename(cluster, `${cluster}.old`);
  expect(await moveDatabase(moved, null)).toContain('Unset DATABASE_URL');
}

const VERIFIER = fileURLToPath(new URL('../../scripts/verify-audit.ts', import.meta.url));

/** The files of a checkpoint and the key that verifies it, as somebody else would keep them. */
interface KeptCheckpoint {
  readonly file: string;
  readonly key: string;
}

/** Signs a checkpoint of a running store, and keeps it outside of the store. */
async function keepCheckpoint({ url, data }: FaultStore): Promise<KeptCheckpoint> {
  expect((await audit(data.path, 'checkpoint')).code).toBe(0);
  const read = async (name: string) => (await fetch(`${url}transparency/${name}`)).text();
  const file = join(folder, 'checkpoint');
  await writeFile(file, await read('checkpoint'));
  return { file, key: JSON.parse(await read('key')).verifierKey };
}

/** Verifies a restored log against a checkpoint from before: in the store, and an export without the store. */
async function verifyAgainst({ file, key }: KeptCheckpoint, { data }: FaultStore): Promise<void> {
  const verified = await audit(data.path, 'verify', '--checkpoint', file);
  expect([verified.code, verified.stderr]).toEqual([0, '']);
  const log = join(folder, 'log.jsonl');
  expect((await audit(data.path, 'export', log)).code).toBe(0);
  await promisify(execFile)(process.execPath, [VERIFIER, log, file, key]);
}

function audit(dataDir: string, ...args: string[]) {
  return runWithEnvironment(['audit', ...args], { DATA_DIR: dataDir, LOG_LEVEL: 'fatal' });
}

test('a backup made while people publish has everything that was acknowledged before it', async () => {
  let acknowledged: Ledger;
  let live: Ledger;
  let checkpoint: KeptCheckpoint;
  {
    await using store = await startFaultStore();
    await using workload = startWorkload({ endedByItself: store.endedByItself, people: [store.people] });
    const config = readConfig({ DATA_DIR: store.data.path, LOG_LEVEL: 'silent' });
    await workload.nextTime('publish');
    await backUp(config, { directory: folder, keep: null });
    await workload.nextTime('publish');
    checkpoint = await keepCheckpoint(store);
    acknowledged = copyLedger(workload.ledger);
    await backUp(config, { directory: folder, keep: 1 });
    await workload.stop();
    live = workload.ledger;
  }
  for (const [id, version] of acknowledged.versions)
    version.requested = live.versions.get(id)?.requested ?? version.requested;

  const restoreInto = async (dataDir: string) => {
    const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
    const ask = async () => '';
    await restoreBackup(config, { path: folder, isReplacing: false, isDryRun: false, ask });
    await moveAwayAndBack(config);
  };
  await using restored = await startFaultStore({ prepare: restoreInto });
  const invariants = await checkInvariants(restored, acknowledged);
  const broken = invariants.flatMap(({ name, broken: found }) => found.map((text) => `${name}: ${text}`));
  expect(broken.join('\n')).toBe('');
  const { checked } = invariants.find(({ name }) => name.includes('in the feed')) ?? { checked: 0 };
  expect(checked).toBeGreaterThan(0);
  await verifyAgainst(checkpoint, restored);
}, 300_000);
