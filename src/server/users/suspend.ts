import { eq } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import { recordAudit } from '../audit/record.ts';
import type { Handler } from '../callable.ts';
import { authSessions } from '../db/identity-tables.ts';
import { users } from '../db/tables.ts';
import { presentUser } from './present.ts';
import { countActiveAdmins, findUser } from './queries.ts';

/** `users.suspend`: suspends a person with a reason and ends all their sessions, or lifts a suspension. */
export const suspendUser: Handler<'users.suspend'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const admins = await countActiveAdmins(tx);
    const person = await findUser(tx, data.uid);
    if (!person) throw new CallError('not-found', 'There is no such person.');
    if (Boolean(person.suspendedAt) === data.suspended) return { user: await presentUser(tx, person) };
    if (data.suspended && person.role === 'admin' && admins <= 1) {
      const reason = 'This is the last admin. Make somebody else an admin first.';
      throw new CallError('failed-precondition', reason, { reason });
    }
    const now = context.clock();
    const change = data.suspended
      ? { suspendedAt: now, suspensionReason: data.reason }
      : { suspendedAt: null, suspensionReason: null };
    await tx.update(users).set(change).where(eq(users.uid, data.uid));
    if (data.suspended) await tx.delete(authSessions).where(eq(authSessions.userId, data.uid));
    await recordAudit(tx, {
      actorUid: caller.uid,
      event: data.suspended ? 'user.suspended' : 'user.unsuspended',
      subjectUid: data.uid,
      details: { reason: data.reason },
    });
    return { user: await presentUser(tx, { ...person, ...change }) };
  });
