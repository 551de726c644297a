import { eq } from 'drizzle-orm';
import { t } from '#shared/languages/translate.ts';
import type { Db, Tx } from '../platform/db/open.ts';
import { authUsers } from '../platform/db/tables/identity.ts';
import { callError } from '../platform/input/call-error.ts';

/** Says how to go on, also in a store that sends no email. */
export const EMAIL_NOT_CONFIRMED = () => t`Confirm your email first. Your settings say under Security how.`;

/** Returns true when a user's address is confirmed. */
export async function isAddressConfirmed(db: Db | Tx, uid: string): Promise<boolean> {
  const [person] = await db
    .select({ isConfirmed: authUsers.emailVerified })
    .from(authUsers)
    .where(eq(authUsers.id, uid));
  return person?.isConfirmed ?? false;
}

/** Stops users from contacting others before they confirm their address. Throws `failed-precondition`. */
export async function requireConfirmedAddress(db: Db | Tx, uid: string): Promise<void> {
  if (await isAddressConfirmed(db, uid)) return;
  throw callError('failed-precondition', EMAIL_NOT_CONFIRMED, { reason: 'email-not-confirmed' });
}
