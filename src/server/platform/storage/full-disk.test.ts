import { afterEach, expect, test } from 'vitest';
import { DISK_MB, fillDisk, RESERVE_MB } from '#test/faults/full-disk.ts';
import { runRound } from '#test/faults/round.ts';
import { startFaultStore } from '#test/faults/store.ts';
import { killServers } from '#test/support/server-process.ts';
import { openSmallDisk } from '#test/support/small-disk.ts';

afterEach(killServers);

test('a full disk stops uploads but not the database, and uploads continue afterwards', async () => {
  await using disk = await openSmallDisk(DISK_MB);
  await using store = await startFaultStore({ disk, env: { DISK_RESERVE_MB: String(RESERVE_MB) } });
  const { broken, invariants } = await runRound(store, {
    faults: [{ name: 'full disk', fault: fillDisk(disk) }],
  });
  expect(broken).toEqual([]);
  expect(invariants.filter((invariant) => invariant.broken.length > 0)).toEqual([]);
});
