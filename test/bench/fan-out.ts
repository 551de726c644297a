import { Agent, request as requestHttp } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { insertPeople } from '../people.ts';
import { fetchToken, type MeasuredServer, startMeasuredServer } from './measured-server.ts';
import type { BenchRow } from './row.ts';

const USERS = 1_000_000;

/** Between two questions of the one who asks for the unread count meanwhile. */
const QUESTION_MS = 10;
const IDLE_MS = 10_000;

/** The same rows as the announcement's, by one statement. */
const BARE = `
  INSERT INTO notifications (id, user_id, type, title, message, created_at, expires_at)
  SELECT 'bare.' || uid, uid, 'system_message', 'Maintenance', 'The store rests on Sunday.', now(),
         now() + interval '60 days'
  FROM users WHERE settings @> '{"notifications": {"systemAnnouncements": true}}'`;

/** An announcement to a million people beside a bare INSERT … SELECT of the same rows, and what others feel of it. */
export async function benchFanOut(): Promise<BenchRow[]> {
  await using server = await startMeasuredServer();
  const pool = new Pool({ host: server.socketDirectory, user: 'quayside', database: 'quayside' });
  try {
    await insertPeople(pool, USERS);
    await pool.query('VACUUM ANALYZE users');
    const plain = await timeBare(pool, BARE);
    await empty(pool);
    const idle = await askUnread(server, sleep(IDLE_MS));
    const { seconds, latencies } = await timeFanOut(server, pool);
    await empty(pool);
    const ordered = await timeBare(pool, `${BARE} ORDER BY uid`);
    const floor = Math.min(plain, ordered);
    const ratio = seconds / floor;
    const [idleP99, p99] = [percentile99(idle), percentile99(latencies)];
    return [
      { name: 'bare INSERT … SELECT', value: plain, unit: 's' },
      { name: 'bare INSERT … SELECT … ORDER BY uid', value: ordered, unit: 's' },
      { name: 'announcement to 1,000,000 users', value: seconds, unit: 's' },
      {
        name: 'announcement / the faster of both',
        value: ratio,
        unit: '×',
        goal: 'at most 1.5',
        ok: ratio <= 1.5,
      },
      { name: 'countUnread, idle, 99th percentile', value: idleP99, unit: 'ms' },
      {
        name: 'countUnread meanwhile, 99th percentile',
        value: p99,
        unit: 'ms',
        goal: 'at most 50 ms or 5 × idle',
        ok: p99 <= Math.max(50, 5 * idleP99),
      },
    ];
  } finally {
    await pool.end();
  }
}

async function timeBare(pool: Pool, statement: string): Promise<number> {
  const started = performance.now();
  await pool.query(statement);
  return (performance.now() - started) / 1000;
}

/** Every measured insertion begins with an empty table and nothing left to write. */
async function empty(pool: Pool): Promise<void> {
  await pool.query('TRUNCATE notifications');
  await pool.query('CHECKPOINT');
}

async function timeFanOut(server: MeasuredServer, pool: Pool) {
  const call = await createCall(server);
  const started = performance.now();
  const { announcementId } = await call('notifications.announce', {
    title: 'Maintenance',
    message: 'The store rests on Sunday.',
  });
  const isDone = async () => {
    const { rows } = await pool.query('SELECT status FROM notices WHERE id = $1', [announcementId]);
    return rows[0].status !== 'sending';
  };
  const done = (async () => {
    while (!(await isDone())) await sleep(20);
    return (performance.now() - started) / 1000;
  })();
  const latencies = await askUnread(server, done);
  // The mails are another matter; stopped, they do not disturb what is measured next.
  await call('announcements.stop', { announcementId });
  const { rows } = await pool.query('SELECT count(*)::int AS count FROM notifications');
  if (rows[0].count !== USERS + 1) throw new Error(`${rows[0].count} notifications for ${USERS + 1} people`);
  return { seconds: await done, latencies };
}

/** Asks for the unread count at a steady pace until something is over; gives how long each answer took, in ms. */
async function askUnread(server: MeasuredServer, over: Promise<unknown>): Promise<number[]> {
  const call = await createCall(server);
  const end = new AbortController();
  void over.then(() => end.abort());
  const answers: Promise<number>[] = [];
  while (!end.signal.aborted) {
    const started = performance.now();
    answers.push(call('notifications.countUnread', {}).then(() => performance.now() - started));
    await sleep(QUESTION_MS);
  }
  return Promise.all(answers);
}

function percentile99(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.NaN;
}

/** Makes calls as the admin, over connections that are kept. */
async function createCall({ url }: MeasuredServer) {
  const token = await fetchToken(url);
  const agent = new Agent({ keepAlive: true });
  return async (name: string, data: object) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
    const request = requestHttp(`${url}us-central1/${name}`, { method: 'POST', agent, headers });
    request.on('error', reject);
    request.on('response', (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve(text));
    });
    request.end(JSON.stringify({ data }));
    const answer = JSON.parse(await promise);
    if (answer.error) throw new Error(`${name}: ${answer.error.message}`);
    return answer.result;
  };
}
