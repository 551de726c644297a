import { sql } from 'drizzle-orm';
import type { Tx } from '../../platform/db/open.ts';

/** Recorded changes that are not in a generation yet. */
export interface PendingChanges {
  /** Row ids, to delete once a generation contains the changes. */
  readonly ids: readonly string[];
  /** The changed apps; `all` when any app may have changed. */
  readonly appIds: readonly string[] | 'all';
}

/** Reads the changes that are visible to a transaction, which also sees the changed data. */
export async function readChanges(tx: Tx): Promise<PendingChanges> {
  const { rows } = await tx.execute<{ id: string; appIds: string[] | null }>(sql`
    SELECT id::text, app_ids AS "appIds" FROM feed_changes`);
  const ids = rows.map(({ id }) => id);
  const isAll = rows.some(({ appIds }) => appIds === null);
  return { ids, appIds: isAll ? 'all' : [...new Set(rows.flatMap(({ appIds }) => appIds ?? []))] };
}

/** Deletes changes that a generation contains. */
export async function deleteChanges(tx: Tx, { ids }: PendingChanges): Promise<void> {
  await tx.execute(sql`DELETE FROM feed_changes WHERE id = ANY(${sql.param([...ids])}::bigint[])`);
}
