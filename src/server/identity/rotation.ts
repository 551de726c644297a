import { randomBytes } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { Context } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/open.ts';
import { authSessions } from '../platform/db/tables/identity.ts';

export type SessionRow = typeof authSessions.$inferSelect;

/** Time for which a replaced session stays valid for requests that were in progress, in milliseconds. */
const AFTERLIFE_MS = 60_000;

/**
 * Marks all sessions of a user for replacement when their browsers next ask for a token, because privileges
 * changed.
 */
export async function requestRotation(tx: Tx, uid: string): Promise<void> {
  await tx
    .update(authSessions)
    .set({ rotation: 'due' })
    .where(and(eq(authSessions.userId, uid), isNull(authSessions.rotation)));
}

/**
 * Replaces a session that is due with a new id and cookie for the same user, device and authentication time.
 * Returns the new session; null when it was not due, or was just replaced by another request.
 */
export async function rotateSession({ db, clock }: Context, id: string): Promise<SessionRow | null> {
  const [due] = await db
    .select({ rotation: authSessions.rotation })
    .from(authSessions)
    .where(eq(authSessions.id, id));
  if (due?.rotation !== 'due') return null;
  return db.transaction(async (tx) => {
    const [old] = await tx
      .select()
      .from(authSessions)
      .where(and(eq(authSessions.id, id), eq(authSessions.rotation, 'due')))
      .for('update');
    if (!old) return null;
    await retireSession(tx, old, clock());
    const [fresh] = await tx
      .insert(authSessions)
      .values({ ...old, id: randomId(), token: randomId(), rotation: null, updatedAt: clock() })
      .returning();
    return fresh ?? null;
  });
}

/** Ends a replaced session soon. */
export async function retireSession(
  db: Db | Tx,
  old: Pick<SessionRow, 'id' | 'expiresAt'>,
  now: Date,
): Promise<void> {
  const end = new Date(Math.min(old.expiresAt.getTime(), now.getTime() + AFTERLIFE_MS));
  await db.update(authSessions).set({ rotation: 'done', expiresAt: end }).where(eq(authSessions.id, old.id));
}

function randomId(): string {
  return randomBytes(24).toString('base64url');
}
