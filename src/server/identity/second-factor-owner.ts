import type { GenericEndpointContext } from '@better-auth/core';
import { getSessionFromCtx } from 'better-auth/api';

/** The provider's cookie between the password and the second factor. */
const CHALLENGE_COOKIE = 'two_factor';

/**
 * Returns the account whose second factor a request brings: that of the session, or of the password that was entered
 * before; null without either.
 */
export async function findSecondFactorOwner(
  ctx: GenericEndpointContext,
): Promise<{ readonly uid: string; readonly email: string } | null> {
  const signedIn = await getSessionFromCtx(ctx);
  if (signedIn) return { uid: signedIn.user.id, email: signedIn.user.email };
  const { name } = ctx.context.createAuthCookie(CHALLENGE_COOKIE);
  const challenge = await ctx.getSignedCookie(name, ctx.context.secret);
  if (!challenge) return null;
  const { internalAdapter } = ctx.context;
  const verification = await internalAdapter.findVerificationValue(challenge);
  if (!verification) return null;
  const user = await internalAdapter.findUserById(verification.value);
  return user && { uid: user.id, email: user.email };
}
