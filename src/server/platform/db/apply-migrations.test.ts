import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '#test/support/postgres.ts';
import { adjustBatch, applyMigrations } from './apply-migrations.ts';
import { lockMigrations } from './migrate.ts';
import { namesOfLocked, planSteps } from './migration-steps.ts';

const clients: Client[] = [];
let address: string;
let migrating: Client;
let other: Client;

const connect = async () => {
  const client = new Client({ connectionString: address });
  clients.push(client);
  await client.connect();
  return client;
};

beforeAll(async () => {
  address = await createTestDatabase();
  [migrating, other] = [await connect(), await connect()];
});
beforeEach(async () => {
  await other.query(`
    DROP TABLE IF EXISTS boats, crews;
    CREATE TABLE boats (id integer PRIMARY KEY, name text NOT NULL);
    INSERT INTO boats SELECT n, 'Boat ' || n || repeat('.', 100) FROM generate_series(1, 20000) AS n`);
});
afterAll(() => Promise.all(clients.map((client) => client.end())));

let madeAt = 9_000_000_000_000;
/** Returns a migration that is newer than all others. */
const migration = (...sql: string[]) => [{ sql, folderMillis: (madeAt += 1), hash: 'hash', bps: true }];
const migrate = (made: ReturnType<typeof migration>, client = migrating) => applyMigrations(client, made);
const rowsOf = async (query: string) => (await other.query({ text: query, rowMode: 'array' })).rows;

test('splits a migration into transactions, indexes, validations and batches', () => {
  const steps = planSteps([
    'ALTER TABLE "boats" ADD COLUMN "length" integer;',
    'ALTER TABLE "boats" ADD CONSTRAINT "c" CHECK ("length" > 0) NOT VALID;',
    '-- Finds boats by their length.\nCREATE INDEX CONCURRENTLY "boats_length" ON "boats" ("length");',
    'UPDATE "boats" SET "length" = 1 WHERE "length" IS NULL AND ctid >= $1 AND ctid < $2;',
    'ALTER TABLE "boats" VALIDATE CONSTRAINT "c";',
    'UPDATE "boats" SET "name" = upper("name");',
    'DROP INDEX CONCURRENTLY IF EXISTS "boats_name";',
  ]);
  expect(steps.map(({ kind }) => kind)).toEqual([
    'transaction',
    'index',
    'batches',
    'transaction',
    'transaction',
    'index',
  ]);
  expect(steps[1]).toMatchObject({ index: 'boats_length' });
  expect(steps[2]).toMatchObject({ table: 'boats' });
});

test('finds the tables that a statement locks', () => {
  const statements = [
    'ALTER TABLE ONLY "boats" ADD COLUMN "on" integer;',
    'ALTER TABLE IF EXISTS "public"."boats" ADD FOREIGN KEY ("crew") REFERENCES "public"."crews"("id") ON DELETE cascade;',
    'CREATE TABLE trips (boat integer REFERENCES boats ON DELETE CASCADE, crew integer REFERENCES crews);',
    '-- Counts.\nCREATE OR REPLACE TRIGGER count AFTER INSERT OR UPDATE OF name\n  ON boats FOR EACH ROW EXECUTE FUNCTION f();',
    'CREATE UNIQUE INDEX "boats_on" ON "boats" USING btree ("name");',
    'DROP TRIGGER count ON boats;',
    'INSERT INTO boats VALUES (1) ON CONFLICT DO NOTHING;',
  ];
  expect(statements.map(namesOfLocked)).toEqual([
    ['boats'],
    ['boats', 'crews'],
    ['boats', 'crews'],
    ['boats'],
    ['boats'],
    ['boats'],
    [],
  ]);
});

test('adjusts batches to their time, and grows them again from a single page', () => {
  expect(adjustBatch(100, 100)).toBe(100);
  expect(adjustBatch(100, 50)).toBe(120);
  expect(adjustBatch(100, 125)).toBe(80);
  expect(adjustBatch(100, 10_000)).toBe(50);
  expect([adjustBatch(1, 10), adjustBatch(2, 10), adjustBatch(1, 10_000)]).toEqual([2, 3, 1]);
  expect(adjustBatch(1000, 0)).toBe(1024);
});

test('changes every row in batches, and rejects a constraint that rows violate', async () => {
  await migrate(
    migration(
      'ALTER TABLE boats ADD COLUMN length integer',
      'ALTER TABLE boats ADD CONSTRAINT boats_length CHECK (length IS NOT NULL) NOT VALID',
      'UPDATE boats SET length = id % 10 WHERE length IS NULL AND ctid >= $1 AND ctid < $2',
      'ALTER TABLE boats VALIDATE CONSTRAINT boats_length',
    ),
  );
  expect(await rowsOf('SELECT count(*)::int, sum(length)::int FROM boats')).toEqual([[20_000, 90_000]]);
  await expect(
    migrate(
      migration(
        'ALTER TABLE boats ADD CONSTRAINT boats_long CHECK (length > 5) NOT VALID',
        'ALTER TABLE boats VALIDATE CONSTRAINT boats_long',
      ),
    ),
  ).rejects.toThrow('boats_long');
  await other.query('TRUNCATE drizzle.__unfinished');
});

test('lets others read while it waits for a lock', async () => {
  await other.query('BEGIN; SELECT FROM boats LIMIT 1');
  const migrated = migrate(migration('ALTER TABLE boats ADD COLUMN length integer'));
  const reader = await connect();
  const isQueued = async () =>
    (await reader.query(`SELECT FROM pg_locks WHERE NOT granted AND relation = 'boats'::regclass`)).rowCount;
  await expect.poll(isQueued, { interval: 10 }).toBe(1);
  // A migration that kept waiting would keep this read waiting, too, and with it the commit that it waits for.
  expect((await reader.query('SELECT count(*)::int AS count FROM boats')).rows).toEqual([{ count: 20_000 }]);
  await other.query('COMMIT');
  await migrated;
  expect((await other.query('SELECT length FROM boats LIMIT 1')).rows).toEqual([{ length: null }]);
});

test.each([
  ['a column', 'ALTER TABLE "boats" ADD COLUMN length integer'],
  ['a foreign key', 'CREATE TABLE crews (boat integer REFERENCES "public"."boats" ON DELETE CASCADE)'],
])('waits for an autovacuum without keeping others out when it adds %s', async (_what, statement) => {
  // Its lock.
  await other.query('BEGIN; LOCK TABLE boats IN SHARE UPDATE EXCLUSIVE MODE');
  const migrated = migrate(migration(statement));
  const waiting = () =>
    rowsOf(`SELECT mode FROM pg_locks WHERE NOT granted AND relation = 'boats'::regclass`);
  await expect.poll(waiting, { interval: 10 }).toEqual([['ShareUpdateExclusiveLock']]);
  await other.query('COMMIT');
  await migrated;
  expect(await rowsOf(`SELECT hash FROM drizzle.__drizzle_migrations WHERE created_at = ${madeAt}`)).toEqual([
    ['hash'],
  ]);
});

test('continues an interrupted migration after the steps that were done', async () => {
  await other.query('INSERT INTO boats SELECT 0, name FROM boats WHERE id = 1');
  const made = migration(
    'CREATE TABLE crews (id integer PRIMARY KEY)',
    'UPDATE boats SET name = lower(name) WHERE name <> lower(name) AND ctid >= $1 AND ctid < $2',
    'CREATE UNIQUE INDEX CONCURRENTLY boats_name ON boats (name)',
    'INSERT INTO crews VALUES (1)',
  );
  await expect(migrate(made)).rejects.toThrow('boats_name');
  // What was done is kept, and the index that could not be built is not used.
  expect(await rowsOf('SELECT count(*)::int FROM crews')).toEqual([[0]]);
  const isValid = () => rowsOf(`SELECT indisvalid FROM pg_index WHERE indexrelid = 'boats_name'::regclass`);
  expect(await isValid()).toEqual([[false]]);
  await other.query('DELETE FROM boats WHERE id = 0');
  await migrate(made);
  expect(await isValid()).toEqual([[true]]);
  expect(await rowsOf('SELECT id FROM crews')).toEqual([[1]]);
  expect(await rowsOf(`SELECT to_regclass('drizzle.__unfinished')`)).toEqual([[null]]);
  // It is recorded, so it doesn't run again.
  await migrate(made);
});

test('keeps an index that was built but not recorded', async () => {
  await other.query('CREATE INDEX boats_name ON boats (name)');
  const [before] = await rowsOf(`SELECT 'boats_name'::regclass::oid`);
  await migrate(migration('CREATE INDEX CONCURRENTLY boats_name ON boats (name)'));
  expect(await rowsOf(`SELECT 'boats_name'::regclass::oid`)).toEqual([before]);
  await migrate(migration('DROP INDEX CONCURRENTLY boats_name', 'DROP INDEX CONCURRENTLY boats_gone'));
  expect(await rowsOf(`SELECT to_regclass('boats_name')`)).toEqual([[null]]);
});

test('builds an index concurrently while another server waits to migrate', async () => {
  const made = migration('CREATE INDEX CONCURRENTLY boats_name ON boats (name)');
  const start = async (client: Client) => {
    await lockMigrations(client);
    await migrate(made, client);
    await client.end();
  };
  await Promise.all([start(await connect()), start(await connect())]);
  expect(await rowsOf(`SELECT indisvalid FROM pg_index WHERE indexrelid = 'boats_name'::regclass`)).toEqual([
    [true],
  ]);
});
