import { and, eq, gt, isNull, type SQL } from 'drizzle-orm';
import { type CallError } from '#shared/errors.ts';
import { t } from '#shared/languages/translate.ts';
import { DEVICE_AUTHORIZATION_LIMITS } from '#shared/tokens/device-authorization-calls.ts';
import type { Context } from '../../platform/context.ts';
import { authSessions } from '../../platform/db/tables/identity.ts';
import { deviceAuthorizations } from '../../platform/db/tables/tokens.ts';
import { callError } from '../../platform/input/call-error.ts';
import type { Handler } from '../handler.ts';
import { hashSecret } from '../principals.ts';
import { insertToken, requireRoomForToken } from '../tokens/create.ts';
import { readUser } from '../users.ts';

/** `deviceAuthorizations.poll`: returns the token of a program once, after a person approved it. */
export const pollDeviceAuthorization: Handler<'deviceAuthorizations.poll'> = async ({ data, context }) => {
  const found = await notePoll(context, eq(deviceAuthorizations.deviceCodeHash, hashSecret(data.deviceCode)));
  const { status, sessionId, intervalSeconds, isEarly } = found;
  if (isEarly || status === 'pending') return { intervalSeconds, granted: null };
  if (status === 'declined' || sessionId === null) {
    throw callError('permission-denied', () => t`The sign-in was declined in the browser.`, {
      reason: 'sign-in-declined',
    });
  }
  return { intervalSeconds, granted: await grantToken(context, found.deviceCodeHash, sessionId) };
};

/** Records a poll, and prolongs the pause when it is early. Of two at once, the second one is. */
async function notePoll({ db, clock }: Context, condition: SQL) {
  const now = clock();
  const [found] = await db
    .select()
    .from(deviceAuthorizations)
    .where(and(condition, gt(deviceAuthorizations.expiresAt, now)));
  if (!found) throw unknownCode();
  const { polledAt, intervalSeconds } = found;
  const isEarly = polledAt !== null && now.getTime() - polledAt.getTime() < intervalSeconds * 1000;
  const next = isEarly ? intervalSeconds + DEVICE_AUTHORIZATION_LIMITS.slowDownSeconds : intervalSeconds;
  const noted = await db
    .update(deviceAuthorizations)
    .set({ polledAt: now, intervalSeconds: next })
    .where(
      and(
        condition,
        polledAt === null
          ? isNull(deviceAuthorizations.polledAt)
          : eq(deviceAuthorizations.polledAt, polledAt),
      ),
    )
    .returning({ intervalSeconds: deviceAuthorizations.intervalSeconds });
  return { ...found, intervalSeconds: next, isEarly: isEarly || noted.length === 0 };
}

/** Replaces an approved sign-in by a token of the person whose session approved it. */
async function grantToken(context: Context, deviceCodeHash: string, sessionId: string) {
  return context.db.transaction(async (tx) => {
    const [session] = await tx
      .select({ uid: authSessions.userId })
      .from(authSessions)
      .where(and(eq(authSessions.id, sessionId), gt(authSessions.expiresAt, context.clock())));
    if (!session) throw unknownCode();
    await requireRoomForToken(tx, session.uid);
    // The person's record is locked, with which their sessions end.
    const [approved] = await tx
      .delete(deviceAuthorizations)
      .where(eq(deviceAuthorizations.deviceCodeHash, deviceCodeHash))
      .returning();
    const owner = await readUser(tx, session.uid);
    if (!approved || !owner || owner.suspendedAt) throw unknownCode();
    const created = await insertToken(tx, context, { ...approved, owner });
    return { ...created, user: { name: owner.displayName || owner.email, email: owner.email } };
  });
}

function unknownCode(): CallError {
  return callError('not-found', () => t`This sign-in has expired or was finished. Start again.`, {
    reason: 'unknown-code',
  });
}
