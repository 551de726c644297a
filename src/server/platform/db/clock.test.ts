import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { expireFiles } from '../../catalog/uploads/expire.ts';
import { createLog } from '../log/log.ts';
import { openDatabaseClock } from './clock.ts';

const DAY_MS = 86_400_000;

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
  'shows the time of the database on a machine that is wrong by %d ms',
  async (ms) => {
    moveMachineClock(ms);
    await using clock = await openDatabaseClock(server.context.pool, createLog('silent'));
    const before = await readDatabaseTime();
    await sleep(1);
    expect(clock.now().getTime()).toBeGreaterThan(before - 1_000);
    await clock.compare();
    expect(clock.now().getTime()).toBeLessThan((await readDatabaseTime()) + 1_000);
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
  expect((await owner.call('versions.get', { versionId: version.id })).version.status).toBe('uploading');
});

it('signs people in although the machine shows an earlier time', async () => {
  moveMachineClock(-DAY_MS);
  const again = await server.signIn(owner.email);
  expect((await again.call('users.me', {})).user.uid).toBe(owner.uid);
});
