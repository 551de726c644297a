import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { CallError } from '#shared/errors.ts';
import { t } from '#shared/languages/translate.ts';
import { type StoreSettings, storeSettingsSchema } from '#shared/settings/settings.ts';
import { withoutHidden } from '#shared/visible-text.ts';
import type { Db, Tx } from './db/open.ts';
import { defineStatement } from './db/statement.ts';
import { storeSettings } from './db/tables/store.ts';
import { callError } from './input/call-error.ts';

/** Id of the single row with the store's changes. */
const ROW = 1;

export const SETTINGS = defineStatement('settings', () => ({
  select: { data: storeSettings.data },
  from: sql`FROM ${storeSettings} WHERE ${storeSettings.id} = ${sql.raw(String(ROW))}`,
}));

/**
 * The stored settings can't be read, so whatever depends on them is unavailable: a default in their place could open a
 * private store.
 */
export class UnreadableSettingsError extends CallError {
  /** One sentence for operators: which settings, and why. */
  readonly problem: string;

  constructor(problem: string) {
    const { code, message, details } = callError(
      'unavailable',
      () =>
        t`The store’s settings can’t be read. Ask its operator, whose command doctor says why, then try again.`,
    );
    super(code, message, details);
    this.problem = problem;
  }
}

/** Returns the store's settings: its changes over the defaults. Throws `UnreadableSettingsError`. */
export async function readSettings(db: Db | Tx): Promise<StoreSettings> {
  const row = await SETTINGS.first(db, {});
  return parseStored(row ? row.data : {});
}

/** Returns why the stored settings can't be read, as a sentence; null when they can. */
export async function findSettingsProblem(db: Db | Tx): Promise<string | null> {
  try {
    await readSettings(db);
    return null;
  } catch (error) {
    if (error instanceof UnreadableSettingsError) return error.problem;
    throw error;
  }
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

const storedSchema = z.record(z.string(), z.unknown());

/** Parses the stored changes. Names may be older than the rule that all of a name can be seen. */
function parseStored(data: unknown): StoreSettings {
  const { storeName, tagline, categories, ...others } = parseWith(storedSchema, data);
  const names = { storeName: cleanName(storeName), tagline: cleanName(tagline) };
  const cleaned = Array.isArray(categories)
    ? categories.map((category) => category && { ...category, name: cleanName(category.name) ?? category.id })
    : categories;
  const stored = Object.entries({ ...others, ...names, categories: cleaned });
  return parseWith(
    storeSettingsSchema,
    Object.fromEntries(stored.filter(([, value]) => value !== undefined)),
  );
}

/** Maximum problems that are named. */
const MAX_PROBLEMS = 5;

function parseWith<Value>(schema: z.ZodType<Value>, data: unknown): Value {
  const { success, data: parsed, error } = schema.safeParse(data);
  if (success) return parsed;
  const problems = error.issues
    .slice(0, MAX_PROBLEMS)
    .map(({ path, message }) => `${path.join('.') || 'data'} (${message.replace(/\.$/, '')})`);
  throw new UnreadableSettingsError(`The stored settings can’t be read: ${problems.join(', ')}.`);
}

/** Returns a stored name without hidden characters; undefined for one of which nothing is left, so that the default counts. */
function cleanName(name: unknown): unknown {
  return typeof name === 'string' ? withoutHidden(name).trim() || undefined : name;
}

/** Returns the changes from the defaults, and locks their row, which exists from then on. */
async function lockChanges(tx: Tx): Promise<Record<string, unknown>> {
  await tx.insert(storeSettings).values({ id: ROW, data: {} }).onConflictDoNothing();
  const [row] = await tx.select().from(storeSettings).where(eq(storeSettings.id, ROW)).for('update');
  return parseWith(storedSchema, row?.data);
}
