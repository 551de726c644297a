import { eq } from 'drizzle-orm';
import type { CallData } from '#shared/calls.ts';
import { CallError } from '#shared/errors.ts';
import { judgePassword } from '#shared/passwords/strength.ts';
import type { Identity } from '../auth/identity.ts';
import type { Handler } from '../callable.ts';
import { authUsers } from '../db/identity-tables.ts';
import { setupLinks } from '../db/tables.ts';
import { hasAdmin } from '../users/queries.ts';
import { createAccount, hashSetupToken, makeAdmin } from './first-admin.ts';

/** `setup.createFirstAdmin`: the operator follows the one-time link and becomes the first admin. The link works once. */
export function createFirstAdmin(identity: Identity): Handler<'setup.createFirstAdmin'> {
  return async ({ data, context }) => {
    const { db } = context;
    if (await hasAdmin(db)) {
      throw new CallError('failed-precondition', 'This store has its first admin already. Sign in instead.', {
        reason: 'has-admin',
      });
    }
    requireAcceptablePassword(data);
    const [link] = await db
      .delete(setupLinks)
      .where(eq(setupLinks.tokenHash, hashSetupToken(data.token)))
      .returning();
    if (!link) {
      throw new CallError(
        'permission-denied',
        'This link is not valid any more. Restart the server: it prints a new one while the store has no admin.',
      );
    }
    const email = data.email.toLowerCase();
    const [taken] = await db.select({ id: authUsers.id }).from(authUsers).where(eq(authUsers.email, email));
    if (taken) {
      await db.insert(setupLinks).values(link);
      throw new CallError(
        'already-exists',
        'There is an account with this address already. Use another address.',
        {
          field: 'email',
        },
      );
    }
    await makeAdmin(context, await createAccount(identity, { ...data, email }));
    return {};
  };
}

/** Whoever guesses this password has the store, so the rule for every other one holds here too: throws `invalid-argument`. */
function requireAcceptablePassword(data: CallData<'setup.createFirstAdmin'>): void {
  const { problem, advice } = judgePassword(data.password, [data.email, data.displayName, 'quayside']);
  if (!problem) return;
  const message = [problem, ...advice].join(' ');
  throw new CallError('invalid-argument', message, { issues: [{ path: 'password', message }] });
}
