import { randomBytes } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { authSessions } from '../db/identity-tables.ts';
import type { Db, Tx } from '../db/open.ts';

export type SessionRow = typeof authSessions.$inferSelect;

/** How long a replaced session lives on, for the requests that were under way with it, in milliseconds. */
const AFTERLIFE_MS = 60_000;

/** A person's privileges change: each of their sessions is replaced when its browser next asks for a token. */
export async function requestRotation(tx: Tx, uid: string): Promise<void> {
  await tx
    .update(authSessions)
    .set({ rotation: 'due' })
    .where(and(eq(authSessions.userId, uid), isNull(authSessions.rotation)));
}

/**
 * Replaces a session that is due: a new id and a new cookie for the same person and device, proof and all.
 * Gives the new session; null when it was not due, or another request replaced it just now.
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

/** Lets a session that was replaced end soon. */
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
