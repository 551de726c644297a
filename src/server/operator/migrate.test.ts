import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runWithEnvironment } from '#test/support/operator-command.ts';
import { createTestDatabase } from '#test/support/postgres.ts';
import { makeDataDirectory } from '#test/support/server-process.ts';
import { estimateLocks } from './migration-locks.ts';

type DataDirectory = Awaited<ReturnType<typeof makeDataDirectory>>;

let data: DataDirectory;
let address: string;
let database: Client;
beforeAll(async () => {
  data = await makeDataDirectory();
  address = await createTestDatabase();
  database = new Client({ connectionString: address });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await data[Symbol.asyncDispose]();
});

const run = (...args: string[]) =>
  runWithEnvironment(['migrate', ...args], {
    DATA_DIR: data.path,
    DATABASE_URL: address,
    LOG_LEVEL: 'fatal',
  });

test('says what would run on a database, and runs it only without --dry-run', async () => {
  expect((await run('--dry-run')).stdout).toContain('The tables are up to date: no migration would run.');
  await database.query('DROP SCHEMA public CASCADE; DROP SCHEMA drizzle CASCADE; CREATE SCHEMA public');
  const tried = await run('--dry-run');
  expect(tried.stdout).toMatch(/^\d+ migrations would run, in \d+ steps:\n {2}0000_initial of \d{4}-/m);
  expect(tried.stdout).toContain('No table with data would be locked.\nNothing was changed.');
  const tables = async () =>
    (await database.query(`SELECT FROM pg_tables WHERE schemaname = 'public'`)).rowCount;
  expect(await tables()).toBe(0);
  expect(await run()).toMatchObject({ code: 0, stdout: 'The tables are up to date.\n' });
  expect(await tables()).toBeGreaterThan(0);

  await database.query(
    `INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('later', 9999999999999)`,
  );
  expect((await run('--dry-run')).stdout).toContain('and this version can still use them.');
  await database.query('INSERT INTO drizzle.__second_steps VALUES (9999999999999, 9999999999998)');
  const newer = await run('--dry-run');
  expect([newer.code, newer.stdout]).toEqual([1, '']);
  expect(newer.stderr).toContain('by a newer Quayside, which removed what this one needs');
});

describe('the estimated locks of migrations', () => {
  test.each([
    ['ALTER TABLE "apps" ADD COLUMN "x" text;', [['apps', 'ACCESS EXCLUSIVE', 'reads and writes']]],
    ['DROP TABLE "apps" CASCADE;', [['apps', 'ACCESS EXCLUSIVE', 'reads and writes']]],
    ['CREATE INDEX "x" ON "apps" USING btree ("id");', [['apps', 'SHARE', 'writes']]],
    [
      'CREATE INDEX CONCURRENTLY "x" ON "apps" USING btree ("id");',
      [['apps', 'SHARE UPDATE EXCLUSIVE', 'nothing']],
    ],
    ['UPDATE "apps" SET x = 1;', [['apps', 'ROW EXCLUSIVE', 'nothing']]],
    [
      'CREATE TRIGGER t AFTER INSERT ON apps FOR EACH ROW EXECUTE FUNCTION f();',
      [['apps', 'SHARE ROW EXCLUSIVE', 'writes']],
    ],
    [
      'ALTER TABLE "a" ADD CONSTRAINT "f" FOREIGN KEY ("x") REFERENCES "public"."b"("id");',
      [
        ['a', 'SHARE ROW EXCLUSIVE', 'writes'],
        ['b', 'SHARE ROW EXCLUSIVE', 'writes'],
      ],
    ],
    ['CREATE TABLE "new" ("id" text);\n--> statement-breakpoint\nCREATE INDEX "n" ON "new" ("id");', []],
    [
      'UPDATE "apps" SET x = 1;\n--> statement-breakpoint\nALTER TABLE "apps" ADD COLUMN "y" text;',
      [['apps', 'ACCESS EXCLUSIVE', 'reads and writes']],
    ],
  ])('%s', (statements, expected) => {
    expect(estimateLocks(statements).map(({ table, lock, blocks }) => [table, lock, blocks])).toEqual(
      expected,
    );
  });
});
