import { randomBytes, randomUUID } from 'node:crypto';
import { count, eq } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import { MAX_TOKENS } from '#shared/tokens/calls.ts';
import { recordAudit } from '../audit/record.ts';
import { findApp } from '../auth/app-access.ts';
import { API_TOKEN_PREFIX } from '../auth/authenticate.ts';
import { hashSecret } from '../auth/callers.ts';
import type { Handler } from '../callable.ts';
import { apiTokens } from '../db/account-tables.ts';
import type { Tx } from '../db/open.ts';
import { users } from '../db/tables.ts';
import { presentToken } from './present.ts';

/** Random bytes of a secret: 240 bits, forty characters of base64url. */
const SECRET_BYTES = 30;

/** `tokens.create`: a personal token for programs. The answer is the only place where its secret ever stands. */
export const createToken: Handler<'tokens.create'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    await requireRoom(tx, caller.uid);
    for (const appId of data.appIds ?? []) await findApp(tx, appId, caller);

    const now = context.clock();
    const secret = `${API_TOKEN_PREFIX}${randomBytes(SECRET_BYTES).toString('base64url')}`;
    const [created] = await tx
      .insert(apiTokens)
      .values({
        id: randomUUID(),
        ownerUid: caller.uid,
        name: data.name,
        scopes: data.scopes,
        appIds: data.appIds ?? null,
        secretHash: hashSecret(secret),
        hint: secret.slice(0, API_TOKEN_PREFIX.length + 4),
        createdAt: now,
        expiresAt: data.expiresInDays ? new Date(now.getTime() + data.expiresInDays * 86_400_000) : null,
      })
      .returning();
    if (!created) throw new CallError('internal', 'The token was not stored. Try again.');
    await recordAudit(tx, {
      actorUid: caller.uid,
      event: 'token.created',
      subjectUid: caller.uid,
      details: { tokenId: created.id, scopes: created.scopes, appIds: created.appIds },
    });
    return { token: presentToken(created, now), secret };
  });

/** Two requests at once must not slip past the limit, so the owner's record is locked. */
async function requireRoom(tx: Tx, uid: string): Promise<void> {
  await tx.select({ uid: users.uid }).from(users).where(eq(users.uid, uid)).for('update');
  const [row] = await tx.select({ count: count() }).from(apiTokens).where(eq(apiTokens.ownerUid, uid));
  if ((row?.count ?? 0) < MAX_TOKENS) return;
  throw new CallError(
    'failed-precondition',
    `You have ${MAX_TOKENS} tokens, the most that one person may have. Revoke one that you no longer use.`,
    { reason: 'too-many-tokens' },
  );
}
