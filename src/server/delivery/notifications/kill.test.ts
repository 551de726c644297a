import { Pool } from 'pg';
import { afterEach, expect, test } from 'vitest';
import { killDuringFanOuts } from '#test/faults/fan-out-kills.ts';
import { createTestDatabase } from '#test/support/postgres.ts';
import { killServers, makeDataDirectory } from '#test/support/server-process.ts';

const USERS = 20_000;
const KILLS = 3;

afterEach(killServers);

test('a fan-out continues after its server is killed, with exactly one notification per user', async () => {
  const databaseUrl = await createTestDatabase();
  await using data = await makeDataDirectory();
  const fanOuts = await killDuringFanOuts({
    env: { DATABASE_URL: databaseUrl, DATA_DIR: data.path },
    connect: async () => new Pool({ connectionString: databaseUrl }),
    users: USERS,
    kills: KILLS,
  });
  // The admin is one of the audience too.
  const everybody = { notifications: USERS + 1, people: USERS + 1, missing: 0 };
  expect(fanOuts).toMatchObject([everybody, everybody, everybody]);
  expect(fanOuts.filter(({ reachedAtKill }) => reachedAtKill < USERS).length).toBeGreaterThan(0);
});
