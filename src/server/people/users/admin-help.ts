import { eq } from 'drizzle-orm';
import { t } from '#shared/languages/translate.ts';
import { PASSWORD_LINK_HOURS } from '#shared/users/invitation-calls.ts';
import { emit } from '../../events/emit.ts';
import { lockAccount } from '../../identity/credentials.ts';
import { createResetLink } from '../../identity/email-links.ts';
import type { Handler } from '../../identity/handler.ts';
import { countPasswordLink } from '../../identity/message-limits.ts';
import { requestRotation } from '../../identity/rotation.ts';
import { findUser } from '../../identity/users.ts';
import { ADMIN_COMMAND } from '../../platform/config/admin-command.ts';
import type { Tx } from '../../platform/db/open.ts';
import { authUsers } from '../../platform/db/tables/identity.ts';
import { callError, denied } from '../../platform/input/call-error.ts';

/**
 * `users.confirmEmail`: confirms a user's address where no email does it. The admin vouches that the account is its
 * owner's, so its sessions stay. Confirming it again has no further effect.
 */
export const confirmUserEmail: Handler<'users.confirmEmail'> = async ({ data: { uid }, caller, context }) =>
  context.db.transaction(async (tx) => {
    const { account } = await lockUser(tx, uid);
    if (account.emailVerified) return {};
    const now = context.clock();
    await tx.update(authUsers).set({ emailVerified: true, updatedAt: now }).where(eq(authUsers.id, uid));
    await requestRotation(tx, uid);
    await emit(tx, { by: caller.uid, name: 'user.email-confirmed-by-staff', uid });
    return {};
  });

/**
 * `users.createPasswordLink`: returns a link for a new password, which an admin passes on to a user. Not for admins, whose
 * accounts another admin could take over by it: those ask the operator.
 */
export const createPasswordLink: Handler<'users.createPasswordLink'> = async ({ data, caller, context }) => {
  const { uid } = data;
  await countPasswordLink(context, caller.uid);
  return context.db.transaction(async (tx) => {
    const { person } = await lockUser(tx, uid);
    if (person.role === 'admin') {
      const command = `${ADMIN_COMMAND} reset-password ${person.email}`;
      throw denied(() => t`Only the operator resets the password of an admin, by the command: ${command}`, {
        reason: 'role',
      });
    }
    const now = context.clock();
    const lifetimeSeconds = PASSWORD_LINK_HOURS * 3_600;
    const { publicUrl } = context.config;
    const link = await createResetLink(tx, { publicUrl, uid, now, lifetimeSeconds });
    await emit(tx, {
      by: caller.uid,
      name: 'user.password-link-created',
      uid,
      details: { by: 'staff' },
    });
    return { link, expiresAt: new Date(now.getTime() + lifetimeSeconds * 1_000).toISOString() };
  });
};

async function lockUser(tx: Tx, uid: string) {
  const person = await findUser(tx, uid);
  const account = person && (await lockAccount(tx, uid));
  if (!account) throw callError('not-found', () => t`This user doesn’t exist.`);
  return { person, account };
}
