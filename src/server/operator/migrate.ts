import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { Config } from '../platform/config/config.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import { KNOWN_MIGRATIONS, type Migration } from '../platform/db/known-migrations.ts';
import { migrationsFolder } from '../platform/db/migrate.ts';
import { type MigrationLevel, readMigrationLevel } from '../platform/db/migration-level.ts';
import { planSteps } from '../platform/db/migration-steps.ts';
import { reachDatabase } from '../platform/db/reach.ts';
import { explainLevel } from '../platform/db/requirements.ts';
import { assertExpectedSchema } from '../platform/db/schema-check.ts';
import { findOlderServers, readFirstStep } from '../platform/db/second-steps.ts';
import { createLog } from '../platform/log/log.ts';
import { type OperatorCommand, onDatabase } from './command.ts';
import { estimateLocks, type TableLock } from './migration-locks.ts';

/** Separates the statements of drizzle-kit's files. */
const BREAKPOINT = '--> statement-breakpoint';

export const migrateCommand: OperatorCommand = {
  usage: 'migrate [--dry-run]',
  purpose: 'bring the tables up to date, or say what that would change',
  options: { 'dry-run': { type: 'boolean' } },
  run: (config, input) =>
    input.options['dry-run'] === true ? describeMigrations(config) : migrate(config, input),
};

/** Opening the database migrates it, as at every start. */
const migrate = onDatabase(async () => 'The tables are up to date.');

async function describeMigrations(config: Config): Promise<string> {
  await using reached = await reachDatabase(config, createLog('error'));
  const { rows } = await reached.pool.query<{ database: string; version: string; isMigrated: boolean }>(
    `SELECT current_database() AS database, current_setting('server_version') AS version,
      to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS "isMigrated"`,
  );
  const { database = '', version = '', isMigrated = false } = rows[0] ?? {};
  const level = await readMigrationLevel(reached.pool, isMigrated);
  if (level.status === 'newer' || level.status === 'foreign') {
    throw new StartupError(explainLevel(level.status, database));
  }
  await assertExpectedSchema(reached.pool);
  const head = `Database ${database}, PostgreSQL ${version}`;
  return [head, ...(await describeLevel(reached.pool, level)), 'Nothing was changed.'].join('\n');
}

async function describeLevel(pool: Pool, { status, pending }: MigrationLevel): Promise<string[]> {
  if (status === 'current') return ['The tables are up to date: no migration would run.'];
  if (status === 'ahead') {
    return ['A newer version has brought the tables up to date, and this version can still use them.'];
  }
  const texts = await Promise.all(pending.map(readMigration));
  const locks = await describeLocks(pool, estimateLocks(texts.join(BREAKPOINT)));
  const steps = texts.flatMap((text) => planSteps(text.split(BREAKPOINT))).length;
  return [
    `${count(pending.length, 'migration')} would run, in ${count(steps, 'step')}:`,
    ...(await Promise.all(pending.map((migration, at) => describeMigration(pool, migration, texts[at])))),
    ...(locks.length > 0
      ? ['Estimated locks on tables with data, each until its step ends:', ...locks]
      : ['No table with data would be locked.']),
  ];
}

/** Says which step a migration is, and who is in its way. */
async function describeMigration(pool: Pool, { name, madeAt }: Migration, text = ''): Promise<string> {
  const line = `  ${name} of ${new Date(madeAt).toISOString().slice(0, 10)}`;
  if (name === KNOWN_MIGRATIONS[0]?.name) return line;
  const first = readFirstStep(text);
  if (!first) return `${line}, which servers of the version before survive`;
  const older = await findOlderServers(pool, first);
  const problem = older === 0 ? '' : `, and ${count(older, 'connection')} of older ones must end before`;
  return `${line}, the second step of ${first.name}: servers need to know that${problem}`;
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;

function readMigration({ name }: Migration): Promise<string> {
  return readFile(join(migrationsFolder, `${name}.sql`), 'utf8');
}

async function describeLocks(pool: Pool, locks: readonly TableLock[]): Promise<string[]> {
  const { rows } = await pool.query<{ table: string; rows: string; size: string }>(
    `SELECT relname AS table, greatest(reltuples, 0)::bigint::text AS rows,
      pg_size_pretty(pg_total_relation_size(oid)) AS size
    FROM pg_class WHERE relname = ANY($1) AND relkind = 'r' AND pg_table_is_visible(oid)`,
    [locks.map(({ table }) => table)],
  );
  const sizes = new Map(rows.map((row) => [row.table, row]));
  return locks.flatMap(({ table, lock, blocks }) => {
    const size = sizes.get(table);
    if (!size) return [];
    return `  ${table} (about ${size.rows} rows, ${size.size}): ${lock}, blocks ${blocks}`;
  });
}
