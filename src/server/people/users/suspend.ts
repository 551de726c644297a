import { eq } from 'drizzle-orm';
import { t } from '#shared/languages/translate.ts';
import { emit } from '../../events/emit.ts';
import type { Handler } from '../../identity/handler.ts';
import { countActiveAdmins, findUser } from '../../identity/users.ts';
import { authSessions } from '../../platform/db/tables/identity.ts';
import { users } from '../../platform/db/tables/users.ts';
import { callError, denied } from '../../platform/input/call-error.ts';
import { holdPublisher } from '../holds/insert-hold.ts';
import { presentUser } from './present.ts';

/**
 * `users.suspend`: suspends a user with a reason and ends all their sessions, and holds everything of theirs if asked, or
 * lifts a suspension. A hold stays until `holds.lift`.
 */
export const suspendUser: Handler<'users.suspend'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const admins = await countActiveAdmins(tx);
    const person = await findUser(tx, data.uid);
    if (!person) throw callError('not-found', () => t`This user doesn’t exist.`);
    const now = context.clock();
    if (data.suspended && data.hold)
      await holdPublisher(tx, { ...data.hold, subjectId: data.uid, byUid: caller.uid, now });
    if (Boolean(person.suspendedAt) === data.suspended) return { user: await presentUser(tx, person) };
    if (data.suspended && person.role === 'admin' && admins <= 1) {
      throw denied(() => t`This is the last admin. Make someone else an admin first.`, {
        reason: 'last-admin',
      });
    }
    const change = data.suspended
      ? { suspendedAt: now, suspensionReason: data.reason }
      : { suspendedAt: null, suspensionReason: null };
    await tx.update(users).set(change).where(eq(users.uid, data.uid));
    if (data.suspended) await tx.delete(authSessions).where(eq(authSessions.userId, data.uid));
    await emit(tx, {
      by: caller.uid,
      name: data.suspended ? 'user.suspended' : 'user.unsuspended',
      uid: data.uid,
      details: { reason: data.reason },
    });
    return { user: await presentUser(tx, { ...person, ...change }) };
  });
