import { eq } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import { recordAudit } from '../audit/record.ts';
import type { Handler } from '../callable.ts';
import { users } from '../db/tables.ts';
import { presentUser } from './present.ts';
import { findUser } from './queries.ts';

/** `users.setVerified`: gives or takes the badge that says the store knows who this is. */
export const setVerified: Handler<'users.setVerified'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const person = await findUser(tx, data.uid);
    if (!person) throw new CallError('not-found', 'There is no such person.');
    if (person.isVerified === data.verified) return { user: await presentUser(tx, person) };
    const change = { isVerified: data.verified, updatedAt: context.clock() };
    await tx.update(users).set(change).where(eq(users.uid, data.uid));
    await recordAudit(tx, {
      actorUid: caller.uid,
      event: data.verified ? 'user.verified' : 'user.unverified',
      subjectUid: data.uid,
    });
    return { user: await presentUser(tx, { ...person, ...change }) };
  });
