import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { CallData, CallResult } from '#shared/calls.ts';
import { t } from '#shared/languages/translate.ts';
import { MAX_TOKENS } from '#shared/tokens/calls.ts';
import { emit } from '../../events/emit.ts';
import type { Context } from '../../platform/context.ts';
import { defineCountLimit, requireRoom } from '../../platform/db/count-limit.ts';
import type { Tx } from '../../platform/db/open.ts';
import { authSessions } from '../../platform/db/tables/identity.ts';
import { apiTokens } from '../../platform/db/tables/tokens.ts';
import { users } from '../../platform/db/tables/users.ts';
import { callError } from '../../platform/input/call-error.ts';
import { findApp } from '../app-access.ts';
import { requireSession, type SessionCaller } from '../authenticate.ts';
import type { Handler } from '../handler.ts';
import { hashSecret } from '../principals.ts';
import { queueSecurityEmail } from '../security-events.ts';
import { createTokenSecret, hintOf } from '../token-secret.ts';
import type { UserRow } from '../users.ts';
import { presentToken } from './present.ts';

/** `tokens.create`: creates a personal API token. Only this response contains its secret. */
export const createToken: Handler<'tokens.create'> = async ({ data, caller, context }) => {
  return context.db.transaction(async (tx) => {
    await requireRoomForToken(tx, caller.uid);
    await requireLiveSession(tx, requireSession(caller));
    for (const appId of data.appIds ?? []) await findApp(tx, appId, caller);
    return insertToken(tx, context, { ...data, owner: caller.record });
  });
};

interface NewToken extends Pick<CallData<'tokens.create'>, 'name' | 'scopes' | 'appIds' | 'expiresInDays'> {
  readonly owner: Pick<UserRow, 'uid' | 'email'>;
}

/** Stores a new token, and tells its owner by email. Returns it with its secret. */
export async function insertToken(
  tx: Tx,
  context: Context,
  { owner, name, scopes, appIds, expiresInDays }: NewToken,
): Promise<CallResult<'tokens.create'>> {
  const now = context.clock();
  const secret = createTokenSecret();
  const [created] = await tx
    .insert(apiTokens)
    .values({
      id: randomUUID(),
      ownerUid: owner.uid,
      name,
      scopes,
      appIds: appIds ?? null,
      secretHash: hashSecret(secret),
      hint: hintOf(secret),
      createdAt: now,
      expiresAt: expiresInDays ? new Date(now.getTime() + expiresInDays * 86_400_000) : null,
    })
    .returning();
  if (!created) throw callError('internal', () => t`The token wasn’t saved. Try again.`);
  await emit(tx, {
    by: owner.uid,
    name: 'token.created',
    uid: owner.uid,
    details: { tokenId: created.id, scopes: created.scopes, appIds: created.appIds },
  });
  const what = `The API token “${created.name}” was created for your account. Programs that have it act for you.`;
  await queueSecurityEmail(tx, context, { to: owner.email, what });
  return { token: presentToken(created, now), secret };
}

/** Throws when the session ended meanwhile; ending sessions locks the owner's record too. */
export async function requireLiveSession(tx: Tx, { sessionId }: SessionCaller): Promise<void> {
  const [live] = await tx
    .select({ id: authSessions.id })
    .from(authSessions)
    .where(eq(authSessions.id, sessionId));
  if (!live)
    throw callError('unauthenticated', () => t`Your session has ended. Sign in again.`, {
      reason: 'session-ended',
    });
}

const TOKENS = defineCountLimit<string>({
  name: 'tokens',
  key: (uid) => uid,
  count: (tx, uid) => tx.$count(apiTokens, eq(apiTokens.ownerUid, uid)),
  max: () => MAX_TOKENS,
  error: ({ max }) =>
    callError(
      'failed-precondition',
      () => t`You have ${max} tokens, the maximum. Revoke one you no longer use.`,
      { reason: 'too-many-tokens' },
    ),
});

/** Throws when somebody has as many tokens as allowed. Locks their record, with which their sessions end. */
export async function requireRoomForToken(tx: Tx, uid: string): Promise<void> {
  await tx.select({ uid: users.uid }).from(users).where(eq(users.uid, uid)).for('update');
  await requireRoom(tx, TOKENS, uid);
}
