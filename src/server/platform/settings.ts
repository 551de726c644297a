import { eq, sql } from 'drizzle-orm';
import { type StoreSettings, storeSettingsSchema } from '#shared/settings/settings.ts';
import { withoutHidden } from '#shared/visible-text.ts';
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
  return parseStored(row?.data ?? {});
}

/** Returns the settings, which only this transaction can change until it ends. */
export async function lockSettings(tx: Tx): Promise<StoreSettings> {
  return parseStored(await lockChanges(tx));
}

/** Saves the changed settings; the others keep following the defaults. */
export async function writeSettings(tx: Tx, changed: Partial<StoreSettings>): Promise<StoreSettings> {
  const data = { ...(await lockChanges(tx)), ...changed };
  await tx.update(storeSettings).set({ data, updatedAt: sql`now()` }).where(eq(storeSettings.id, ROW));
  return parseStored(data);
}

/** Parses the stored changes. Names may be older than the rule that all of a name can be seen. */
function parseStored({ storeName, tagline, categories, ...others }: Record<string, unknown>): StoreSettings {
  const names = { storeName: cleanName(storeName), tagline: cleanName(tagline) };
  const cleaned = Array.isArray(categories)
    ? categories.map((category) => ({ ...category, name: cleanName(category.name) ?? category.id }))
    : categories;
  const stored = Object.entries({ ...others, ...names, categories: cleaned });
  return storeSettingsSchema.parse(Object.fromEntries(stored.filter(([, value]) => value !== undefined)));
}

/** Returns a stored name without hidden characters; undefined for one of which nothing is left, so that the default counts. */
function cleanName(name: unknown): unknown {
  return typeof name === 'string' ? withoutHidden(name).trim() || undefined : name;
}

/** Returns the changes from the defaults, and locks their row, which exists from then on. */
async function lockChanges(tx: Tx): Promise<Record<string, unknown>> {
  await tx.insert(storeSettings).values({ id: ROW, data: {} }).onConflictDoNothing();
  const [row] = await tx.select().from(storeSettings).where(eq(storeSettings.id, ROW)).for('update');
  return row?.data ?? {};
}
