import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runWithEnvironment } from '#test/support/operator-command.ts';
import { createTestDatabase } from '#test/support/postgres.ts';
import { makeDataDirectory } from '#test/support/server-process.ts';
import { readConfig } from '../config/config.ts';
import { StartupError } from '../config/startup-error.ts';
import { createLog } from '../log/log.ts';
import expected from './migrations/schema.json' with { type: 'json' };
import { openDatabase } from './open.ts';
import { assertExpectedSchema } from './schema-check.ts';
import { readSchemaFacts } from './schema-facts.ts';

let url: string;
let client: Client;
beforeEach(async () => {
  url = await createTestDatabase();
  client = new Client({ connectionString: url });
  await client.connect();
});
afterEach(() => client.end());

/** Opens the database as a start does, and returns why it was rejected; null when it was not. */
async function findRejection(): Promise<string | null> {
  try {
    await using _ = await openDatabase(readConfig({ DATABASE_URL: url }), createLog('silent'));
    return null;
  } catch (error) {
    if (error instanceof StartupError) return error.message;
    throw error;
  }
}

test('schema.json is what a migrated database has; otherwise run: npm run db:generate', async () => {
  expect(await readSchemaFacts(client)).toEqual(expected);
});

test.each([
  ['DROP TABLE count_changes', 'the table count_changes is missing. Restore the last backup'],
  ['ALTER TABLE count_changes RENAME TO user_count_changes', 'the table count_changes is missing'],
  ['ALTER TABLE apps DROP COLUMN summary CASCADE', 'the column apps.summary is missing'],
  ['ALTER TABLE outbox ALTER attempts TYPE bigint', 'is “bigint NOT NULL DEFAULT 0” instead of “integer'],
  ['ALTER TABLE outbox ALTER attempts DROP NOT NULL', 'the column outbox.attempts is “integer DEFAULT 0”'],
  ['ALTER TABLE outbox ALTER attempts DROP DEFAULT', 'the column outbox.attempts is “integer NOT NULL”'],
  [
    'DROP INDEX outbox_due',
    'Run in the database:\n  CREATE INDEX CONCURRENTLY outbox_due ON outbox USING btree',
  ],
  [
    'ALTER TABLE outbox DROP CONSTRAINT outbox_status',
    'ALTER TABLE "outbox" ADD CONSTRAINT "outbox_status" CHECK',
  ],
  [
    'DROP TRIGGER app_members_changed ON app_members',
    'Run in the database:\n  CREATE TRIGGER app_members_changed',
  ],
  [
    'ALTER TABLE audit_chain DISABLE TRIGGER audit_chain_no_truncate',
    'audit_chain.audit_chain_no_truncate is disabled',
  ],
  [
    'CREATE OR REPLACE FUNCTION lock_audit_chain() RETURNS void LANGUAGE sql AS $$ SELECT $$',
    'the function lock_audit_chain() is another one',
  ],
  ['DROP FUNCTION json_text CASCADE', 'the function json_text(value text) is missing'],
  ['DROP EXTENSION pg_trgm CASCADE', 'the extension pg_trgm is missing'],
  [
    `UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'outbox_due'::regclass`,
    'is invalid, because its build was interrupted. Run in the database:\n  REINDEX INDEX CONCURRENTLY "outbox_due";',
  ],
])('a start ends with a message after: %s', async (statement, message) => {
  await client.query(statement);
  const rejection = await findRejection();
  expect(rejection).toContain(
    'aren’t those that this version of Quayside needs, although its migrations have run',
  );
  expect(rejection).toContain(message);
});

test('the statements of the message correct the database', async () => {
  await client.query(`
    DROP INDEX outbox_due; ALTER TABLE outbox DROP CONSTRAINT outbox_status;
    DROP TRIGGER app_members_changed ON app_members;
    ALTER TABLE audit_chain DISABLE TRIGGER audit_chain_no_truncate;
    UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'outbox_user'::regclass`);
  const rejection = (await findRejection()) ?? '';
  const statements = rejection.split('\n').filter((line) => line.startsWith('  '));
  expect(statements).toHaveLength(5);
  for (const statement of statements) await client.query(statement);
  expect(await findRejection()).toBeNull();
});

test('names a few of many differences, and counts the others', async () => {
  await client.query('DROP TABLE outbox, users, apps CASCADE');
  expect(await findRejection()).toMatch(
    /run: the table apps is missing, the table outbox is missing, the table users is missing, the constraint .+, \d+ others\. Restore/,
  );
});

test('a stranger’s tables, columns, indexes and functions, and tuned storage, are none of its business', async () => {
  await client.query(`
    CREATE TABLE shop (id int PRIMARY KEY, app_id text REFERENCES apps); CREATE TABLE "Odd name" (id int);
    CREATE INDEX odd ON apps (name, id); ALTER TABLE apps ADD COLUMN of_a_report text;
    CREATE INDEX half ON apps (created_at);
    UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'half'::regclass;
    CREATE FUNCTION total() RETURNS int LANGUAGE sql AS 'SELECT 1';
    ALTER INDEX outbox_due SET (fillfactor = 70); ALTER TABLE outbox SET (fillfactor = 70)`);
  expect(await findRejection()).toBeNull();
});

test('a schema of another name, with the extension in one of its own, is the same', async () => {
  await client.query(`
    ALTER SCHEMA public RENAME TO "My store"; CREATE SCHEMA extra; ALTER EXTENSION pg_trgm SET SCHEMA extra;
    SET search_path = "My store", extra`);
  expect(await readSchemaFacts(client)).toEqual(expected);
  await client.query('SET search_path = "My store"');
  expect(await readSchemaFacts(client)).toEqual(expected);
});

test('a newer version may replace what an older one doesn’t need, but not its tables and columns', async () => {
  await client.query(`
    INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('later', 9999999999999);
    DROP INDEX outbox_due; DROP TRIGGER app_members_changed ON app_members;
    ALTER TABLE outbox ALTER attempts SET DEFAULT 1, ADD COLUMN later text;
    CREATE OR REPLACE FUNCTION lock_audit_chain() RETURNS void LANGUAGE sql AS 'SELECT'`);
  expect(await findRejection()).toBeNull();
  await client.query('ALTER TABLE outbox DROP COLUMN target CASCADE');
  expect(await findRejection()).toContain('the column outbox.target is missing');
  await client.query(`
    CREATE TABLE IF NOT EXISTS drizzle.__second_steps (created_at bigint PRIMARY KEY, first_step_at bigint NOT NULL);
    INSERT INTO drizzle.__second_steps VALUES (9999999999999, 1)`);
  expect(await findRejection()).toBeNull();
});

test('servers that start at the same time compare after the one that migrates', async () => {
  await client.query('DROP SCHEMA public CASCADE; DROP SCHEMA drizzle CASCADE; CREATE SCHEMA public');
  expect(await Promise.all([findRejection(), findRejection(), findRejection()])).toEqual([null, null, null]);
});

test('the comparison takes a small part of a start', async () => {
  await assertExpectedSchema(client);
  const times = [];
  for (let count = 0; count < 5; count += 1) {
    const begunAt = performance.now();
    await assertExpectedSchema(client);
    times.push(performance.now() - begunAt);
  }
  expect(Math.min(...times)).toBeLessThan(200);
});

test('migrate, its dry run and doctor name what is missing, too', async () => {
  await client.query('DROP TABLE count_changes');
  await using data = await makeDataDirectory();
  const settings = { DATA_DIR: data.path, DATABASE_URL: url, LOG_LEVEL: 'fatal' };
  for (const command of [['migrate'], ['migrate', '--dry-run']]) {
    const { code, stderr } = await runWithEnvironment(command, settings);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('the table count_changes is missing. Restore'),
    ]);
  }
  const { code, stdout } = await runWithEnvironment(['doctor'], settings);
  expect(code).toBe(2);
  expect(stdout).toMatch(/^ERROR {3}migrations +The tables of the database \S+ aren’t those.*count_changes/m);
});
