import { randomUUID } from 'node:crypto';
import { and, count, eq, lte, ne } from 'drizzle-orm';
import type { KeptCredentials } from '#shared/account/calls.ts';
import type { Tx } from '../platform/db/open.ts';
import { pushSubscriptions } from '../platform/db/tables/deliveries.ts';
import {
  authAccounts,
  authPasskeys,
  authSessions,
  authTwoFactors,
  authUsers,
  authVerifications,
} from '../platform/db/tables/identity.ts';
import { apiTokens } from '../platform/db/tables/tokens.ts';
import { users } from '../platform/db/tables/users.ts';
import { forgetOrigins } from './known-origins.ts';

export type AccountRow = typeof authUsers.$inferSelect;

/**
 * Locks an account and its record until the transaction ends. Sessions, tokens and passkeys refer to one of
 * them, so none can be added meanwhile. Returns null when there is no such account.
 */
export async function lockAccount(tx: Tx, uid: string): Promise<AccountRow | null> {
  await tx.select({ uid: users.uid }).from(users).where(eq(users.uid, uid)).for('update');
  const [account] = await tx.select().from(authUsers).where(eq(authUsers.id, uid)).for('update');
  return account ?? null;
}

/**
 * Ends an account's sessions except one, and everything that a sign-in left: trusted and known devices,
 * password reset links, pending second steps, push messages. Returns the number of ended sessions.
 */
export async function endSessions(tx: Tx, uid: string, keptSessionId?: string): Promise<number> {
  const others = keptSessionId === undefined ? undefined : ne(authSessions.id, keptSessionId);
  const ended = await tx
    .delete(authSessions)
    .where(and(eq(authSessions.userId, uid), others))
    .returning({ rotation: authSessions.rotation });
  await tx.delete(authVerifications).where(eq(authVerifications.value, uid));
  await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.uid, uid));
  await forgetOrigins(tx, uid);
  return ended.filter(({ rotation }) => rotation !== 'done').length;
}

/** Deletes all API tokens of an account, or those that existed at `until`. Returns how many. */
export async function removeTokens(tx: Tx, uid: string, until?: Date): Promise<number> {
  const isOlder = until && lte(apiTokens.createdAt, until);
  const removed = await tx
    .delete(apiTokens)
    .where(and(eq(apiTokens.ownerUid, uid), isOlder))
    .returning({ id: apiTokens.id });
  return removed.length;
}

/** Deletes all passkeys of an account, or those that existed at `until`. Returns how many. */
export async function removePasskeys(tx: Tx, uid: string, until?: Date): Promise<number> {
  const isOlder = until && lte(authPasskeys.createdAt, until);
  const removed = await tx
    .delete(authPasskeys)
    .where(and(eq(authPasskeys.userId, uid), isOlder))
    .returning({ id: authPasskeys.id });
  return removed.length;
}

/** Turns off an account's second factor and deletes its recovery codes. Returns true if there was one. */
export async function removeSecondFactor(tx: Tx, uid: string): Promise<boolean> {
  const removed = await tx
    .delete(authTwoFactors)
    .where(eq(authTwoFactors.userId, uid))
    .returning({ id: authTwoFactors.id });
  await tx.update(authUsers).set({ twoFactorEnabled: false }).where(eq(authUsers.id, uid));
  return removed.length > 0;
}

/** Counts the credentials of an account other than its password. */
export async function countKept(tx: Tx, uid: string): Promise<KeptCredentials> {
  const [tokens] = await tx.select({ count: count() }).from(apiTokens).where(eq(apiTokens.ownerUid, uid));
  const [passkeys] = await tx
    .select({ count: count() })
    .from(authPasskeys)
    .where(eq(authPasskeys.userId, uid));
  const [account] = await tx
    .select({ twoFactor: authUsers.twoFactorEnabled })
    .from(authUsers)
    .where(eq(authUsers.id, uid));
  return {
    tokens: tokens?.count ?? 0,
    passkeys: passkeys?.count ?? 0,
    twoFactor: account?.twoFactor ?? false,
  };
}

interface NewPassword {
  readonly uid: string;
  /** Computed before the transaction because it takes long. */
  readonly hash: string;
  readonly now: Date;
}

/** Stores the hash of an account's new password, and unlocks its second factor after wrong codes. */
export async function storePassword(tx: Tx, { uid, hash, now }: NewPassword): Promise<void> {
  const updated = await tx
    .update(authAccounts)
    .set({ password: hash, updatedAt: now })
    .where(and(eq(authAccounts.userId, uid), eq(authAccounts.providerId, 'credential')))
    .returning({ id: authAccounts.id });
  if (updated.length === 0) {
    await tx
      .insert(authAccounts)
      .values({ id: randomUUID(), accountId: uid, providerId: 'credential', userId: uid, password: hash });
  }
  await tx
    .update(authTwoFactors)
    .set({ failedVerificationCount: 0, lockedUntil: null })
    .where(eq(authTwoFactors.userId, uid));
}
