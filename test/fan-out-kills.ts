import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { ADMIN, fetchToken } from './bench/measured-server.ts';
import { findFreePort } from './free-port.ts';
import { insertPeople, muteMails } from './people.ts';
import { type ServerProcess, spawnServer } from './process.ts';

/** What became of one fan-out during which the server was killed. */
export interface KilledFanOut {
  /** How many people had been reached when the server died. */
  readonly reachedAtKill: number;
  /** What the database holds once a new server has finished it. */
  readonly notifications: number;
  readonly people: number;
  /** People of the audience who got none. */
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
 * Announces something to so many people, kills the server (SIGKILL) at a random moment meanwhile, starts another one,
 * and counts what everybody has when that one is done; as often as asked for.
 */
export async function killDuringFanOuts({
  env,
  connect,
  users,
  kills,
}: KillOptions): Promise<KilledFanOut[]> {
  const variables = {
    ...env,
    PORT: String(await findFreePort()),
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    LOG_LEVEL: 'error',
  };
  let server = spawnServer(variables);
  let url = await server.ready;
  const pool = await connect();
  try {
    await insertPeople(pool, users);
    await muteMails(pool);
    const results: KilledFanOut[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      const noticeId = await announce(url);
      await waitUntilReached(pool, noticeId, randomInt(Math.floor(users / 2)));
      await killAtOnce(server);
      const reachedAtKill = await readReached(pool, noticeId);
      server = spawnServer(variables);
      url = await server.ready;
      await waitUntilDone(pool, noticeId);
      results.push({ reachedAtKill, ...(await count(pool, noticeId)) });
    }
    return results;
  } finally {
    await pool.end();
    server.kill('SIGTERM');
    await server.ended;
  }
}

async function announce(url: string): Promise<string> {
  const response = await fetch(`${url}us-central1/notifications.announce`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${await fetchToken(url)}` },
    body: JSON.stringify({ data: { title: 'Maintenance', message: 'The store rests on Sunday.' } }),
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`the announcement was answered ${response.status}: ${answer}`);
  return JSON.parse(answer).result.announcementId;
}

async function killAtOnce(server: ServerProcess): Promise<void> {
  server.kill('SIGKILL');
  await server.ended;
}

async function readReached(pool: Pool, noticeId: string): Promise<number> {
  const { rows } = await pool.query('SELECT reached FROM notices WHERE id = $1', [noticeId]);
  return rows[0].reached;
}

async function waitUntilReached(pool: Pool, noticeId: string, reached: number): Promise<void> {
  await until(async () => (await readReached(pool, noticeId)) >= reached, 2);
}

async function waitUntilDone(pool: Pool, noticeId: string): Promise<void> {
  await until(async () => {
    const { rows } = await pool.query('SELECT status FROM notices WHERE id = $1', [noticeId]);
    return rows[0].status !== 'sending';
  }, 50);
}

/** Asks again and again, for two minutes at most. */
async function until(isTrue: () => Promise<boolean>, pauseMs: number): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error('the fan-out did not go on within two minutes');
    await sleep(pauseMs);
  }
}

async function count(pool: Pool, noticeId: string): Promise<Omit<KilledFanOut, 'reachedAtKill'>> {
  const { rows } = await pool.query(
    `SELECT count(n.id)::int AS notifications, count(DISTINCT n.user_id)::int AS people,
            count(*) FILTER (WHERE n.id IS NULL)::int AS missing
     FROM users u LEFT JOIN notifications n ON n.user_id = u.uid AND n.id = $1 || '.' || u.uid`,
    [noticeId],
  );
  const { rows: doubles } = await pool.query(
    'SELECT count(*)::int AS count FROM notifications WHERE starts_with(id, $1)',
    [noticeId],
  );
  return { ...rows[0], notifications: doubles[0].count };
}
