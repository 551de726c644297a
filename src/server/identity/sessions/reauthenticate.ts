import { and, eq } from 'drizzle-orm';
import { t } from '#shared/languages/translate.ts';
import { authAccounts, authSessions } from '../../platform/db/tables/identity.ts';
import { errorOf, writeMessage } from '../../platform/input/call-error.ts';
import { requireSession } from '../authenticate.ts';
import type { Handler } from '../handler.ts';
import { verifyPassword } from '../password.ts';
import { countAttempt, forgetAttempts, LIMITS } from '../rate-limits.ts';
import { REAUTHENTICATION_SECONDS } from '../reauthentication.ts';

/**
 * `sessions.reauthenticate`: reauthenticates the user; this session may then perform sensitive actions for ten
 * minutes.
 */
export const reauthenticate: Handler<'sessions.reauthenticate'> = async ({ data, caller, context }) => {
  const { sessionId } = requireSession(caller);
  await countAttempt(context, LIMITS.passwordBySession, sessionId);
  const [account] = await context.db
    .select({ hash: authAccounts.password })
    .from(authAccounts)
    .where(and(eq(authAccounts.userId, caller.uid), eq(authAccounts.providerId, 'credential')));
  if (!account?.hash || !(await verifyPassword({ hash: account.hash, password: data.password }))) {
    const written = writeMessage(() => t`The password is wrong.`);
    throw errorOf('invalid-argument', written, {
      reason: 'password',
      issues: [{ path: 'password', ...written }],
    });
  }
  await forgetAttempts(context, LIMITS.passwordBySession, sessionId);
  const now = context.clock();
  await context.db.update(authSessions).set({ authenticatedAt: now }).where(eq(authSessions.id, sessionId));
  return { authenticatedUntil: new Date(now.getTime() + REAUTHENTICATION_SECONDS * 1000).toISOString() };
};
