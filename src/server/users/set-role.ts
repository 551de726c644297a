import { eq } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import { recordAudit } from '../audit/record.ts';
import { requestRotation } from '../auth/rotation.ts';
import type { Handler } from '../callable.ts';
import { users } from '../db/tables.ts';
import { presentUser } from './present.ts';
import { forgetRequest } from './publishing.ts';
import { countActiveAdmins, findUser } from './queries.ts';

/** `users.setRole`: gives a person another role. The last admin who can act keeps theirs. */
export const setRole: Handler<'users.setRole'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const admins = await countActiveAdmins(tx);
    const person = await findUser(tx, data.uid);
    if (!person) throw new CallError('not-found', 'There is no such person.');
    if (person.role === data.role) return { user: await presentUser(tx, person) };
    if (person.role === 'admin' && !person.suspendedAt && admins <= 1) {
      const reason = 'This is the last admin. Make somebody else an admin first.';
      throw new CallError('failed-precondition', reason, { reason });
    }
    await tx
      .update(users)
      .set({ role: data.role, updatedAt: context.clock() })
      .where(eq(users.uid, data.uid));
    await forgetRequest(tx, data.uid);
    await requestRotation(tx, data.uid);
    await recordAudit(tx, {
      actorUid: caller.uid,
      event: 'user.role-changed',
      subjectUid: data.uid,
      details: { from: person.role, to: data.role },
    });
    return { user: await presentUser(tx, { ...person, role: data.role }) };
  });
