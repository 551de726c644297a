import { eq } from 'drizzle-orm';
import { emit } from '../../events/emit.ts';
import { endSessions, lockAccount, removeSecondFactor } from '../../identity/credentials.ts';
import { createUserRecord } from '../../identity/users.ts';
import { StartupError } from '../../platform/config/startup-error.ts';
import type { Db } from '../../platform/db/open.ts';
import { authUsers } from '../../platform/db/tables/identity.ts';

/**
 * Turns off two-factor sign-in for an account and ends its sessions: for users who lost their codes, or whose
 * second factor was set up by someone else. Returns the result as a sentence. Throws `StartupError`.
 */
export async function removeSecondFactorOf(db: Db, address: string): Promise<string> {
  const email = address.trim().toLowerCase();
  return db.transaction(async (tx) => {
    const [known] = await tx.select({ uid: authUsers.id }).from(authUsers).where(eq(authUsers.email, email));
    const account = known && (await lockAccount(tx, known.uid));
    if (!account) throw new StartupError(`No account has the email ${email}.`);
    if (!(await removeSecondFactor(tx, account.id))) return `${email} doesn’t use two-factor authentication.`;
    await endSessions(tx, account.id);
    await createUserRecord(tx, account.id);
    await emit(tx, {
      by: null,
      name: 'user.two-factor-removed',
      uid: account.id,
      details: { by: 'operator' },
    });
    return `Two-factor authentication is off for ${email}, and all sessions were signed out.`;
  });
}
