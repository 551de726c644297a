import { eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/open.ts';
import { defineStatement } from '../../platform/db/statement.ts';
import { storeSetup } from '../../platform/db/tables/store.ts';

/** Id of the single row. */
const ROW = 1;

type StoredSetup = Omit<typeof storeSetup.$inferSelect, 'id'>;

const NOTHING: StoredSetup = {
  confirmed: {},
  mailTestedAt: null,
  mailTestedWith: null,
  logoKey: null,
  logoSize: null,
  termsVersion: '1',
  legalRevision: 1,
};

const SETUP = defineStatement('store-setup', () => ({
  select: {
    confirmed: storeSetup.confirmed,
    mailTestedAt: storeSetup.mailTestedAt,
    mailTestedWith: storeSetup.mailTestedWith,
    logoKey: storeSetup.logoKey,
    logoSize: storeSetup.logoSize,
    termsVersion: storeSetup.termsVersion,
    legalRevision: storeSetup.legalRevision,
  },
  from: sql`FROM ${storeSetup} WHERE ${storeSetup.id} = ${sql.raw(String(ROW))}`,
}));

/** Returns what is stored of the set-up. */
export async function readSetup(db: Db | Tx): Promise<StoredSetup> {
  return (await SETUP.first(db, {})) ?? NOTHING;
}

/** Returns the same, locked until the end of the transaction. */
export async function lockSetup(tx: Tx): Promise<StoredSetup> {
  await tx.insert(storeSetup).values({ id: ROW }).onConflictDoNothing();
  await tx.select().from(storeSetup).where(eq(storeSetup.id, ROW)).for('update');
  return readSetup(tx);
}

/** Stores a part of the set-up. */
export async function writeSetup(tx: Tx, changed: Partial<StoredSetup>): Promise<void> {
  await tx
    .insert(storeSetup)
    .values({ id: ROW, ...changed })
    .onConflictDoUpdate({ target: storeSetup.id, set: changed });
}
