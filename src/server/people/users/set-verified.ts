import { eq } from 'drizzle-orm';
import { t } from '#shared/languages/translate.ts';
import { emit } from '../../events/emit.ts';
import type { Handler } from '../../identity/handler.ts';
import { findUser } from '../../identity/users.ts';
import { users } from '../../platform/db/tables/users.ts';
import { callError } from '../../platform/input/call-error.ts';
import { presentUser } from './present.ts';

/** `users.setVerified`: sets or removes the verified badge. */
export const setVerified: Handler<'users.setVerified'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const person = await findUser(tx, data.uid);
    if (!person) throw callError('not-found', () => t`This user doesn’t exist.`);
    if (person.isVerified === data.verified) return { user: await presentUser(tx, person) };
    const change = { isVerified: data.verified, updatedAt: context.clock() };
    await tx.update(users).set(change).where(eq(users.uid, data.uid));
    await emit(tx, {
      by: caller.uid,
      name: data.verified ? 'user.verified' : 'user.unverified',
      uid: data.uid,
    });
    return { user: await presentUser(tx, { ...person, ...change }) };
  });
