import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Pool } from 'pg';
import { killDuringFanOuts } from './fan-out-kills.ts';
import { makeDataDirectory } from './process.ts';

/* `npm run test:kills`: ten servers killed while they tell 100,000 people, on the embedded PostgreSQL. */

const USERS = 100_000;
const KILLS = 10;

await using data = await makeDataDirectory();
const fanOuts = await killDuringFanOuts({
  env: { DATA_DIR: data.path },
  connect: async () => {
    const pidFile = await readFile(join(data.path, 'postgresql/postmaster.pid'), 'utf8');
    // PostgreSQL writes the directory of its socket into the fifth line (miscinit.c, LOCK_FILE_LINE_SOCKET_DIR).
    const pool = new Pool({ host: pidFile.split('\n')[4], user: 'quayside', database: 'quayside' });
    pool.on('error', () => {});
    return pool;
  },
  users: USERS,
  kills: KILLS,
});
for (const { reachedAtKill, notifications, people, missing } of fanOuts) {
  process.stdout.write(
    `killed after ${reachedAtKill} people; then ${notifications} notifications for ${people} people, ${missing} missing\n`,
  );
}
const right = fanOuts.filter(
  ({ notifications, people, missing }) =>
    notifications === USERS + 1 && people === USERS + 1 && missing === 0,
);
process.stdout.write(`${right.length} of ${KILLS} exactly once\n`);
process.exitCode = right.length === KILLS ? 0 : 1;
