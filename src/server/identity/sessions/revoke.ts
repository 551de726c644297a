import { and, eq, ne } from 'drizzle-orm';
import { t } from '#shared/languages/translate.ts';
import { authSessions } from '../../platform/db/tables/identity.ts';
import { callError } from '../../platform/input/call-error.ts';
import { requireSession } from '../authenticate.ts';
import type { Handler } from '../handler.ts';

/** `sessions.revoke`: ends one of the caller's sessions; its next call is rejected. */
export const revokeSession: Handler<'sessions.revoke'> = async ({ data, caller, context: { db } }) => {
  const ended = await db
    .delete(authSessions)
    .where(and(eq(authSessions.id, data.sessionId), eq(authSessions.userId, caller.uid)))
    .returning({ id: authSessions.id });
  if (ended.length === 0) throw callError('not-found', () => t`This session has already ended.`);
  return {};
};

/** `sessions.revokeOthers`: ends all of the caller's sessions but the current one. */
export const revokeOtherSessions: Handler<'sessions.revokeOthers'> = async ({ caller, context: { db } }) => {
  const { sessionId } = requireSession(caller);
  const ended = await db
    .delete(authSessions)
    .where(and(eq(authSessions.userId, caller.uid), ne(authSessions.id, sessionId)))
    .returning({ rotation: authSessions.rotation });
  return { count: ended.filter(({ rotation }) => rotation !== 'done').length };
};
