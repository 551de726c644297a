import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Pool } from 'pg';
import { load } from './load.ts';
import { ADMIN, fetchToken, type MeasuredServer, startMeasuredServer } from './measured-server.ts';
import { type BenchRow, median } from './row.ts';

const ROUNDS = 9;
const SECONDS = 2;
const UNREAD = 5;
const MANY = 100_000;

/** The unread count beside a bare Hono route with the same SQL, and with one against 100,000 read notifications. */
export async function benchUnread(): Promise<BenchRow[]> {
  await using server = await startMeasuredServer();
  const pool = new Pool({ host: server.socketDirectory, user: 'quayside', database: 'quayside' });
  try {
    const few = await signUp(server, pool, { email: 'few@store.example', read: 1 });
    const many = await signUp(server, pool, { email: 'many@store.example', read: MANY });
    await pool.query('ANALYZE notifications');
    return [...(await compareWithBare(server, few)), ...(await compareReaders(server, few, many))];
  } finally {
    await pool.end();
  }
}

interface Reader {
  readonly email: string;
  /** How many notifications they have read; besides they have a few unread ones. */
  readonly read: number;
}

/** A person over HTTP, who reads their notifications over HTTP too. Gives their token. */
async function signUp({ url }: MeasuredServer, pool: Pool, { email, read }: Reader): Promise<string> {
  const { password } = ADMIN;
  const response = await fetch(`${url}auth/sign-up/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: new URL(url).origin },
    body: JSON.stringify({ email, password, name: email }),
  });
  if (!response.ok) throw new Error(`the sign-up was answered ${response.status}: ${await response.text()}`);
  const { user } = (await response.json()) as { user: { id: string } };
  const token = await fetchToken(url, { email, password });
  const call = (name: string) =>
    fetch(`${url}us-central1/${name}`, { method: 'POST', headers: headersOf(token), body: '{"data":{}}' });
  await call('users.me');
  await insert(pool, user.id, read);
  await call('notifications.markAllRead');
  await insert(pool, user.id, UNREAD);
  return token;
}

async function insert(pool: Pool, uid: string, count: number): Promise<void> {
  await pool.query(
    `INSERT INTO notifications (id, user_id, type, title, message, expires_at)
     SELECT gen_random_uuid(), $1, 'system_message', 'Maintenance', 'The store rests on Sunday.',
            now() + interval '60 days'
     FROM generate_series(1, $2::int)`,
    [uid, count],
  );
}

async function compareWithBare(server: MeasuredServer, token: string): Promise<BenchRow[]> {
  const { sid } = JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString());
  const program = join(import.meta.dirname, 'bare-count.ts');
  const bare = spawn(process.execPath, [program, server.socketDirectory, sid], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [address] = await once(bare.stdout, 'data');
    const floor = () =>
      load(String(address).trim(), { headers: { 'Content-Type': 'application/json' }, seconds: SECONDS });
    const rounds = await alternate(() => countUnread(server, token), floor);
    const ratio = median(rounds.map(([call, route]) => call / route));
    return [
      { name: 'notifications.countUnread', value: median(rounds.map(([call]) => call)), unit: 'requests/s' },
      {
        name: 'bare route with the same SQL',
        value: median(rounds.map(([, route]) => route)),
        unit: 'requests/s',
      },
      { name: 'countUnread / bare route', value: ratio, unit: '×', goal: 'at least 0.6', ok: ratio >= 0.6 },
    ];
  } finally {
    bare.kill();
  }
}

async function compareReaders(server: MeasuredServer, few: string, many: string): Promise<BenchRow[]> {
  const rounds = await alternate(
    () => countUnread(server, many),
    () => countUnread(server, few),
  );
  const ratio = median(rounds.map(([ofMany, ofFew]) => ofMany / ofFew));
  return [
    {
      name: 'countUnread with 100,000 read / with 1',
      value: ratio,
      unit: '×',
      goal: 'at least 0.85',
      ok: ratio >= 0.85,
    },
  ];
}

/** Measures two things in turns, so that what disturbs the machine disturbs both. */
async function alternate(one: () => Promise<number>, other: () => Promise<number>) {
  await one();
  await other();
  const rounds: [number, number][] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push([await one(), await other()]);
  return rounds;
}

function countUnread({ url }: MeasuredServer, token: string): Promise<number> {
  return load(`${url}us-central1/notifications.countUnread`, {
    headers: headersOf(token),
    seconds: SECONDS,
  });
}

function headersOf(token: string): Record<string, string> {
  return { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
}
