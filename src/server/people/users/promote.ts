import { eq } from 'drizzle-orm';
import { emit } from '../../events/emit.ts';
import { requestRotation } from '../../identity/rotation.ts';
import { createUserRecord, findUser } from '../../identity/users.ts';
import { StartupError } from '../../platform/config/startup-error.ts';
import { readTransactionTime } from '../../platform/db/clock.ts';
import type { Db } from '../../platform/db/open.ts';
import { authUsers } from '../../platform/db/tables/identity.ts';
import { users } from '../../platform/db/tables/users.ts';
import { forgetRequest } from './publishing.ts';

/**
 * Makes the account with this address an admin on the operator's behalf. Returns the result as a sentence.
 * Throws `StartupError` when there is no such account, or its address is unconfirmed.
 */
export async function promoteToAdmin(db: Db, address: string): Promise<string> {
  const email = address.trim().toLowerCase();
  return db.transaction(async (tx) => {
    const [account] = await tx.select().from(authUsers).where(eq(authUsers.email, email));
    if (!account) {
      throw new StartupError(
        `No account has the email ${email}. Sign up with it first, or start Quayside with ADMIN_EMAIL and ADMIN_PASSWORD to create it.`,
      );
    }
    await createUserRecord(tx, account.id);
    const person = await findUser(tx, account.id);
    if (person?.role === 'admin') return `${email} is already an admin.`;
    if (!account.emailVerified) {
      throw new StartupError(
        `${email} was never confirmed, so someone else may have created this account. Open the link in the confirmation email, or set a new password with "Forgot your password?" on the sign-in page, then run this again.`,
      );
    }
    if (person?.suspendedAt) {
      throw new StartupError(
        `${email} is suspended: ${person.suspensionReason}. Have an admin lift the suspension first.`,
      );
    }
    const now = await readTransactionTime(tx);
    await tx.update(users).set({ role: 'admin', updatedAt: now }).where(eq(users.uid, account.id));
    await forgetRequest(tx, account.id);
    await requestRotation(tx, account.id);
    await emit(tx, {
      by: null,
      name: 'user.role-changed',
      uid: account.id,
      details: { from: person?.role ?? 'user', to: 'admin', by: 'operator' },
    });
    return `${email} is an admin now.`;
  });
}
