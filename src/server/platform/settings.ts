import { eq, sql } from 'drizzle-orm';
import { type StoreSettings, storeSettingsSchema } from '#shared/settings/settings.ts';
import type { Db, Tx } from './db/open.ts';
import { defineStatement } from './db/statement.ts';
import { storeSettings } from './db/tables/store.ts';

/** Id of the single row with the store's changes. */
const ROW = 1;

export const SETTINGS = defineStatement('settings', () => ({
  select: { data: storeSettings.data },
  from: sql`FROM ${storeSettings} WHERE ${storeSettings.id} = ${sql.raw(String(ROW))}`,
}));

/** Returns the store's settings: its changes over the defaults. */
export async function readSettings(db: Db | Tx): Promise<StoreSettings> {
  const row = await SETTINGS.first(db, {});
  return storeSettingsSchema.parse(row?.data ?? {});
}

/** Saves the changed settings; the others keep following the defaults. */
export async function writeSettings(tx: Tx, changed: Partial<StoreSettings>): Promise<StoreSettings> {
  const [row] = await tx.select().from(storeSettings).where(eq(storeSettings.id, ROW)).for('update');
  const data = { ...row?.data, ...changed };
  await tx
    .insert(storeSettings)
    .values({ id: ROW, data })
    .onConflictDoUpdate({ target: storeSettings.id, set: { data, updatedAt: sql`now()` } });
  return storeSettingsSchema.parse(data);
}
