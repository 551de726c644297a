import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { expireFiles } from '../../catalog/uploads/expire.ts';
import { createLog } from '../log/log.ts';
import { openDatabaseClock } from './clock.ts';

const DAY_MS = 86_400_000;
/** A reading is off by at most half of the time that it took. */
const TOLERANCE_MS = 1_000;

let server: TestServer;
let owner: Person;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.onboard('owner@clock.example');
});
afterEach(() => void vi.useRealTimers());
afterAll(() => server[Symbol.asyncDispose]());

/** Lets the machine's clock be wrong by so much. */
const moveMachineClock = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });

async function readDatabaseTime(): Promise<number> {
  const { rows } = await server.context.pool.query(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms',
  );
  return rows[0].ms;
}

it.each([3 * DAY_MS, -3 * DAY_MS])(
  'shows the time of the database on a machine that is wrong by %d ms, or becomes so',
  async (ms) => {
    await using before = await openDatabaseClock(server.context.pool, createLog('silent'));
    moveMachineClock(ms);
    await using after = await openDatabaseClock(server.context.pool, createLog('silent'));
    for (const clock of [before, after]) {
      const earliest = (await readDatabaseTime()) - TOLERANCE_MS;
      const shown = clock.now().getTime();
      expect(shown).toBeGreaterThan(earliest);
      expect(shown).toBeLessThan((await readDatabaseTime()) + TOLERANCE_MS);
    }
  },
);

it('takes nothing for due or ended because the machine shows another time', async () => {
  const { app } = await owner.call('apps.create', {
    platform: 'android',
    applicationId: 'org.example.clock',
    name: 'Clock',
  });
  const { version } = await owner.call('versions.create', { appId: app.id, fileName: 'a.apk', size: 10 });
  moveMachineClock(3 * DAY_MS);
  await expireFiles(server.context, new AbortController().signal);
  const readStatus = async () => (await owner.call('versions.get', { versionId: version.id })).version.status;
  expect(await readStatus()).toBe('uploading');
  // By the machine's time it would have expired.
  await expireFiles({ ...server.context, clock: () => new Date() }, new AbortController().signal);
  expect(await readStatus()).toBe('expired');
});

it.each([DAY_MS, -DAY_MS])('signs people in although the machine is wrong by %d ms', async (ms) => {
  moveMachineClock(ms);
  const again = await server.signIn(owner.email);
  expect((await again.call('users.me', {})).user.uid).toBe(owner.uid);
});
