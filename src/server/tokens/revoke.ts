import { and, eq } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import { recordAudit } from '../audit/record.ts';
import type { Handler } from '../callable.ts';
import { apiTokens } from '../db/account-tables.ts';

/** `tokens.revoke`: ends one of the caller's own tokens; its next call is refused. */
export const revokeToken: Handler<'tokens.revoke'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const revoked = await tx
      .delete(apiTokens)
      .where(and(eq(apiTokens.id, data.tokenId), eq(apiTokens.ownerUid, caller.uid)))
      .returning({ id: apiTokens.id });
    if (revoked.length === 0) throw new CallError('not-found', 'This token was revoked already.');
    await recordAudit(tx, {
      actorUid: caller.uid,
      event: 'token.revoked',
      subjectUid: caller.uid,
      details: { tokenId: data.tokenId },
    });
    return {};
  });

/** `tokens.revokeAll`: ends all of the caller's own tokens. */
export const revokeAllTokens: Handler<'tokens.revokeAll'> = async ({ caller, context }) =>
  context.db.transaction(async (tx) => {
    const revoked = await tx
      .delete(apiTokens)
      .where(eq(apiTokens.ownerUid, caller.uid))
      .returning({ id: apiTokens.id });
    for (const { id } of revoked) {
      await recordAudit(tx, {
        actorUid: caller.uid,
        event: 'token.revoked',
        subjectUid: caller.uid,
        details: { tokenId: id },
      });
    }
    return { count: revoked.length };
  });
