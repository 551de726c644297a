import { readFile } from 'node:fs/promises';
import type { Pool } from 'pg';
import { migrationsFolder } from './migrate.ts';

/** A migration of this version. */
export interface Migration {
  /** The name of its file without `.sql`. */
  readonly name: string;
  /** Milliseconds since 1970, which identify it in the database. */
  readonly madeAt: number;
}

/** The database's tables compared with those that this version needs. */
export interface MigrationLevel {
  /** `newer`: a newer Quayside migrated it. `foreign`: a development version did, and nothing leads from there to here. */
  readonly status: 'current' | 'behind' | 'newer' | 'foreign';
  /** In the order in which they run. */
  readonly pending: readonly Migration[];
}

/** Reads the level of a database; `hasMigrations` is false for one without the table of migrations. */
export async function readMigrationLevel(
  pool: Pick<Pool, 'query'>,
  hasMigrations: boolean,
): Promise<MigrationLevel> {
  const applied = hasMigrations ? await readAppliedMigrations(pool) : [];
  const known = await readKnown();
  const times = known.map(({ madeAt }) => madeAt);
  const pending = known.filter(({ madeAt }) => !applied.includes(madeAt));
  return { status: compare(applied, times), pending };
}

/** Compares migrations that ran somewhere with those of this version. */
export async function compareMigrations(applied: readonly number[]): Promise<MigrationLevel['status']> {
  return compare(
    applied,
    (await readKnown()).map(({ madeAt }) => madeAt),
  );
}

function compare(applied: readonly number[], known: readonly number[]): MigrationLevel['status'] {
  const newest = Math.max(...known);
  if (Math.max(...applied) > newest) return 'newer';
  if (applied.some((migration) => !known.includes(migration))) return 'foreign';
  return applied.includes(newest) ? 'current' : 'behind';
}

/** Returns the migrations that ran in a database with their table, in their order. */
export async function readAppliedMigrations(pool: Pick<Pool, 'query'>): Promise<number[]> {
  const { rows } = await pool.query<{ at: string }>(
    'SELECT created_at::text AS at FROM drizzle.__drizzle_migrations ORDER BY created_at',
  );
  return rows.map(({ at }) => Number(at));
}

/** Reads drizzle-kit's journal. */
async function readKnown(): Promise<Migration[]> {
  const journal = JSON.parse(await readFile(`${migrationsFolder}/meta/_journal.json`, 'utf8')) as {
    entries: { when: number; tag: string }[];
  };
  return journal.entries.map(({ when, tag }) => ({ name: tag, madeAt: when }));
}
