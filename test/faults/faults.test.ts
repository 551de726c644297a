import { afterEach, expect, test } from 'vitest';
import { killServers } from '#test/support/server-process.ts';
import { hangDatabase, killDatabase, killDuring, killServerAlone, stopBy } from './faults.ts';
import { runRound } from './round.ts';
import { startFaultStore } from './store.ts';

afterEach(killServers);

test('no fault loses acknowledged changes', async () => {
  await using store = await startFaultStore();
  const { broken, invariants } = await runRound(store, {
    faults: [
      { name: 'kill while uploading', fault: killDuring('upload', 1) },
      { name: 'kill while deciding', fault: killDuring('decision', 1) },
      { name: 'kill while publishing', fault: killDuring('publish', 1) },
      { name: 'SIGTERM', fault: stopBy('SIGTERM') },
      { name: 'database killed', fault: killDatabase },
      { name: 'database hung', fault: hangDatabase(3_000) },
      { name: 'server killed', fault: killServerAlone },
    ],
  });
  const violations = invariants.flatMap(({ name, broken: found }) => found.map((text) => `${name}: ${text}`));
  expect([...broken, ...violations].join('\n')).toBe('');
  expect(invariants.every(({ checked }) => checked > 0)).toBe(true);
}, 600_000);
