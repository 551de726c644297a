import type { GenericEndpointContext } from '@better-auth/core';
import { APIError, getSessionFromCtx } from 'better-auth/api';
import { CallError } from '#shared/errors.ts';
import type { Context } from '../platform/context.ts';
import { findKnownOrigin, networkOfRequest } from './known-origins.ts';
import { countAttempt, forgetAttempts, LIMITS, type Limit, undoAttempt } from './rate-limits.ts';
import { findSecondFactorOwner } from './second-factor-owner.ts';

interface PathLimits {
  readonly byNetwork: Limit;
  /** Per account and network or known device. */
  readonly byOrigin?: Limit;
  /** Per account, for unknown origins only. */
  readonly byAccount?: Limit;
  /**
   * True to count only failures: a success removes its own count and the earlier failures from this origin.
   */
  readonly onlyFailures?: boolean;
}

/** Limits of public endpoints by path; the body's `email` names the account, or the password that was just entered. */
const PUBLIC_LIMITS: Readonly<Record<string, PathLimits>> = {
  '/sign-in/email': {
    byNetwork: LIMITS.signInByNetwork,
    byOrigin: LIMITS.signInByOrigin,
    byAccount: LIMITS.signInByAccount,
    onlyFailures: true,
  },
  '/two-factor/verify-totp': {
    byNetwork: LIMITS.secondFactorByNetwork,
    byOrigin: LIMITS.codeByOrigin,
    byAccount: LIMITS.codeByAccount,
    onlyFailures: true,
  },
  '/two-factor/verify-backup-code': {
    byNetwork: LIMITS.secondFactorByNetwork,
    byOrigin: LIMITS.recoveryCodeByOrigin,
    onlyFailures: true,
  },
  '/sign-up/email': { byNetwork: LIMITS.signUpByNetwork, byOrigin: LIMITS.signUpByOrigin },
  '/request-password-reset': {
    byNetwork: LIMITS.mailByNetwork,
    byOrigin: LIMITS.resetMailByOrigin,
    byAccount: LIMITS.resetMailByAccount,
  },
  '/send-verification-email': {
    byNetwork: LIMITS.mailByNetwork,
    byOrigin: LIMITS.confirmMailByOrigin,
    byAccount: LIMITS.confirmMailByAccount,
  },
  '/reset-password': { byNetwork: LIMITS.resetByNetwork },
  '/confirm-email': { byNetwork: LIMITS.confirmByNetwork },
};

/** Endpoints that ask a signed-in user for their password: a stolen session must not allow guessing it. */
const PASSWORD_PATHS = new Set([
  '/change-password',
  '/two-factor/enable',
  '/two-factor/disable',
  '/two-factor/generate-backup-codes',
  '/two-factor/get-totp-uri',
]);

const SECOND_FACTOR_PATHS = new Set(['/two-factor/verify-totp', '/two-factor/verify-backup-code']);

/**
 * Turns off the provider's own limits for these paths: ours also count by account and return the waiting
 * time.
 */
export const LIMITED_HERE = Object.fromEntries(
  [...Object.keys(PUBLIC_LIMITS), ...PASSWORD_PATHS].map((path) => [path, false as const]),
);

/** A count raised by a request, and what to do when the request succeeds. */
interface CountedRequest {
  readonly limit: Limit;
  readonly subject: string;
  readonly onSuccess: 'keep' | 'undo' | 'forget';
}

const countedBy = new WeakMap<Request, readonly CountedRequest[]>();

/** Counts a limited request; rejects it over the limit with 429, `Retry-After` and the waiting time. */
export async function countRequest(context: Context, ctx: GenericEndpointContext): Promise<void> {
  const counts = [...(await findPublicCounts(context, ctx)), ...(await findPasswordCounts(ctx))];
  if (ctx.request) countedBy.set(ctx.request, counts);
  try {
    for (const { limit, subject } of counts) await countAttempt(context, limit, subject);
  } catch (error) {
    throw asApiError(error);
  }
}

/** Converts a rate limit error to the provider's form; returns any other error unchanged. */
export function asApiError(error: unknown): unknown {
  if (!(error instanceof CallError) || error.code !== 'resource-exhausted') return error;
  return new APIError(
    'TOO_MANY_REQUESTS',
    { code: 'TOO_MANY_ATTEMPTS', message: error.message, ...error.details },
    { 'Retry-After': String(error.details?.retryAfterSeconds) },
  );
}

/** Removes a request's counts when it was not a failure. */
export async function settleRequest(
  context: Context,
  ctx: GenericEndpointContext,
  succeeded: boolean,
): Promise<void> {
  if (!succeeded || !ctx.request) return;
  for (const { limit, subject, onSuccess } of countedBy.get(ctx.request) ?? []) {
    if (onSuccess === 'undo') await undoAttempt(context, limit, subject);
    if (onSuccess === 'forget') await forgetAttempts(context, limit, subject);
  }
}

/**
 * Counts by network first, so that a flood from one network does not count against accounts. A known device
 * has its own count, independent of its network.
 */
async function findPublicCounts(context: Context, ctx: GenericEndpointContext): Promise<CountedRequest[]> {
  const limits = PUBLIC_LIMITS[ctx.path];
  if (!limits) return [];
  const account = SECOND_FACTOR_PATHS.has(ctx.path)
    ? ((await findSecondFactorOwner(ctx))?.email ?? null)
    : accountOf(ctx);
  const isOriginAsked = limits.byAccount !== undefined || limits.onlyFailures === true;
  const known = isOriginAsked && account !== null ? await findKnownOrigin(context, ctx, account) : null;
  const [oneBack, allBack] = limits.onlyFailures
    ? (['undo', 'forget'] as const)
    : (['keep', 'keep'] as const);

  const counts: CountedRequest[] = [];
  const network = networkOfRequest(ctx);
  if (known?.kind !== 'device')
    counts.push({ limit: limits.byNetwork, subject: network, onSuccess: oneBack });
  if (account === null) return counts;
  if (limits.byOrigin) {
    const origin = known?.kind === 'device' ? known.origin : network;
    counts.push({ limit: limits.byOrigin, subject: `${origin}\0${account}`, onSuccess: allBack });
  }
  if (limits.byAccount && !known)
    counts.push({ limit: limits.byAccount, subject: account, onSuccess: oneBack });
  return counts;
}

async function findPasswordCounts(ctx: GenericEndpointContext): Promise<CountedRequest[]> {
  const signedIn = PASSWORD_PATHS.has(ctx.path) ? await getSessionFromCtx(ctx) : null;
  if (!signedIn) return [];
  return [{ limit: LIMITS.passwordBySession, subject: signedIn.session.id, onSuccess: 'forget' }];
}

/** Returns the account named in a body, normalised as the provider does; null without one. */
function accountOf(ctx: GenericEndpointContext): string | null {
  const email: unknown = ctx.body?.email;
  return typeof email === 'string' ? email.toLowerCase().slice(0, 320) : null;
}
