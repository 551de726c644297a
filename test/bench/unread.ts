import { Pool } from 'pg';
import { waitForJobs } from '#test/support/jobs.ts';
import { alternate, load } from './load.ts';
import { type MeasuredServer, startMeasuredServer } from './measured-server.ts';
import { type BenchRow, median } from './row.ts';

const ROUNDS = 9;
const SECONDS = 2;
const UNREAD = 5;
const MANY = 100_000;

/** Compares the unread count of a user with 100,000 read notifications with that of a user with one. */
export async function benchUnread(): Promise<BenchRow[]> {
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
