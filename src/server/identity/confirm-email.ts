import type { GenericEndpointContext } from '@better-auth/core';
import { APIError, createAuthEndpoint, getSessionFromCtx } from 'better-auth/api';
import { errors, jwtVerify } from 'jose';
import { z } from 'zod';
import { t } from '#shared/languages/translate.ts';
import { emit } from '../events/emit.ts';
import type { Context } from '../platform/context.ts';
import { writeMessage } from '../platform/input/call-error.ts';
import { lockAccount } from './credentials.ts';
import { confirmFirst } from './first-confirmation.ts';
import { rememberOrigin } from './known-origins.ts';
import { asApiError } from './limit-requests.ts';
import { countAttempt, forgetAttempts, LIMITS } from './rate-limits.ts';
import { requestRotation } from './rotation.ts';

const bodySchema = z.object({ token: z.string().max(4000), password: z.string().max(128).optional() });

/**
 * `POST {base}auth/confirm-email`: confirms an address by the token of the emailed link. The link proves
 * access to the mailbox, but not ownership of the account, which anyone could have created. The caller must
 * therefore be signed in to the account, or enter its password; otherwise they set a new one
 * (`reset-password`).
 */
export function confirmEmail(context: Context) {
  return createAuthEndpoint('/confirm-email', { method: 'POST', body: bodySchema }, async (ctx) => {
    const email = await readToken(ctx);
    const found = email && (await ctx.context.internalAdapter.findUserByEmail(email));
    if (!found) throw invalidLink();
    const { user } = found;
    if (user.emailVerified) return ctx.json({ status: true });

    const signedIn = await getSessionFromCtx(ctx);
    const session = signedIn?.user.id === user.id ? signedIn.session : null;
    if (!session) await requirePassword(context, ctx, user);
    await confirm(context, user.id, session?.id);
    if (session) await rememberOrigin(context, ctx, user.id);
    return ctx.json({ status: true });
  });
}

/** Returns the address of a link; null for an invalid or expired token. */
async function readToken(ctx: GenericEndpointContext): Promise<string | null> {
  try {
    const key = new TextEncoder().encode(ctx.context.secret);
    const { payload } = await jwtVerify(ctx.body.token, key, { algorithms: ['HS256'] });
    return typeof payload['email'] === 'string' && !('updateTo' in payload) ? payload['email'] : null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

function invalidLink(): APIError {
  return new APIError('UNAUTHORIZED', {
    code: 'INVALID_TOKEN',
    message:
      'This link is incomplete or older than one day. Sign in and request another one in your settings.',
  });
}

async function requirePassword(
  context: Context,
  ctx: GenericEndpointContext,
  user: { id: string; email: string },
): Promise<void> {
  const password: string | undefined = ctx.body.password;
  if (password === undefined) {
    throw new APIError('FORBIDDEN', {
      code: 'PASSWORD_NEEDED',
      email: user.email,
      ...writeMessage(
        () => t`Enter this account’s password. If you didn’t choose one, set a new password instead.`,
      ),
    });
  }
  await countAttempt(context, LIMITS.passwordByLink, user.id).catch((error: unknown) => {
    throw asApiError(error);
  });
  const account = await ctx.context.internalAdapter.findCredentialAccount(user.id);
  const isRight =
    account?.password && (await ctx.context.password.verify({ hash: account.password, password }));
  if (!isRight) {
    throw new APIError('BAD_REQUEST', {
      code: 'INVALID_PASSWORD',
      ...writeMessage(() => t`This isn’t the account’s password.`),
    });
  }
  await forgetAttempts(context, LIMITS.passwordByLink, user.id);
}

async function confirm({ db, clock }: Context, uid: string, keptSessionId?: string): Promise<void> {
  await db.transaction(async (tx) => {
    const account = await lockAccount(tx, uid);
    if (!account || account.emailVerified) return;
    const removed = await confirmFirst(tx, { uid, keptSessionId, now: clock() });
    // The remaining session was open before, so its browser gets a new one with its next token.
    await requestRotation(tx, uid);
    await emit(tx, {
      by: uid,
      name: 'user.email-confirmed',
      uid,
      details: { removed },
    });
  });
}
