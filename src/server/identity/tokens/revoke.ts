import { and, eq, inArray, type SQL } from 'drizzle-orm';
import { t } from '#shared/languages/translate.ts';
import { LEAK_REPORTS_PER_HOUR, SIGN_OUTS_PER_HOUR } from '#shared/tokens/calls.ts';
import { emit } from '../../events/emit.ts';
import type { Tx } from '../../platform/db/open.ts';
import { authSessions } from '../../platform/db/tables/identity.ts';
import { apiTokens, buildTokens, deviceAuthorizations } from '../../platform/db/tables/tokens.ts';
import { users } from '../../platform/db/tables/users.ts';
import { callError } from '../../platform/input/call-error.ts';
import { invalidField } from '../../platform/input/invalid.ts';
import type { Handler } from '../handler.ts';
import { hashSecret } from '../principals.ts';
import { countAttempt, type Limit } from '../rate-limits.ts';
import { isWholeSecret } from '../token-secret.ts';

/** `tokens.revoke`: ends one of the caller's tokens; its next call is rejected. */
export const revokeToken: Handler<'tokens.revoke'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const revoked = await tx
      .delete(apiTokens)
      .where(and(eq(apiTokens.id, data.tokenId), eq(apiTokens.ownerUid, caller.uid)))
      .returning({ id: apiTokens.id });
    if (revoked.length === 0)
      throw callError('not-found', () => t`This token was already revoked.`, { reason: 'revoked' });
    await emit(tx, {
      by: caller.uid,
      name: 'token.revoked',
      uid: caller.uid,
      details: { tokenId: data.tokenId },
    });
    return {};
  });

/** `tokens.revokeByStaff`: ends a token of any user, who gets the reason. */
export const revokeTokenByStaff: Handler<'tokens.revokeByStaff'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const revoked = await deleteToken(tx, eq(apiTokens.id, data.tokenId));
    if (!revoked)
      throw callError('not-found', () => t`This token was already revoked.`, { reason: 'revoked' });
    const { ownerUid, ...token } = revoked;
    await emit(tx, {
      by: caller.uid,
      name: 'token.revoked-by-staff',
      uid: ownerUid,
      details: { ...token, reason: data.reason },
    });
    return {};
  });

const LEAKS: Limit = {
  name: 'leaked tokens network',
  max: LEAK_REPORTS_PER_HOUR,
  windowSeconds: 3600,
  message: () => t`Too many leaked tokens reported.`,
};

/**
 * `tokens.reportLeak`: ends a token that somebody found, without asking who they are: those who know a token could use
 * it. Its owner is notified.
 */
export const reportLeakedToken: Handler<'tokens.reportLeak'> = async ({ data, network, context }) => {
  if (!isWholeSecret(data.token)) {
    throw invalidField('token', () => t`This isn’t an API token: its form or checksum is wrong.`);
  }
  await countAttempt(context, LEAKS, network);
  return context.db.transaction(async (tx) => {
    const revoked = await deleteToken(tx, eq(apiTokens.secretHash, hashSecret(data.token)));
    if (!revoked) return { revoked: await deleteBuildToken(tx, data.token) };
    const { ownerUid, ...token } = revoked;
    await emit(tx, { by: null, name: 'token.leaked', uid: ownerUid, details: token });
    return { revoked: true };
  });
};

const SIGN_OUTS: Limit = {
  name: 'signed-out tokens network',
  max: SIGN_OUTS_PER_HOUR,
  windowSeconds: 3600,
  message: () => t`Too many programs signed out.`,
};

/** `tokens.revokeItself`: ends the token of a program that signs out. Those who know it could do worse. */
export const revokeItself: Handler<'tokens.revokeItself'> = async ({ data, network, context }) => {
  await countAttempt(context, SIGN_OUTS, network);
  return context.db.transaction(async (tx) => {
    const revoked = await deleteToken(tx, eq(apiTokens.secretHash, hashSecret(data.token)));
    if (!revoked) return { revoked: false };
    const { ownerUid: uid, tokenId } = revoked;
    await emit(tx, { by: uid, name: 'token.revoked', uid, details: { tokenId } });
    return { revoked: true };
  });
};

/** Tokens of trusted publishers end by themselves within minutes, so nobody is notified. */
async function deleteBuildToken(tx: Tx, secret: string): Promise<boolean> {
  const revoked = await tx
    .delete(buildTokens)
    .where(eq(buildTokens.secretHash, hashSecret(secret)))
    .returning({ id: buildTokens.id });
  return revoked.length > 0;
}

async function deleteToken(tx: Tx, condition: SQL) {
  const [revoked] = await tx
    .delete(apiTokens)
    .where(condition)
    .returning({ tokenId: apiTokens.id, name: apiTokens.name, ownerUid: apiTokens.ownerUid });
  return revoked;
}

/** `tokens.revokeAll`: ends all of the caller's tokens, and the sign-ins of programs that the caller approved. */
export const revokeAllTokens: Handler<'tokens.revokeAll'> = async ({ caller, context }) =>
  context.db.transaction(async (tx) => {
    // As the grant of a token does, so that none is created meanwhile.
    await tx.select({ uid: users.uid }).from(users).where(eq(users.uid, caller.uid)).for('update');
    const sessions = tx
      .select({ id: authSessions.id })
      .from(authSessions)
      .where(eq(authSessions.userId, caller.uid));
    await tx.delete(deviceAuthorizations).where(inArray(deviceAuthorizations.sessionId, sessions));
    const revoked = await tx
      .delete(apiTokens)
      .where(eq(apiTokens.ownerUid, caller.uid))
      .returning({ id: apiTokens.id });
    for (const { id } of revoked) {
      await emit(tx, {
        by: caller.uid,
        name: 'token.revoked',
        uid: caller.uid,
        details: { tokenId: id },
      });
    }
    return { count: revoked.length };
  });
