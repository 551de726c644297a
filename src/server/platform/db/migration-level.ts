import type { Pool } from 'pg';
import { KNOWN_MIGRATIONS, MIGRATION_LEVEL, type Migration } from './known-migrations.ts';
import { readRequiredLevel } from './second-steps.ts';

/** The database's tables compared with those that this version needs. */
export interface MigrationLevel {
  /**
   * `ahead`: a newer Quayside migrated it, but this one can still use it. `newer`: this one can't. `foreign`: a development
   * version migrated it, and nothing leads from there to here.
   */
  readonly status: 'current' | 'behind' | 'ahead' | 'newer' | 'foreign';
  /** In the order in which they run. */
  readonly pending: readonly Migration[];
}

/** Reads the level of a database; `hasMigrations` is false for one without the table of migrations. */
export async function readMigrationLevel(
  pool: Pick<Pool, 'query'>,
  hasMigrations: boolean,
): Promise<MigrationLevel> {
  const applied = hasMigrations ? await readAppliedMigrations(pool) : [];
  const status = compareMigrations(applied);
  return {
    status: status === 'newer' && (await canUseNewer(pool, applied)) ? 'ahead' : status,
    pending: KNOWN_MIGRATIONS.filter(({ madeAt }) => !applied.includes(madeAt)),
  };
}

/** Returns true when the migrations that this version lacks removed nothing that it needs. */
async function canUseNewer(pool: Pick<Pool, 'query'>, applied: readonly number[]): Promise<boolean> {
  const hasAll = KNOWN_MIGRATIONS.every(({ madeAt }) => applied.includes(madeAt));
  return hasAll && (await readRequiredLevel(pool)) <= MIGRATION_LEVEL;
}

/** Compares migrations that ran somewhere with those of this version. */
export function compareMigrations(applied: readonly number[]): Exclude<MigrationLevel['status'], 'ahead'> {
  if (Math.max(...applied) > MIGRATION_LEVEL) return 'newer';
  const known = new Set(KNOWN_MIGRATIONS.map(({ madeAt }) => madeAt));
  if (applied.some((migration) => !known.has(migration))) return 'foreign';
  return applied.includes(MIGRATION_LEVEL) ? 'current' : 'behind';
}

/** Returns the migrations that ran in a database with their table, in their order. */
export async function readAppliedMigrations(pool: Pick<Pool, 'query'>): Promise<number[]> {
  const { rows } = await pool.query<{ at: string }>(
    'SELECT created_at::text AS at FROM drizzle.__drizzle_migrations ORDER BY created_at',
  );
  return rows.map(({ at }) => Number(at));
}
