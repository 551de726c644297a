import { and, eq, ne } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import { requireSession } from '../auth/authenticate.ts';
import type { Handler } from '../callable.ts';
import { authSessions } from '../db/identity-tables.ts';

/** `sessions.revoke`: ends one of the caller's own sessions; its next call is refused. */
export const revokeSession: Handler<'sessions.revoke'> = async ({ data, caller, context: { db } }) => {
  const ended = await db
    .delete(authSessions)
    .where(and(eq(authSessions.id, data.sessionId), eq(authSessions.userId, caller.uid)))
    .returning({ id: authSessions.id });
  if (ended.length === 0) throw new CallError('not-found', 'This session has ended already.');
  return {};
};

/** `sessions.revokeOthers`: ends all of the caller's sessions but this one. */
export const revokeOtherSessions: Handler<'sessions.revokeOthers'> = async ({ caller, context: { db } }) => {
  const { sessionId } = requireSession(caller);
  const ended = await db
    .delete(authSessions)
    .where(and(eq(authSessions.userId, caller.uid), ne(authSessions.id, sessionId)))
    .returning({ rotation: authSessions.rotation });
  return { count: ended.filter(({ rotation }) => rotation !== 'done').length };
};
