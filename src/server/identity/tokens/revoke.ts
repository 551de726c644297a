import { and, eq } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import { emit } from '../../events/emit.ts';
import { apiTokens } from '../../platform/db/tables/tokens.ts';
import type { Handler } from '../handler.ts';

/** `tokens.revoke`: ends one of the caller's tokens; its next call is rejected. */
export const revokeToken: Handler<'tokens.revoke'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const revoked = await tx
      .delete(apiTokens)
      .where(and(eq(apiTokens.id, data.tokenId), eq(apiTokens.ownerUid, caller.uid)))
      .returning({ id: apiTokens.id });
    if (revoked.length === 0) throw new CallError('not-found', 'This token was already revoked.');
    await emit(tx, {
      by: caller.uid,
      name: 'token.revoked',
      uid: caller.uid,
      details: { tokenId: data.tokenId },
    });
    return {};
  });

/** `tokens.revokeAll`: ends all of the caller's tokens. */
export const revokeAllTokens: Handler<'tokens.revokeAll'> = async ({ caller, context }) =>
  context.db.transaction(async (tx) => {
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
