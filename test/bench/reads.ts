import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Pool, type QueryConfig } from 'pg';
import { statementFor } from '#server/catalog/apps/queries.ts';
import { queueStatement } from '#server/catalog/reviews/queue.ts';
import { COUNT_UNREAD } from '#server/delivery/notifications/count-unread.ts';
import { LIST as NOTIFICATIONS } from '#server/delivery/notifications/list.ts';
import { SESSION_OWNER } from '#server/identity/principals.ts';
import { OWN_RECORD } from '#server/people/users/present.ts';
import { SETTINGS } from '#server/platform/settings.ts';
import { alternate, load } from './load.ts';
import { type MeasuredServer, startMeasuredServer } from './measured-server.ts';
import { type BenchRow, median } from './row.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const SECONDS = 2;
/** Rows of each list: a page of the notifications, of the apps and of the queue. */
const PAGE = 20;

/** One call, and the statements that it sends after the one that finds its caller: those of a list at once. */
interface MeasuredRead {
  readonly call: string;
  readonly data?: object;
  readonly statements: readonly QueryConfig[];
  readonly goal: number;
}

/** The reads that browsers make most, each beside a bare Hono route with the same SQL. */
export async function benchReads(): Promise<BenchRow[]> {
  await using server = await startMeasuredServer();
  const { token } = await server.admin();
  const { sid: sessionId, sub: uid } = JSON.parse(
    Buffer.from(token.split('.')[1] as string, 'base64url').toString(),
  );
  await load(`${server.url}us-central1/users.me`, { headers: headersOf(token), seconds: 1 });
  await seed(server, uid);
  const rows: BenchRow[] = [];
  for (const read of readsOf(uid)) {
    const statements = [[SESSION_OWNER.query({ sessionId })], read.statements];
    rows.push(...(await compare(server, { token, read, statements })));
  }
  return rows;
}

function readsOf(uid: string): MeasuredRead[] {
  const limit = PAGE + 1;
  const ofNotifications = { uid, before: '9223372036854775807', limit };
  const ofApps = {
    memberUid: uid,
    ids: [],
    status: '',
    platform: '',
    lastValue: '',
    lastId: '',
    limit,
    pattern: '',
    otherPattern: '',
  };
  const ofQueue = {
    reviewer: '',
    change: '',
    platform: '',
    has: '',
    staleBefore: '',
    pattern: '',
    otherPattern: '',
    decidableBy: '',
    lastValue: '',
    lastTime: '',
    lastId: '',
    limit,
  };
  const apps = statementFor({ memberUid: uid, sort: 'newest', limit });
  return [
    { call: 'users.me', statements: [OWN_RECORD.query({ uid })], goal: 0.85 },
    { call: 'notifications.countUnread', statements: [COUNT_UNREAD.query({ uid })], goal: 0.85 },
    {
      call: 'notifications.list',
      data: { limit: PAGE },
      statements: [NOTIFICATIONS.query(ofNotifications)],
      goal: 0.7,
    },
    {
      call: 'apps.list',
      data: { scope: 'mine', limit: PAGE },
      statements: [apps.query(ofApps)],
      goal: 0.7,
    },
    {
      call: 'reviews.queue',
      data: { limit: PAGE },
      statements: [
        queueStatement({ sort: 'oldest', isFiltered: false, isAfter: false }).query(ofQueue),
        SETTINGS.query({}),
      ],
      goal: 0.7,
    },
  ];
}

/** Fills a page of each list, and as much again for the next page. */
async function seed({ socketDirectory }: MeasuredServer, uid: string): Promise<void> {
  const pool = new Pool({ host: socketDirectory, user: 'quayside', database: 'quayside' });
  try {
    await pool.query(
      `INSERT INTO apps (id, owner_uid, platform, application_id, name, summary, status)
       SELECT 'app' || n, $1, 'android', 'org.example.app' || n, 'App ' || n, 'Shows the tides.', 'published'
       FROM generate_series(1, $2::int) AS n`,
      [uid, 2 * PAGE],
    );
    await pool.query(
      `INSERT INTO versions (id, app_id, status, file_name, size, sha256, package, version_code, build_order, created_by_uid)
       SELECT 'version' || n, 'app' || n, 'submitted', 'app-' || n || '.apk', 5000000, repeat('a', 64),
              jsonb_build_object('versionName', '1.' || n), n, ARRAY[n], $1
       FROM generate_series(1, $2::int) AS n`,
      [uid, 2 * PAGE],
    );
    await pool.query(
      `INSERT INTO reviews (version_id, app_id, warnings, submitted_at, queued_at, listing_revision)
       SELECT id, app_id, warnings, now(), now(), '' FROM versions`,
    );
    await pool.query(
      `WITH seeded AS (
         INSERT INTO notifications (kind, type, title, message, data, expires_at)
         SELECT 'appUpdates', 'app_update', 'Version 1.' || n || ' approved', 'It is published now.',
                jsonb_build_object('appId', 'app' || n, 'versionId', 'version' || n), now() + interval '60 days'
         FROM generate_series(1, $2::int) AS n RETURNING id, expires_at
       )
       INSERT INTO notification_recipients (notification_id, expires_at, uid)
         SELECT id, expires_at, $1 FROM seeded`,
      [uid, 2 * PAGE],
    );
    await pool.query('ANALYZE');
  } finally {
    await pool.end();
  }
}

interface Compared {
  readonly token: string;
  readonly read: MeasuredRead;
  readonly statements: readonly (readonly QueryConfig[])[];
}

async function compare(
  server: MeasuredServer,
  { token, read: { call, data, goal }, statements }: Compared,
): Promise<BenchRow[]> {
  const program = join(import.meta.dirname, 'bare-route.ts');
  const bare = spawn(process.execPath, [program, server.socketDirectory, JSON.stringify(statements)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [address] = await once(bare.stdout, 'data');
    const options = { headers: headersOf(token), data, seconds: SECONDS };
    const rounds = await alternate(
      ROUNDS,
      () => load(`${server.url}us-central1/${call}`, options),
      () => load(String(address).trim(), options),
    );
    const ratio = median(rounds.map(([ours, floor]) => ours / floor));
    return [
      { name: call, value: median(rounds.map(([ours]) => ours)), unit: 'requests/s' },
      {
        name: 'bare route with the same SQL',
        value: median(rounds.map(([, floor]) => floor)),
        unit: 'requests/s',
      },
      { name: `${call} / bare route`, value: ratio, unit: '×', goal: `at least ${goal}`, ok: ratio >= goal },
    ];
  } finally {
    bare.kill();
  }
}

function headersOf(token: string): Record<string, string> {
  return { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
}
