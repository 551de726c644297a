import { sql } from 'drizzle-orm';
import { MAX_SESSIONS } from '#shared/account/session-calls.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import { authSessions } from '../../platform/db/tables/identity.ts';
import { requireSession } from '../authenticate.ts';
import type { Handler } from '../handler.ts';
import { REAUTHENTICATION_SECONDS } from '../reauthentication.ts';
import { describeDevice } from './device.ts';

interface ListValues {
  readonly uid: string;
  readonly sessionId: string;
  readonly now: string;
}

const { id, userAgent, ipAddress, createdAt, lastUsedAt, expiresAt, rotation } = authSessions;

const LIST = defineStatement('sessions.list', ({ uid, sessionId, now }: StatementValues<ListValues>) => ({
  select: { id, userAgent, ipAddress, createdAt, lastUsedAt },
  from: sql`
    FROM ${authSessions}
    WHERE ${authSessions.userId} = ${uid}
      AND ((${expiresAt} > ${now}::timestamptz AND ${rotation} IS DISTINCT FROM 'done') OR ${id} = ${sessionId})
    ORDER BY ${lastUsedAt} DESC, ${id} DESC LIMIT ${sql.raw(String(MAX_SESSIONS))}`,
}));

/** `sessions.list`: returns the caller's sessions, the current one first, without replaced ones. */
export const listSessions: Handler<'sessions.list'> = async ({ caller, context: { db, clock } }) => {
  const { sessionId, authenticatedAt } = requireSession(caller);
  const rows = await LIST.all(db, { uid: caller.uid, sessionId, now: clock().toISOString() });
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
    authenticatedUntil: new Date(authenticatedAt.getTime() + REAUTHENTICATION_SECONDS * 1000).toISOString(),
  };
};
