import { type SQL, sql } from 'drizzle-orm';
import type { Context } from './context.ts';
import { COUNTED } from './db/tables/counts.ts';

type Counted = keyof typeof COUNTED;

/** Returns the SQL expression for the number of users or apps, all or those of one role or status. */
export function rowCount(counted: Counted, value?: string): SQL {
  const ofValue = value === undefined ? sql`` : sql` AND value = ${sql.raw(`'${value}'`)}`;
  return sql`(
    SELECT coalesce(sum(change), 0)::int FROM count_changes
    WHERE counted = ${sql.raw(`'${counted}'`)}${ofValue})`;
}

const COUNTS = sql.join(
  Object.entries(COUNTED).map(([table, column]) =>
    sql.raw(
      `SELECT '${table}' AS counted, ${column} AS value, count(*) AS count FROM ${table} GROUP BY ${column}`,
    ),
  ),
  sql` UNION ALL `,
);

/**
 * Counts users and apps and replaces the recorded changes by the numbers, at every start and once a day. This keeps the
 * changes few, and corrects rows that changed without triggers, as in a partial restore. Safe while rows are added: one
 * snapshot contains both the rows and their recorded changes. Returns by how much the numbers were wrong in all.
 */
export async function recount({ db, log }: Pick<Context, 'db' | 'log'>): Promise<number> {
  const wrong = await db.transaction(async (tx) => {
    // Allows one recount at a time without blocking new changes.
    await tx.execute(sql`LOCK TABLE count_changes IN SHARE UPDATE EXCLUSIVE MODE`);
    const { rows } = await tx.execute<{ wrong: number }>(sql`
      WITH replaced AS (
        DELETE FROM count_changes RETURNING counted, value, change
      ), kept AS (
        SELECT counted, value, sum(change) AS count FROM replaced GROUP BY counted, value
      ), truth AS (${COUNTS}), added AS (
        INSERT INTO count_changes (counted, value, change) SELECT counted, value, count FROM truth
      )
      SELECT coalesce(sum(abs(coalesce(truth.count, 0) - coalesce(kept.count, 0))), 0)::int AS wrong
      FROM truth FULL JOIN kept USING (counted, value)`);
    return rows[0]?.wrong ?? 0;
  });
  if (wrong !== 0) log.warn({ wrong }, 'kept numbers of users or apps were wrong and are right again');
  return wrong;
}
