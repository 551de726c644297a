import { eq } from 'drizzle-orm';
import { t } from '#shared/languages/translate.ts';
import { emit } from '../../events/emit.ts';
import type { Handler } from '../../identity/handler.ts';
import { requestRotation } from '../../identity/rotation.ts';
import { countActiveAdmins, findUser, type UserRow } from '../../identity/users.ts';
import type { Tx } from '../../platform/db/open.ts';
import { authUsers } from '../../platform/db/tables/identity.ts';
import { users } from '../../platform/db/tables/users.ts';
import { callError, denied } from '../../platform/input/call-error.ts';
import { presentUser } from './present.ts';
import { declinePublishing, forgetRequest } from './publishing.ts';

/** Reason shown to users who lost the developer role. */
const TAKEN = 'Store staff changed your role.';

/**
 * `users.setRole`: changes a user's role. The last active admin keeps theirs. Demotion to user counts as
 * rejection: only an admin can make them a developer again.
 */
export const setRole: Handler<'users.setRole'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const admins = await countActiveAdmins(tx);
    const person = await findUser(tx, data.uid);
    if (!person) throw callError('not-found', () => t`This user doesn’t exist.`);
    if (person.role === data.role) return { user: await presentUser(tx, person) };
    if (data.role === 'admin') await requireConfirmedAccount(tx, person);
    if (person.role === 'admin' && !person.suspendedAt && admins <= 1) {
      throw denied(() => t`This is the last admin. Make someone else an admin first.`, {
        reason: 'last-admin',
      });
    }
    const now = context.clock();
    await tx.update(users).set({ role: data.role, updatedAt: now }).where(eq(users.uid, data.uid));
    if (data.role === 'user') await declinePublishing(tx, data.uid, { reason: TAKEN, now });
    else await forgetRequest(tx, data.uid);
    await requestRotation(tx, data.uid);
    await emit(tx, {
      by: caller.uid,
      name: 'user.role-changed',
      uid: data.uid,
      details: { from: person.role, to: data.role },
    });
    return { user: await presentUser(tx, { ...person, role: data.role }) };
  });

/**
 * Throws while the address is unconfirmed, because the account may belong to someone else than the admin
 * means.
 */
async function requireConfirmedAccount(tx: Tx, { uid, email }: UserRow): Promise<void> {
  const [account] = await tx
    .select({ isConfirmed: authUsers.emailVerified })
    .from(authUsers)
    .where(eq(authUsers.id, uid));
  if (account?.isConfirmed) return;
  throw callError(
    'failed-precondition',
    () =>
      t`${email} was never confirmed, so this account may be someone else’s. Confirm it first if you know that it’s theirs.`,
    { reason: 'email-not-confirmed' },
  );
}
