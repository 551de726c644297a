import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { createTestDatabase, createTestRole } from '#test/support/postgres.ts';
import { readConfig } from '../config/config.ts';
import { StartupError } from '../config/startup-error.ts';
import { createLog } from '../log/log.ts';
import { openDatabase } from './open.ts';

let url: string;
let name: string;
beforeEach(async () => {
  url = await createTestDatabase();
  name = new URL(url).pathname.slice(1);
});

async function runSql(...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** Opens the database, closes it again, and returns why it was rejected; null when it was not. */
async function findRejection(address: string): Promise<string | null> {
  const open = async () => {
    await using _ = await openDatabase(readConfig({ DATABASE_URL: address }), createLog('silent'));
  };
  return open().then(
    () => null,
    (error: unknown) => {
      expect(error).toBeInstanceOf(StartupError);
      return (error as Error).message;
    },
  );
}

const EMPTY = [
  'DROP SCHEMA public CASCADE',
  'CREATE SCHEMA public',
  'GRANT USAGE ON SCHEMA public TO public',
  'DROP SCHEMA drizzle CASCADE',
  'DROP SCHEMA graphile_worker CASCADE',
];

/** Puts a schema of ours before the catalog in the search path. */
const SHADOW = (database: string) => [
  'CREATE SCHEMA fake',
  `ALTER DATABASE ${database} SET search_path = fake, pg_catalog, public`,
];

test('names the statements by which a plain user gets the rights for an empty database, one after the other', async () => {
  await runSql(...EMPTY, `REVOKE CREATE ON DATABASE ${name} FROM public`);
  const { role, address } = await createTestRole(url);

  const first = await findRejection(address);
  expect(first).toContain(`GRANT CREATE ON DATABASE "${name}" TO "${role}";`);
  await runSql(`GRANT CREATE ON DATABASE ${name} TO ${role}`);
  const second = await findRejection(address);
  expect(second).toContain(`GRANT CREATE ON SCHEMA "public" TO "${role}";`);
  await runSql(`GRANT CREATE ON SCHEMA public TO ${role}`);
  expect(await findRejection(address)).toBeNull();
});

test('rejects tables of another user, naming both and the statement', async () => {
  const { role, address } = await createTestRole(url);
  const rejection = await findRejection(address);
  expect(rejection).toContain(`GRANT "quayside" TO "${role}";`);
  await runSql(`GRANT quayside TO ${role}`);
  expect(await findRejection(address)).toBeNull();
});

test('rejects a server without pg_trgm, naming the package and the statement', async () => {
  await runSql(
    ...EMPTY,
    ...SHADOW(name),
    `CREATE VIEW fake.pg_available_extensions AS
    SELECT * FROM pg_catalog.pg_available_extensions WHERE name <> 'pg_trgm'`,
  );
  const rejection = await findRejection(url);
  expect(rejection).toContain('postgresql-contrib');
  expect(rejection).toContain('CREATE EXTENSION pg_trgm;');
});

test('rejects a PostgreSQL that is too old, naming its version and the one that is needed', async () => {
  await runSql(
    ...SHADOW(name),
    `CREATE FUNCTION fake.current_setting(text) RETURNS text LANGUAGE sql AS
    $$SELECT CASE $1 WHEN 'server_version_num' THEN '130014' ELSE pg_catalog.current_setting($1) END$$`,
  );
  expect(await findRejection(url)).toContain('runs on PostgreSQL 13, and Quayside needs 15 or newer');
});

test('rejects tables from which a newer version removed something, and changes nothing', async () => {
  await runSql(`INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('newer', 9000000000000)`);
  expect(await findRejection(url)).toBeNull();
  await runSql(
    'CREATE TABLE IF NOT EXISTS drizzle.__second_steps (created_at bigint PRIMARY KEY, first_step_at bigint NOT NULL)',
    'INSERT INTO drizzle.__second_steps VALUES (9000000000001, 9000000000000)',
  );
  expect(await findRejection(url)).toContain('brought up to date by a newer Quayside');
});

test('rejects tables of a development version, and says to start with a new database', async () => {
  await runSql('UPDATE drizzle.__drizzle_migrations SET created_at = created_at - 1');
  expect(await findRejection(url)).toMatch(
    /made by a development version.*set another DATA_DIR, or a DATABASE_URL/,
  );
});

test('rejects a job queue that a newer version made', async () => {
  await runSql('INSERT INTO graphile_worker.migrations (id, breaking) VALUES (999999, true)');
  expect(await findRejection(url)).toContain('job queue of the database');
});

test('rejects a read-only database', async () => {
  await runSql(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  expect(await findRejection(url)).toContain(
    `ALTER DATABASE "${name}" SET default_transaction_read_only = off;`,
  );
});

test('rejects another encoding than UTF8', async () => {
  const other = `test_${randomUUID().replaceAll('-', '')}`;
  await runSql(
    `CREATE DATABASE ${other} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0 LOCALE_PROVIDER libc`,
  );
  expect(await findRejection(url.replace(name, other))).toContain("ENCODING 'UTF8' TEMPLATE template0;");
});

test('says how a missing database is created', async () => {
  expect(await findRejection(url.replace(name, 'nowhere'))).toContain('CREATE DATABASE "nowhere";');
});

test('says what a migration failed at, without a stack', async () => {
  await runSql(...EMPTY, 'CREATE TABLE public.auth_users (id int)');
  const rejection = await findRejection(url);
  expect(rejection).toContain(
    `The tables of the database ${name} can't be brought up to date: relation "auth_users" already exists.`,
  );
  expect(rejection).not.toContain('    at ');
});
