import { createHmac } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { Context } from '../platform/context.ts';

const LIFETIME_MS = 15 * 60_000;
const AUDIENCE = 'revoke-after-reset';

/** Derives a separate key, so that no other token of the store is valid here. */
function keyOf(secret: string): Uint8Array {
  return createHmac('sha256', secret).update(AUDIENCE).digest();
}

/** Signs a token that shows that its holder just reset an account's password. */
export async function signRevocationToken({ secret, clock }: Context, uid: string): Promise<string> {
  const now = clock();
  return new SignJWT({ at: now.getTime() })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(uid)
    .setAudience(AUDIENCE)
    .setExpirationTime(new Date(now.getTime() + LIFETIME_MS))
    .sign(keyOf(secret));
}

/**
 * Returns the account and the time of the reset; null for a token that is invalid or older than 15 minutes.
 */
export async function readRevocationToken(
  { secret, clock }: Context,
  revocationToken: string,
): Promise<{ uid: string; at: Date } | null> {
  try {
    const { payload } = await jwtVerify(revocationToken, keyOf(secret), {
      algorithms: ['HS256'],
      audience: AUDIENCE,
      currentDate: clock(),
    });
    if (!payload.sub || typeof payload['at'] !== 'number') return null;
    return { uid: payload.sub, at: new Date(payload['at']) };
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}
