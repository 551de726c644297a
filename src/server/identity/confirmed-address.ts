import { eq } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import type { Db, Tx } from '../platform/db/open.ts';
import { authUsers } from '../platform/db/tables/identity.ts';

/** Returns true when a user has followed the link in their confirmation email. */
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
  throw new CallError(
    'failed-precondition',
    'Confirm your email first: open the link in the email we sent you, or request another one in your settings.',
    { reason: 'email-not-confirmed' },
  );
}
