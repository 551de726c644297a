import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateDrizzleJson } from 'drizzle-kit/api';
import { describe, expect, test } from 'vitest';
import { KNOWN_MIGRATIONS } from '#server/platform/db/known-migrations.ts';
import { migrationsFolder } from '#server/platform/db/migrate.ts';
import { readFirstStep } from '#server/platform/db/second-steps.ts';
import { findMigrationProblems } from './support/migration-rules.ts';

describe('a migration that servers of the earlier version would not survive is rejected', () => {
  test.each([
    ['DROP TABLE "apps";', 'removes a table'],
    ['ALTER TABLE "apps" DROP COLUMN "name";', 'removes a column'],
    ['ALTER TABLE "apps" RENAME COLUMN "name" TO "title";', 'renames'],
    ['ALTER TABLE "apps" RENAME TO "programs";', 'renames'],
    ['ALTER TABLE "apps" ALTER COLUMN "summary" SET NOT NULL;', 'requires a value'],
    ['ALTER TABLE "apps" ALTER COLUMN "size" SET DATA TYPE bigint;', 'changes a type'],
    ['ALTER TABLE "apps" ALTER COLUMN "size" DROP DEFAULT;', 'removes a default'],
    ['ALTER TABLE "apps" DROP CONSTRAINT "apps_name";', 'removes a constraint'],
    ['ALTER TABLE "apps" ADD CONSTRAINT "c" CHECK ("size" > 0) NOT VALID;', 'rejects rows'],
    ['CREATE UNIQUE INDEX CONCURRENTLY "u" ON "apps" ("name");', 'rejects rows'],
  ])('%s, except as a second step', (statement, problem) => {
    expect(findMigrationProblems(statement)).toEqual([expect.stringContaining(problem)]);
    expect(findMigrationProblems(`-- Second step of 0000_initial\n${statement}`)).toEqual([]);
  });

  test.each([
    ['ALTER TABLE "apps" ADD COLUMN "rank" integer NOT NULL;', 'do not fill'],
    ['ALTER TABLE "apps" ADD CONSTRAINT "c" CHECK ("size" > 0);', 'NOT VALID'],
    ['CREATE INDEX "i" ON "apps" USING btree ("name");', 'CONCURRENTLY'],
    ['DROP INDEX "i";', 'CONCURRENTLY'],
    ['UPDATE "apps" SET "name" = upper("name");', 'batches'],
    ['DELETE FROM "notifications";', 'batches'],
    ['LOCK TABLE "apps";', 'blocks everyone'],
    ['TRUNCATE "apps";', 'blocks everyone'],
  ])('%s, also as a second step', (statement, problem) => {
    const marked = `-- Second step of 0000_initial\n${statement}`;
    expect(findMigrationProblems(marked)).toEqual([expect.stringContaining(problem)]);
  });

  test.each([
    'ALTER TABLE "apps" ADD COLUMN "rank" integer;',
    'ALTER TABLE "apps" ADD COLUMN "rank" integer DEFAULT 0 NOT NULL;',
    'ALTER TABLE "apps" ADD COLUMN "rank" integer;\n--> statement-breakpoint\nALTER TABLE "apps" ADD CONSTRAINT "c" CHECK ("rank" > 0) NOT VALID;\n--> statement-breakpoint\nALTER TABLE "apps" VALIDATE CONSTRAINT "c";',
    'CREATE TABLE "boats" ("id" text NOT NULL);\n--> statement-breakpoint\nCREATE UNIQUE INDEX "b" ON "boats" ("id");',
    'CREATE INDEX CONCURRENTLY "i" ON "apps" ("name");',
    'UPDATE "apps" SET "rank" = 1 WHERE "rank" IS NULL AND ctid >= $1 AND ctid < $2;',
    `UPDATE "store_settings" SET data = data || '{"x": 1}';`,
    '-- Adds ranks.\nALTER TABLE "apps" ALTER COLUMN "rank" SET DEFAULT 1;',
  ])('%s is accepted', (migration) => {
    expect(findMigrationProblems(migration)).toEqual([]);
  });
});

test('every migration after the first one can run while servers of the version before run', () => {
  const problems = KNOWN_MIGRATIONS.slice(1).flatMap(({ name, madeAt }) => {
    const migration = readFileSync(`${migrationsFolder}/${name}.sql`, 'utf8');
    const first = readFirstStep(migration);
    const isEarlier = first === null || first.madeAt < madeAt;
    return [
      ...findMigrationProblems(migration).map((problem) => `${name}: ${problem}`),
      ...(isEarlier ? [] : [`${name} is the second step of a later migration`]),
    ];
  });
  expect(problems).toEqual([]);
});

test('the tables are those of the newest migration; npm run db:generate makes another', async () => {
  const folder = join(import.meta.dirname, '../src/server/platform/db/tables');
  const modules: object[] = await Promise.all(
    globSync('*.ts', { cwd: folder }).map((name) => import(join(folder, name))),
  );
  const { tables, enums, sequences, views } = generateDrizzleJson(Object.assign({}, ...modules));
  const [newest] = globSync('meta/*_snapshot.json', { cwd: migrationsFolder }).sort().slice(-1);
  const recorded: unknown = JSON.parse(readFileSync(join(migrationsFolder, newest ?? ''), 'utf8'));
  // A stored snapshot has no fields without a value.
  expect(recorded).toMatchObject(JSON.parse(JSON.stringify({ tables, enums, sequences, views })));
  expect(Object.keys((recorded as { tables: object }).tables)).toHaveLength(Object.keys(tables).length);
});
