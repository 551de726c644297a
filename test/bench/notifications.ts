import { Agent, request as requestHttp } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { waitForJobs } from '#test/support/jobs.ts';
import { insertPeople } from '#test/support/seed-users.ts';
import {
  alternate,
  type BenchRow,
  load,
  type MeasuredServer,
  median,
  startMeasuredServer,
} from './measure.ts';

const USERS = 1_000_000;

/** The pause between two requests of the unread count. */
const REQUEST_PAUSE_MS = 10;
const IDLE_MS = 10_000;

/** The same rows as the announcement's, by one statement. */
const BARE = `
  INSERT INTO notification_recipients (notification_id, expires_at, uid)
  SELECT 1, now() + interval '60 days', uid FROM users WHERE settings @> '{"notifications": {"systemAnnouncements": true}}'`;

/** The size of a copy of the text for each user, with its indexes, before recipients had their own table. */
const BYTES_BEFORE = 673.8e6;

/** Measures notifications: the call that every browser polls, and an announcement to a million people. */
export async function benchNotifications(): Promise<BenchRow[]> {
  return [...(await benchUnread()), ...(await benchFanOut())];
}

/** Compares an announcement to a million people with a bare INSERT … SELECT, and measures other calls meanwhile. */
async function benchFanOut(): Promise<BenchRow[]> {
  await using server = await startMeasuredServer();
  const pool = new Pool({ host: server.socketDirectory, user: 'quayside', database: 'quayside' });
  try {
    await insertPeople(pool, USERS);
    await pool.query('VACUUM ANALYZE users');
    const plain = await timeBare(pool, BARE);
    await empty(pool);
    const idle = await askUnread(server, sleep(IDLE_MS));
    const { seconds, latencies, bytes } = await timeFanOut(server, pool);
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
      {
        name: 'its rows with their indexes',
        value: bytes / 1e6,
        unit: 'MB',
        goal: 'at most half of a copy for each user',
        ok: bytes <= BYTES_BEFORE / 2,
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

/** Empties the table and the write-ahead log, so that every measured insertion starts alike. */
async function empty(pool: Pool): Promise<void> {
  await pool.query('TRUNCATE notification_recipients');
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
    const { rows } = await pool.query('SELECT status FROM broadcasts WHERE id = $1', [announcementId]);
    return rows[0].status !== 'sending';
  };
  const done = (async () => {
    while (!(await isDone())) await sleep(20);
    return (performance.now() - started) / 1000;
  })();
  const latencies = await askUnread(server, done);
  // The emails are another matter; stopped, they do not disturb what is measured next.
  await call('announcements.stop', { announcementId });
  const { rows } = await pool.query('SELECT count(*)::int AS count FROM notification_recipients');
  if (rows[0].count !== USERS + 1) throw new Error(`${rows[0].count} notifications for ${USERS + 1} people`);
  const { rows: sizes } = await pool.query(
    "SELECT pg_total_relation_size('notification_recipients')::float8 AS bytes",
  );
  return { seconds: await done, latencies, bytes: sizes[0].bytes as number };
}

/** Requests the unread count at a steady pace until `over` settles; returns how long each response took, in ms. */
async function askUnread(server: MeasuredServer, over: Promise<unknown>): Promise<number[]> {
  const call = await createCall(server);
  const end = new AbortController();
  void over.then(() => end.abort());
  const responses: Promise<number>[] = [];
  while (!end.signal.aborted) {
    const started = performance.now();
    responses.push(call('notifications.countUnread', {}).then(() => performance.now() - started));
    await sleep(REQUEST_PAUSE_MS);
  }
  return Promise.all(responses);
}

function percentile99(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.NaN;
}

/** Makes calls as the admin, over connections that are kept. */
async function createCall({ url, admin }: MeasuredServer) {
  const { token } = await admin();
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
    const response = JSON.parse(await promise);
    if (response.error) throw new Error(`${name}: ${response.error.message}`);
    return response.result;
  };
}

const ROUNDS = 9;
const SECONDS = 2;
const UNREAD = 5;
const MANY = 100_000;

/** Compares the unread count of a user with 100,000 read notifications with that of a user with one. */
async function benchUnread(): Promise<BenchRow[]> {
  await using server = await startMeasuredServer();
  const pool = new Pool({ host: server.socketDirectory, user: 'quayside', database: 'quayside' });
  try {
    const few = await signUp(server, pool, { email: 'few@store.example', read: 1 });
    const many = await signUp(server, pool, { email: 'many@store.example', read: MANY });
    // As autovacuum does within a minute: until then, the index still has the rows that were marked.
    await pool.query('VACUUM (ANALYZE) notifications, notification_recipients');
    return await compareReaders(server, few, many);
  } finally {
    await pool.end();
  }
}

interface Reader {
  readonly email: string;
  /** The number of read notifications; there are a few unread ones too. */
  readonly read: number;
}

/** Signs up a person, who reads their notifications over HTTP too, and returns their token. */
async function signUp(server: MeasuredServer, pool: Pool, { email, read }: Reader): Promise<string> {
  const person = await server.signUp(email);
  await person.call('users.me', {});
  await insert(pool, person.uid, read);
  await person.call('notifications.markAllRead', {});
  // A job marks all but the newest.
  await waitForJobs(pool);
  await insert(pool, person.uid, UNREAD);
  return person.token;
}

async function insert(pool: Pool, uid: string, count: number): Promise<void> {
  await pool.query(
    `WITH seeded AS (
       INSERT INTO notifications (kind, type, title, message, expires_at)
       SELECT 'systemAnnouncements', 'system_message', 'Maintenance', 'The store rests on Sunday.',
              now() + interval '60 days'
       FROM generate_series(1, $2::int) RETURNING id, expires_at
     )
     INSERT INTO notification_recipients (notification_id, expires_at, uid)
       SELECT id, expires_at, $1 FROM seeded`,
    [uid, count],
  );
}

async function compareReaders(server: MeasuredServer, few: string, many: string): Promise<BenchRow[]> {
  const rounds = await alternate(
    ROUNDS,
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

function countUnread({ url }: MeasuredServer, token: string): Promise<number> {
  return load(`${url}us-central1/notifications.countUnread`, {
    headers: headersOf(token),
    seconds: SECONDS,
  });
}

function headersOf(token: string): Record<string, string> {
  return { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
}
