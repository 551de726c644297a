import { sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';

/** SQL expression for the number of users, maintained by triggers because counting a large table is slow. */
export const USER_COUNT = sql`(SELECT coalesce(sum(change), 0)::int FROM user_count_changes)`;

/**
 * Counts the users and replaces the recorded changes by the total, at every start and once a day. This keeps
 * the changes few, and corrects rows that changed without triggers, as in a partial restore. Safe during
 * sign-ups: one snapshot contains both the users and their recorded changes. Returns by how much the number was wrong.
 */
export async function recountUsers({ db, log }: Pick<Context, 'db' | 'log'>): Promise<number> {
  const drift = await db.transaction(async (tx) => {
    // Allows one recount at a time without blocking new changes.
    await tx.execute(sql`LOCK TABLE user_count_changes IN SHARE UPDATE EXCLUSIVE MODE`);
    const { rows } = await tx.execute<{ drift: number }>(sql`
      WITH replaced AS (DELETE FROM user_count_changes RETURNING change)
      INSERT INTO user_count_changes (change) SELECT count(*) FROM users
      RETURNING (change - (SELECT coalesce(sum(change), 0) FROM replaced))::int AS drift`);
    return rows[0]?.drift ?? 0;
  });
  if (drift !== 0) log.warn({ drift }, 'the kept number of users was wrong and is right again');
  return drift;
}
