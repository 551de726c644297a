import { and, eq } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import { countAttempt, forgetAttempts, LIMITS } from '../auth/attempts.ts';
import { requireSession } from '../auth/authenticate.ts';
import { verifyPassword } from '../auth/password.ts';
import { PROOF_SECONDS } from '../auth/step-up.ts';
import type { Handler } from '../callable.ts';
import { authAccounts, authSessions } from '../db/identity-tables.ts';

/** `sessions.stepUp`: the person proves again that it is them; for ten minutes this session may do what is sensitive. */
export const stepUp: Handler<'sessions.stepUp'> = async ({ data, caller, context }) => {
  const { sessionId } = requireSession(caller);
  await countAttempt(context, LIMITS.passwordBySession, caller.uid);
  const [account] = await context.db
    .select({ hash: authAccounts.password })
    .from(authAccounts)
    .where(and(eq(authAccounts.userId, caller.uid), eq(authAccounts.providerId, 'credential')));
  if (!account?.hash || !(await verifyPassword({ hash: account.hash, password: data.password }))) {
    const message = 'The password is not right.';
    throw new CallError('invalid-argument', message, {
      reason: 'password',
      issues: [{ path: 'password', message }],
    });
  }
  await forgetAttempts(context, LIMITS.passwordBySession, caller.uid);
  const now = context.clock();
  await context.db.update(authSessions).set({ provedAt: now }).where(eq(authSessions.id, sessionId));
  return { provedUntil: new Date(now.getTime() + PROOF_SECONDS * 1000).toISOString() };
};
