import { Client } from 'pg';
import type { CallInput } from '#shared/calls.ts';
import { queueSortSchema } from '#shared/reviews/queue-filter.ts';
import { type MeasuredServer, startMeasuredServer } from './measured-server.ts';
import { type BenchRow, median } from './row.ts';

const WAITING = 5_000;
const GOAL_MS = 100;
const REPEATS = 15;

/** Every order, and every filter that each version in the queue has to be looked at for. */
const PAGES: readonly CallInput<'reviews.queue'>[] = [
  ...queueSortSchema.options.map((sort) => ({ sort })),
  { query: 'harbour' },
  { query: 'no such app' },
  { query: 'a' },
  { reviewer: 'nobody', has: 'permissions', sort: 'newest' },
  { has: 'rejection' },
  { has: 'messages' },
  { has: 'overdue' },
  { change: 'update', platform: 'android', sort: 'findings' },
];

/** Measures the time until the first rows of a long review queue arrive, with the numbers beside them. */
export async function benchQueue(): Promise<BenchRow[]> {
  await using server = await startMeasuredServer();
  const { uid, token } = await server.admin();
  await seed(server, uid);
  const rows: BenchRow[] = [];
  for (const page of PAGES) {
    const name = `reviews.queue ${Object.values(page).join(' ')}`;
    rows.push(await measure(name, () => call(server, token, { name: 'reviews.queue', data: page })));
  }
  for (const name of ['reviews.queueSummary', 'reviews.neighbors']) {
    const data = name === 'reviews.neighbors' ? { versionId: `w${WAITING / 2}`, sort: 'permissions' } : {};
    rows.push(await measure(name, () => call(server, token, { name, data })));
  }
  return rows;
}

async function measure(name: string, run: () => Promise<void>): Promise<BenchRow> {
  // The first calls prepare statements and read what is not in memory yet.
  const times: number[] = [];
  for (let repeat = -5; repeat < REPEATS; repeat += 1) {
    const start = performance.now();
    await run();
    if (repeat >= 0) times.push(performance.now() - start);
  }
  const value = median(times);
  return { name, value, unit: 'ms', goal: `at most ${GOAL_MS} ms`, ok: value <= GOAL_MS };
}

interface QueueCall {
  readonly name: string;
  readonly data: object;
}

async function call({ url }: MeasuredServer, token: string, { name, data }: QueueCall): Promise<void> {
  const response = await fetch(`${url}us-central1/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ data }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${name} failed with ${response.status}: ${text.slice(0, 300)}`);
}

/** Fills the queue; every other version is an update, and every fourth app was rejected before. */
async function seed({ socketDirectory }: MeasuredServer, uid: string): Promise<void> {
  const client = new Client({ host: socketDirectory, user: 'quayside', database: 'quayside' });
  await client.connect();
  const finding = `jsonb_build_object('rule', 'r', 'severity', CASE WHEN n % 3 = 0 THEN 'warning' ELSE 'info' END,
    'title', 'Something to know', 'evidence', repeat('x', 200), 'fix', 'Change it.')`;
  const version = (prefix: string, status: string, code: number) =>
    `INSERT INTO versions (id, app_id, status, file_name, size, sha256, package, findings, version_code, build_order,
       created_by_uid, published_at)
     SELECT '${prefix}' || n, 'a' || n, ${status}, 'app.apk', 5000000, md5(n::text),
       jsonb_build_object('versionName', '1.' || n, 'permissions', repeat('facts', 1000)),
       jsonb_build_array(${finding}, ${finding}), ${code}, ARRAY[${code}], '${uid}', now()
     FROM generate_series(1, ${WAITING}) AS n`;
  const statements = [
    `INSERT INTO apps (id, owner_uid, platform, application_id, name, status)
     SELECT 'a' || n, '${uid}', 'android', 'org.example.app' || n,
       (ARRAY['Harbour','Tide','Meadow','Lantern'])[1 + n % 4] || ' ' || md5(n::text), 'published'
     FROM generate_series(1, ${WAITING}) AS n`,
    version('l', "CASE WHEN n % 2 = 0 THEN 'published' ELSE 'rejected' END", 1),
    version('w', "CASE WHEN n % 10 = 0 THEN 'in_review' ELSE 'submitted' END", 2),
    `INSERT INTO reviews (version_id, app_id, warnings, submitted_at, queued_at, listing_revision, decision, decided_at)
     SELECT id, app_id, warnings, now(), now(), '', CASE WHEN status = 'rejected' THEN 'rejected' ELSE 'approved' END, now()
     FROM versions WHERE id LIKE 'l%'`,
    `INSERT INTO reviews (version_id, app_id, warnings, submitted_at, queued_at, listing_revision, sensitive_permissions, reviewer_uid, claimed_at)
     SELECT id, app_id, warnings, now() - n * interval '2 minutes', now() - n * interval '2 minutes', '',
       CASE WHEN n % 5 = 0 THEN ARRAY['android.permission.CAMERA'] ELSE '{}' END,
       CASE WHEN n % 10 = 0 THEN '${uid}' END, CASE WHEN n % 10 = 0 THEN now() - n * interval '1 minute' END
     FROM generate_series(1, ${WAITING}) AS n JOIN versions v ON v.id = 'w' || n`,
    `INSERT INTO review_messages (id, app_id, version_id, author_uid, by_staff, is_internal, text)
     SELECT 'm' || n, 'a' || n, 'w' || n, '${uid}', n % 3 = 0, false, 'Please.'
     FROM generate_series(1, ${WAITING}) AS n`,
    'VACUUM ANALYZE',
  ];
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
