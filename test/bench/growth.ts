import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MigrationMeta } from 'drizzle-orm/migrator';
import { applyMigrations } from '#server/platform/db/apply-migrations.ts';
import { READ_CALLERS, type ReadCaller, type ReadTargets, readInputs } from '#test/support/read-inputs.ts';
import { BUSY_USER, type LargeStore, OWNER, openLargeStore, type StoreServer } from './large-store.ts';
import {
  POPULAR_VERSION,
  STORE_SIZE,
  seededApp,
  seededUser,
  seededVersion,
  seededWebhook,
} from './large-store-seed.ts';
import { type BenchRow, readCpuTime, waitUntilIdle } from './measure.ts';

const GOAL_MS = 50;
const REPEATS = 20;
/** Slow calls are measured again: other programs on the machine only ever add to a call's processor time, for seconds. */
const PASSES = 3;
/** PostgreSQL chooses a plan for all values after a statement ran five times on a connection. */
const REPEATS_BEFORE_PLAN = 8;
/** A table with more rows is large: no statement may read it as a whole. */
const LARGE_TABLE_ROWS = 20_000;

interface Measured {
  readonly by: ReadCaller;
  readonly name: string;
  readonly data: object;
}

const popularVersion = seededVersion(POPULAR_VERSION);

const TARGETS: ReadTargets = {
  appId: seededApp(1),
  applicationId: 'org.example.c4ca4238a01',
  manyAppIds: Array.from({ length: 20 }, (_, n) => seededApp(n + 1)),
  otherAppId: seededApp(STORE_SIZE.apps - 1),
  changedAppId: seededApp(7),
  publishedVersionId: popularVersion,
  latestVersionId: popularVersion,
  inReviewVersionId: seededVersion(STORE_SIZE.versions),
  submittedVersionId: seededVersion(STORE_SIZE.versions - 7),
  webhookId: seededWebhook,
  uid: seededUser(20),
  actorUid: seededUser(7),
  subjectUid: seededUser(6),
};

/** Every call that reads, with the inputs for which it could have most to do in the large store. */
const CALLS = readInputs(TARGETS);

const MEASURED: readonly Measured[] = Object.entries(CALLS).flatMap(([name, inputs]) =>
  READ_CALLERS.flatMap((by) => (inputs[by] ?? []).map((data: object) => ({ by, name, data }))),
);

/** A server on the large store, with the tokens of those who call. */
interface Setting {
  readonly store: LargeStore;
  readonly server: StoreServer;
  readonly tokens: Readonly<Record<ReadCaller, string>>;
}

/**
 * Measures how long server and database compute for each read in a large store, and how long callers wait, the average of
 * twenty calls; of several such averages the least. Prints the plans of calls that take too long, and of statements that read a whole large table, which fail.
 */
export async function benchGrowth(): Promise<BenchRow[]> {
  await using store = await openLargeStore();
  const rows: BenchRow[] = [];
  const waits: BenchRow[] = [];
  {
    await using server = await store.startServer();
    const setting = { store, server, tokens: await signInAll(server) };
    await waitUntilIdle(store.postgresPid);
    for (const measured of MEASURED) {
      const { computed, waited } = await measure(setting, measured);
      rows.push(computed);
      waits.push(waited);
    }
    for (let pass = 1; pass < PASSES; pass += 1) await measureSlowAgain(setting, rows);
    rows.push(await measureMarkAllRead(setting));
  }
  const scanning = await printPlans(
    store,
    MEASURED.filter((_, index) => rows[index]?.ok === false),
  );
  const checked = rows.map((row, index) => {
    const measured = MEASURED[index];
    return measured && scanning.has(measured)
      ? { ...row, goal: `${row.goal}, no whole table`, ok: false }
      : row;
  });
  return [...checked, ...waits];
}

/** Measures the calls above the goal again, and keeps the lesser time. */
async function measureSlowAgain(setting: Setting, rows: BenchRow[]): Promise<void> {
  for (const [index, row] of rows.entries()) {
    const measured = MEASURED[index];
    if (row.ok || !measured) continue;
    const { computed } = await measure(setting, measured);
    if (computed.value < row.value) rows[index] = computed;
  }
}

async function signInAll(server: StoreServer): Promise<Setting['tokens']> {
  const [admin, owner, busyUser] = await Promise.all([
    server.admin(),
    server.signIn(OWNER.email, OWNER.password),
    server.signIn(BUSY_USER.email, BUSY_USER.password),
  ]);
  return { admin: admin.token, owner: owner.token, busyUser: busyUser.token };
}

/** Makes a call; returns false when the server was too busy. */
async function makeCall({ server, tokens }: Setting, { by, name, data }: Measured): Promise<boolean> {
  const response = await fetch(`${server.url}us-central1/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${tokens[by]}` },
    body: JSON.stringify({ data }),
  });
  const text = await response.text();
  if (response.status === 503) return false;
  if (!response.ok) throw new Error(`${name} failed with ${response.status}: ${text.slice(0, 300)}`);
  return true;
}

async function readTime({ store, server }: Setting): Promise<number> {
  return (await readCpuTime(server.pid)) + (await readCpuTime(store.postgresPid));
}

/** Returns the time that a call is computed, and what its caller waits, which other programs lengthen. */
async function measure(setting: Setting, measured: Measured) {
  // The first call prepares statements and reads what is not in memory yet.
  let isAnswered = await makeCall(setting, measured);
  const before = await readTime(setting);
  const begun = performance.now();
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    isAnswered = (await makeCall(setting, measured)) && isAnswered;
  }
  const waitedMs = (performance.now() - begun) / REPEATS;
  const computedMs = ((await readTime(setting)) - before) / REPEATS;
  const waited: BenchRow = { name: `wait for ${nameOf(measured)}`, value: waitedMs, unit: 'ms' };
  return { computed: rowOf(nameOf(measured), computedMs, isAnswered), waited };
}

/** Marks all notifications of a user who has read none, which can be measured only once. */
async function measureMarkAllRead(setting: Setting): Promise<BenchRow> {
  const before = await readTime(setting);
  const isAnswered = await makeCall(setting, {
    by: 'busyUser',
    name: 'notifications.markAllRead',
    data: {},
  });
  const value = (await readTime(setting)) - before;
  await using client = await setting.store.connect();
  await client.query(
    'UPDATE notification_recipients SET read_at = NULL WHERE uid = (SELECT uid FROM users WHERE email = $1)',
    [BUSY_USER.email],
  );
  await client.query('VACUUM notification_recipients');
  const count = STORE_SIZE.manyNotifications.toLocaleString('en');
  return rowOf(`notifications.markAllRead of ${count}`, value, isAnswered);
}

function rowOf(name: string, value: number, isAnswered: boolean): BenchRow {
  return { name, value, unit: 'ms', goal: `at most ${GOAL_MS} ms`, ok: isAnswered && value <= GOAL_MS };
}

function nameOf({ by, name, data }: Measured): string {
  const values = Object.values(data).map((value) =>
    Array.isArray(value) ? value.length : String(value).slice(0, 16),
  );
  return [by, name, ...values].join(' ').slice(0, 64);
}

/** Makes every call again while the database logs its plans. Returns the calls that read a whole large table. */
async function printPlans(store: LargeStore, slow: readonly Measured[]): Promise<ReadonlySet<Measured>> {
  const scanning = new Set<Measured>();
  await using client = await store.connect();
  await client.query(`
    ALTER DATABASE quayside SET session_preload_libraries = 'auto_explain';
    ALTER DATABASE quayside SET auto_explain.log_min_duration = 0;
    ALTER DATABASE quayside SET auto_explain.log_analyze = on;
    ALTER DATABASE quayside SET auto_explain.log_buffers = on`);
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relkind = 'r' AND reltuples > $1 AND relnamespace = 'public'::regnamespace`,
    [LARGE_TABLE_ROWS],
  );
  const scan = new RegExp(`Seq Scan on (?:${rows.map(({ name }) => name).join('|')})\\b`);
  await using server = await store.startServer();
  const setting = { store, server, tokens: await signInAll(server) };
  const log = await open(store.logFile);
  try {
    for (const measured of MEASURED) {
      for (let n = 0; n < REPEATS_BEFORE_PLAN; n += 1) await makeCall(setting, measured);
      const { size } = await log.stat();
      await makeCall(setting, measured);
      const written = await log.read({ position: size, buffer: Buffer.alloc(1024 * 1024) });
      for (const plan of plansOf(written.buffer.toString('utf8', 0, written.bytesRead))) {
        if (scan.test(plan)) {
          scanning.add(measured);
          process.stdout.write(`  ${nameOf(measured)} reads a whole table:\n${plan}\n`);
        } else if (slow.includes(measured)) process.stdout.write(`  ${nameOf(measured)}:\n${plan}\n`);
      }
    }
  } finally {
    await log.close();
    // A store that is kept is measured without plans.
    await client.query('ALTER DATABASE quayside RESET ALL');
  }
  return scanning;
}

/** The entries of auto_explain in a piece of PostgreSQL's log, whose further lines begin with a tab. */
function plansOf(log: string): string[] {
  return [...log.matchAll(/duration: .* plan:\n((?:\t.*\n)+)/g)].map(([, plan = '']) => plan.trimEnd());
}

const MIGRATION_GOAL_MS = 1_000;
const COPY = 'migrated';
/** The pause between two reads of one reader. */
const READ_PAUSE_MS = 20;
/** The pause between two statements that keep locks for half a second. */
const HOLD_PAUSE_MS = 2_000;

/** One migration of each kind that large tables get, newer than all others. */
const MIGRATIONS: readonly (readonly [name: string, ...statements: string[]])[] = [
  [
    'columns with a default',
    `ALTER TABLE users ADD COLUMN visits integer DEFAULT 0 NOT NULL`,
    `ALTER TABLE notification_recipients ADD COLUMN is_pinned boolean DEFAULT false NOT NULL`,
  ],
  [
    'indexes built concurrently',
    `CREATE INDEX CONCURRENTLY users_visits ON users (visits, uid)`,
    `CREATE INDEX CONCURRENTLY recipients_pinned ON notification_recipients (uid, notification_id) WHERE is_pinned`,
    `CREATE INDEX CONCURRENTLY recipients_read ON notification_recipients (read_at)`,
  ],
  [
    'constraints validated afterwards',
    `ALTER TABLE users ADD CONSTRAINT users_visits_positive CHECK (visits >= 0) NOT VALID`,
    `ALTER TABLE users VALIDATE CONSTRAINT users_visits_positive`,
    `ALTER TABLE notification_recipients ADD CONSTRAINT recipients_user
       FOREIGN KEY (uid) REFERENCES users (uid) ON DELETE CASCADE NOT VALID`,
    `ALTER TABLE notification_recipients VALIDATE CONSTRAINT recipients_user`,
  ],
  [
    'columns and indexes dropped',
    `DROP INDEX CONCURRENTLY recipients_read`,
    `ALTER TABLE users DROP COLUMN visits`,
    `ALTER TABLE notification_recipients DROP COLUMN is_pinned`,
  ],
  [
    'column of users filled in batches',
    ...fill('users', 'region', `CASE WHEN is_verified THEN 'eu' ELSE 'us' END`),
  ],
  [
    'column of notifications filled in batches',
    ...fill('notification_recipients', 'shard', 'notification_id % 16'),
  ],
];

/** Returns the statements that add a column, fill it in batches, and forbid nulls without a lock while rows are checked. */
function fill(table: string, column: string, value: string): string[] {
  const type = column === 'region' ? 'text' : 'integer';
  return [
    `ALTER TABLE ${table} ADD COLUMN ${column} ${type}`,
    `ALTER TABLE ${table} ADD CONSTRAINT ${table}_${column} CHECK (${column} IS NOT NULL) NOT VALID`,
    `UPDATE ${table} SET ${column} = ${value} WHERE ${column} IS NULL AND ctid >= $1 AND ctid < $2`,
    `ALTER TABLE ${table} VALIDATE CONSTRAINT ${table}_${column}`,
    `ALTER TABLE ${table} ALTER COLUMN ${column} SET NOT NULL`,
  ];
}

/**
 * Migrates a copy of the large store while people read and one of them keeps a transaction open now and then, and measures
 * the longest time for which a read waited.
 */
export async function benchMigration(): Promise<BenchRow[]> {
  await using store = await openLargeStore();
  await using admin = await store.connect('postgres');
  await admin.query(`DROP DATABASE IF EXISTS ${COPY}`);
  await admin.query(`CREATE DATABASE ${COPY} TEMPLATE quayside STRATEGY file_copy`);
  try {
    return await migrateCopy(store);
  } finally {
    await admin.query(`DROP DATABASE ${COPY} WITH (FORCE)`);
  }
}

async function migrateCopy(store: LargeStore): Promise<BenchRow[]> {
  await using server = await store.startServer(COPY);
  await using client = await store.connect(COPY);
  const { rows: ids } = await client.query<{ uid: string }>('SELECT uid FROM users LIMIT 1000');
  const rows: BenchRow[] = [];
  const idle = await readDuring(store, { server, uids: ids.map(({ uid }) => uid) }, () => sleep(10_000));
  rows.push({ name: 'longest read without a migration', value: idle.longestMs, unit: 'ms' });
  for (const [index, [name, ...sql]] of MIGRATIONS.entries()) {
    const migration: MigrationMeta = { sql, folderMillis: 9_000_000_000_000 + index, hash: name, bps: true };
    const started = performance.now();
    const { longestMs, reads, failed } = await readDuring(
      store,
      { server, uids: ids.map(({ uid }) => uid) },
      () => applyMigrations(client, [migration]),
    );
    rows.push(
      { name, value: (performance.now() - started) / 1000, unit: 's' },
      {
        name: `  longest of ${reads.toLocaleString('en')} reads meanwhile`,
        value: longestMs,
        unit: 'ms',
        goal: `at most ${MIGRATION_GOAL_MS} ms, none failed`,
        ok: longestMs <= MIGRATION_GOAL_MS && failed === 0,
      },
    );
  }
  return rows;
}

interface Readers {
  readonly server: StoreServer;
  readonly uids: readonly string[];
}

/** Reads all the time until the work is done: calls over HTTP, and rows of both tables in the database. */
async function readDuring(
  store: LargeStore,
  { server, uids }: Readers,
  work: () => Promise<unknown>,
): Promise<{ longestMs: number; reads: number; failed: number }> {
  const owner = await server.signIn(OWNER.email, OWNER.password);
  const end = new AbortController();
  let [longestMs, reads, failed] = [0, 0, 0];
  const repeat = async (read: () => Promise<unknown>) => {
    while (!end.signal.aborted) {
      const started = performance.now();
      await read().catch(() => {
        failed += 1;
      });
      longestMs = Math.max(longestMs, performance.now() - started);
      reads += 1;
      await sleep(READ_PAUSE_MS);
    }
  };
  await using users = await store.connect(COPY);
  await using notifications = await store.connect(COPY);
  await using holder = await store.connect(COPY);
  const oneUid = () => uids[reads % uids.length];
  // A statement that needs half a second keeps its locks for as long, and a migration waits for it.
  const hold = async () => {
    while (!end.signal.aborted) {
      await holder.query('SELECT pg_sleep(0.5) FROM users, notification_recipients LIMIT 1');
      await sleep(HOLD_PAUSE_MS);
    }
  };
  const readers = Promise.all([
    hold(),
    repeat(() => owner.call('notifications.list', {})),
    repeat(() => owner.call('notifications.countUnread', {})),
    repeat(() => users.query('SELECT * FROM users WHERE uid = $1', [oneUid()])),
    repeat(() =>
      notifications.query('SELECT * FROM notification_recipients WHERE uid = $1 LIMIT 20', [oneUid()]),
    ),
  ]);
  try {
    await work();
  } finally {
    end.abort();
    await readers;
  }
  return { longestMs, reads, failed };
}
