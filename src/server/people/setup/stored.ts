import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
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
};

/** Returns what is stored of the set-up. */
export async function readSetup(db: Db | Tx): Promise<StoredSetup> {
  const [row] = await db.select().from(storeSetup).where(eq(storeSetup.id, ROW));
  return row ?? NOTHING;
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

/**
 * Returns a hash of the mail configuration: a test counts only while it is the same. Keyed, because SMTP_URL contains a
 * password.
 */
export function mailConfigurationHash({ config, secret }: Pick<Context, 'config' | 'secret'>): string {
  return createHmac('sha256', secret)
    .update(`mail\0${config.smtpUrl}\0${config.mailFrom}`)
    .digest('base64url');
}
