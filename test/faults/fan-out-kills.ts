import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { findFreePort } from '#test/support/free-port.ts';
import { createPeople } from '#test/support/people.ts';
import { insertPeople, muteMails } from '#test/support/seed-users.ts';
import { SERVER_ENVIRONMENT, type ServerProcess, spawnServer } from '#test/support/server-process.ts';

/** The outcome of a fan-out during which the server was killed. */
export interface KilledFanOut {
  /** The number of people reached when the server was killed. */
  readonly reachedAtKill: number;
  /** The rows in the database after a new server has finished it. */
  readonly notifications: number;
  readonly people: number;
  /** Recipients without a notification. */
  readonly missing: number;
}

interface KillOptions {
  /** The environment of each server: its data directory, and its database if that is another one. */
  readonly env: Record<string, string>;
  /** Opens the server's database once it runs. */
  readonly connect: () => Promise<Pool>;
  readonly users: number;
  readonly kills: number;
}

/**
 * Announces something to many people, kills the server (SIGKILL) at a random moment meanwhile, starts another one, and
 * counts the notifications when that one is done; `kills` times.
 */
export async function killDuringFanOuts({
  env,
  connect,
  users,
  kills,
}: KillOptions): Promise<KilledFanOut[]> {
  const variables = {
    ...SERVER_ENVIRONMENT,
    PORT: String(await findFreePort()),
    LOG_LEVEL: 'error',
    ...env,
  };
  let server = spawnServer(variables);
  let url = await server.ready;
  const pool = await connect();
  try {
    await insertPeople(pool, users);
    await muteMails(pool);
    const results: KilledFanOut[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      const broadcastId = await announce(url, pool);
      await waitUntilReached(pool, broadcastId, randomInt(Math.floor(users / 2)));
      await killAtOnce(server);
      const reachedAtKill = await readReached(pool, broadcastId);
      server = spawnServer(variables);
      url = await server.ready;
      await waitUntilDone(pool, broadcastId);
      results.push({ reachedAtKill, ...(await count(pool, broadcastId)) });
    }
    return results;
  } finally {
    await pool.end();
    server.kill('SIGTERM');
    await server.ended;
  }
}

async function announce(url: string, database: Pool): Promise<string> {
  const admin = await createPeople({ url, database }).admin();
  const { announcementId } = await admin.call('notifications.announce', {
    title: 'Maintenance',
    message: 'The store rests on Sunday.',
  });
  return announcementId;
}

async function killAtOnce(server: ServerProcess): Promise<void> {
  server.kill('SIGKILL');
  await server.ended;
}

async function readReached(pool: Pool, broadcastId: string): Promise<number> {
  const { rows } = await pool.query('SELECT reached FROM broadcasts WHERE id = $1', [broadcastId]);
  return rows[0].reached;
}

async function waitUntilReached(pool: Pool, broadcastId: string, reached: number): Promise<void> {
  await until(async () => (await readReached(pool, broadcastId)) >= reached, 2);
}

async function waitUntilDone(pool: Pool, broadcastId: string): Promise<void> {
  await until(async () => {
    const { rows } = await pool.query('SELECT status FROM broadcasts WHERE id = $1', [broadcastId]);
    return rows[0].status !== 'sending';
  }, 50);
}

/** Repeats a check until it holds, for at most two minutes. */
async function until(isTrue: () => Promise<boolean>, pauseMs: number): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error('the fan-out did not go on within two minutes');
    await sleep(pauseMs);
  }
}

async function count(pool: Pool, broadcastId: string): Promise<Omit<KilledFanOut, 'reachedAtKill'>> {
  const { rows } = await pool.query(
    `SELECT count(r.uid)::int AS notifications, count(DISTINCT r.uid)::int AS people,
            count(*) FILTER (WHERE r.uid IS NULL)::int AS missing
     FROM broadcasts b CROSS JOIN users u
     LEFT JOIN notification_recipients r ON r.uid = u.uid AND r.notification_id = b.notification_id
     WHERE b.id = $1`,
    [broadcastId],
  );
  const { rows: doubles } = await pool.query(
    `SELECT count(*)::int AS count FROM notification_recipients r
     JOIN broadcasts b ON b.notification_id = r.notification_id WHERE b.id = $1`,
    [broadcastId],
  );
  return { ...rows[0], notifications: doubles[0].count };
}
