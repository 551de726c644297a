import { eq } from 'drizzle-orm';
import type { Tx } from '../platform/db/open.ts';
import { authUsers } from '../platform/db/tables/identity.ts';
import { endSessions, removePasskeys, removeSecondFactor, removeTokens } from './credentials.ts';

/** The data added to an account before its address was confirmed, which is now deleted. */
export interface Removed {
  readonly sessions: number;
  readonly tokens: number;
  readonly passkeys: number;
  readonly twoFactor: boolean;
}

interface FirstConfirmation {
  readonly uid: string;
  /** The session that confirms; without it every session ends. */
  readonly keptSessionId?: string | undefined;
  readonly now: Date;
}

/**
 * Marks an address as confirmed, and deletes what was added before, because anyone may have created the
 * account with this address. The account must be locked (`lockAccount`).
 */
export async function confirmFirst(tx: Tx, { uid, keptSessionId, now }: FirstConfirmation): Promise<Removed> {
  const removed = {
    sessions: await endSessions(tx, uid, keptSessionId),
    tokens: await removeTokens(tx, uid),
    passkeys: await removePasskeys(tx, uid),
    twoFactor: await removeSecondFactor(tx, uid),
  };
  await tx.update(authUsers).set({ emailVerified: true, updatedAt: now }).where(eq(authUsers.id, uid));
  return removed;
}
