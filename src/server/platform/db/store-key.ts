import { getTableColumns, sql } from 'drizzle-orm';
import type { Db } from './open.ts';
import { defineStatement, type StatementValues } from './statement.ts';
import { storeKeys } from './tables/store.ts';

export type StoreKeyRow = typeof storeKeys.$inferSelect;
type NewStoreKey = typeof storeKeys.$inferInsert;

const KEY = defineStatement('store-key', ({ purpose }: StatementValues<Pick<StoreKeyRow, 'purpose'>>) => ({
  select: getTableColumns(storeKeys),
  from: sql`FROM ${storeKeys} WHERE ${storeKeys.purpose} = ${purpose}`,
}));

/** Returns the store's key for a purpose; null when there is none. */
export async function findStoreKey(db: Db, purpose: StoreKeyRow['purpose']): Promise<StoreKeyRow | null> {
  return KEY.first(db, { purpose });
}

/**
 * Returns the store's key for a purpose, and creates it when there is none. When several servers create one at the same
 * time, all use the one stored first.
 */
export async function ensureStoreKey(
  db: Db,
  purpose: StoreKeyRow['purpose'],
  create: () => Promise<NewStoreKey>,
): Promise<StoreKeyRow> {
  const known = await findStoreKey(db, purpose);
  if (known) return known;
  await db
    .insert(storeKeys)
    .values(await create())
    .onConflictDoNothing();
  const stored = await findStoreKey(db, purpose);
  if (!stored) throw new Error(`The key “${purpose}” was removed while it was being created.`);
  return stored;
}
