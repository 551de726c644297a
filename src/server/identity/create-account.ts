import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Tx } from '../platform/db/open.ts';
import { authUsers } from '../platform/db/tables/identity.ts';
import { storePassword } from './credentials.ts';

export interface NewAccount {
  /** In lower case. */
  readonly email: string;
  readonly name: string;
  /** Hash of the password (`hashPassword`), computed before the transaction because it takes long. */
  readonly hash: string;
  readonly emailVerified: boolean;
  readonly now: Date;
}

/**
 * Creates an account and its password together. Concurrent requests for one address run one after the other.
 * Returns the uid; null, without changes, when the address has an account.
 */
export async function createAccount(
  tx: Tx,
  { email, name, hash, emailVerified, now }: NewAccount,
): Promise<string | null> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('quayside account ' || ${email}, 0))`);
  const uid = randomUUID();
  const [created] = await tx
    .insert(authUsers)
    .values({ id: uid, email, name, emailVerified, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning({ uid: authUsers.id });
  if (!created) return null;
  await storePassword(tx, { uid, hash, now });
  return uid;
}
