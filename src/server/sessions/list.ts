import { and, desc, eq, gt, isNull, ne, or } from 'drizzle-orm';
import { requireSession } from '../auth/authenticate.ts';
import { PROOF_SECONDS } from '../auth/step-up.ts';
import type { Handler } from '../callable.ts';
import { authSessions } from '../db/identity-tables.ts';
import { describeDevice } from './device.ts';

/** More than anybody has; the most recently used ones are shown. */
const MOST = 100;

/** `sessions.list`: where the caller is signed in, this session first. Sessions that were replaced are left out. */
export const listSessions: Handler<'sessions.list'> = async ({ caller, context: { db, clock } }) => {
  const { sessionId, provedAt } = requireSession(caller);
  const isLive = and(
    gt(authSessions.expiresAt, clock()),
    or(isNull(authSessions.rotation), ne(authSessions.rotation, 'done')),
  );
  const rows = await db
    .select()
    .from(authSessions)
    .where(and(eq(authSessions.userId, caller.uid), or(isLive, eq(authSessions.id, sessionId))))
    .orderBy(desc(authSessions.lastUsedAt), desc(authSessions.id))
    .limit(MOST);
  const sessions = rows.map((row) => {
    const { device, kind } = describeDevice(row.userAgent);
    return {
      id: row.id,
      current: row.id === sessionId,
      device,
      kind,
      address: row.ipAddress || null,
      createdAt: row.createdAt.toISOString(),
      lastUsedAt: row.lastUsedAt.toISOString(),
    };
  });
  return {
    sessions: sessions.toSorted((a, b) => Number(b.current) - Number(a.current)),
    provedUntil: new Date(provedAt.getTime() + PROOF_SECONDS * 1000).toISOString(),
  };
};
