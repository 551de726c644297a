import { setTimeout as sleep } from 'node:timers/promises';
import type { MigrationMeta } from 'drizzle-orm/migrator';
import { applyMigrations } from '#server/platform/db/apply-migrations.ts';
import { type LargeStore, OWNER, openLargeStore, type StoreServer } from './large-store.ts';
import type { BenchRow } from './row.ts';

const GOAL_MS = 1_000;
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
        goal: `at most ${GOAL_MS} ms, none failed`,
        ok: longestMs <= GOAL_MS && failed === 0,
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
