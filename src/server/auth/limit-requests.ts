import type { GenericEndpointContext } from '@better-auth/core';
import { APIError, getSessionFromCtx } from 'better-auth/api';
import { CallError } from '#shared/errors.ts';
import type { Context } from '../context.ts';
import { countAttempt, forgetAttempts, LIMITS, type Limit, takeBackAttempt } from './attempts.ts';
import { CLIENT_ADDRESS_HEADER } from './client-address.ts';

interface PathLimits {
  readonly byAddress: Limit;
  readonly byAccount?: Limit;
  /** Whether success is no attempt: the count by address is taken back, that by account forgotten. */
  readonly onlyFailures?: boolean;
}

/** The endpoints that anybody may try, by path; the body's `email` names the account. */
const PUBLIC_LIMITS: Readonly<Record<string, PathLimits>> = {
  '/sign-in/email': {
    byAddress: LIMITS.signInByAddress,
    byAccount: LIMITS.signInByAccount,
    onlyFailures: true,
  },
  '/sign-up/email': { byAddress: LIMITS.signUpByAddress, byAccount: LIMITS.signUpByAccount },
  '/request-password-reset': { byAddress: LIMITS.mailByAddress, byAccount: LIMITS.mailByAccount },
  '/send-verification-email': { byAddress: LIMITS.mailByAddress, byAccount: LIMITS.mailByAccount },
  '/reset-password': { byAddress: LIMITS.resetByAddress },
};

/** The endpoints that ask a signed-in person for their password: a stolen session must not become a way to guess it. */
const PASSWORD_PATHS = new Set([
  '/change-password',
  '/two-factor/enable',
  '/two-factor/disable',
  '/two-factor/generate-backup-codes',
  '/two-factor/get-totp-uri',
]);

/** The provider's own limits for these paths are off: ours count accounts too and say how long to wait. */
export const LIMITED_HERE = Object.fromEntries(
  [...Object.keys(PUBLIC_LIMITS), ...PASSWORD_PATHS].map((path) => [path, false as const]),
);

/** Counts a request that is limited and refuses it with 429, `Retry-After` and how long to wait. */
export async function countRequest(context: Context, ctx: GenericEndpointContext): Promise<void> {
  try {
    const limits = PUBLIC_LIMITS[ctx.path];
    if (limits) {
      await countAttempt(context, limits.byAddress, addressOf(ctx));
      const account = accountOf(ctx);
      if (limits.byAccount && account) await countAttempt(context, limits.byAccount, account);
    }
    if (PASSWORD_PATHS.has(ctx.path)) {
      const signedIn = await getSessionFromCtx(ctx);
      if (signedIn) await countAttempt(context, LIMITS.passwordBySession, signedIn.user.id);
    }
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    throw new APIError(
      'TOO_MANY_REQUESTS',
      { code: 'TOO_MANY_ATTEMPTS', message: error.message, ...error.details },
      { 'Retry-After': String(error.details?.retryAfterSeconds) },
    );
  }
}

/** Takes back what was counted when it turns out to be no failure. */
export async function settleRequest(
  context: Context,
  ctx: GenericEndpointContext,
  succeeded: boolean,
): Promise<void> {
  if (!succeeded) return;
  const limits = PUBLIC_LIMITS[ctx.path];
  if (limits?.onlyFailures) {
    await takeBackAttempt(context, limits.byAddress, addressOf(ctx));
    const account = accountOf(ctx);
    if (limits.byAccount && account) await forgetAttempts(context, limits.byAccount, account);
  }
  const uid = PASSWORD_PATHS.has(ctx.path) && ctx.context.session?.user.id;
  if (uid) await forgetAttempts(context, LIMITS.passwordBySession, uid);
}

function addressOf(ctx: GenericEndpointContext): string {
  return ctx.headers?.get(CLIENT_ADDRESS_HEADER) ?? 'unknown';
}

/** The account that a body names, as the provider compares addresses; null when it names none. */
function accountOf(ctx: GenericEndpointContext): string | null {
  const email: unknown = ctx.body?.email;
  return typeof email === 'string' ? email.toLowerCase().slice(0, 320) : null;
}
