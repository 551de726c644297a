import { eq } from 'drizzle-orm';
import { type StoreSettings, storeSettingsSchema } from '#shared/settings/settings.ts';
import type { Db, Tx } from '../db/open.ts';
import { storeSettings } from '../db/tables.ts';

/** The one row that holds what the store changed. */
const ROW = 1;

/** The store's settings: what its people changed, over the defaults. */
export async function readSettings(db: Db | Tx): Promise<StoreSettings> {
  const [row] = await db.select().from(storeSettings).where(eq(storeSettings.id, ROW));
  return storeSettingsSchema.parse(row?.data ?? {});
}

/** Stores the settings that were changed; the others keep following the defaults. */
export async function writeSettings(tx: Tx, changed: Partial<StoreSettings>): Promise<StoreSettings> {
  const [row] = await tx.select().from(storeSettings).where(eq(storeSettings.id, ROW)).for('update');
  const data = { ...row?.data, ...changed };
  await tx
    .insert(storeSettings)
    .values({ id: ROW, data })
    .onConflictDoUpdate({ target: storeSettings.id, set: { data, updatedAt: new Date() } });
  return storeSettingsSchema.parse(data);
}
