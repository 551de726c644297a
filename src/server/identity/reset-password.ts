import type { GenericEndpointContext } from '@better-auth/core';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { z } from 'zod';
import type { KeptCredentials } from '#shared/account/calls.ts';
import { PASSWORD_LENGTH } from '#shared/account/password-length.ts';
import { t } from '#shared/languages/translate.ts';
import { emit } from '../events/emit.ts';
import type { Context } from '../platform/context.ts';
import { writeMessage } from '../platform/input/call-error.ts';
import { enqueue } from '../platform/queue/enqueue.ts';
import { countKept, endSessions, lockAccount, storePassword } from './credentials.ts';
import { confirmFirst } from './first-confirmation.ts';
import { forgetStranger } from './forget-stranger.ts';
import { rememberOrigin } from './known-origins.ts';
import { signRevocationToken } from './revocation-token.ts';
import { queueSecurityEmail } from './security-events.ts';

const bodySchema = z.object({
  token: z.string().max(200),
  newPassword: z.string().min(PASSWORD_LENGTH.min).max(PASSWORD_LENGTH.max),
});

/** The remaining credentials of an account after a password reset. */
interface Reset {
  readonly kept: KeptCredentials;
  /** True when the address had never been confirmed, so everything was deleted. */
  readonly wasUnconfirmed: boolean;
}

/**
 * `POST {base}auth/reset-password`, replaces the provider's endpoint: sets a new password by the token of an
 * emailed link, once, and ends every session. It also confirms the address: if it was never confirmed,
 * someone else may have created the account, and all of its data is deleted. Otherwise the response counts
 * the remaining credentials, with a token that allows revoking them (`account.revokeAfterReset`).
 */
export function resetPassword(context: Context) {
  return createAuthEndpoint('/reset-password', { method: 'POST', body: bodySchema }, async (ctx) => {
    const uid = await consumeToken(ctx);
    const hash = await ctx.context.password.hash(ctx.body.newPassword);
    const now = context.clock();
    const reset = await storeReset(context, { uid, hash, now });
    if (!reset) throw invalidLink();
    await rememberOrigin(context, ctx, uid);
    const { kept, wasUnconfirmed } = reset;
    const isAnythingLeft = kept.tokens > 0 || kept.passkeys > 0;
    return ctx.json({
      status: true,
      wasUnconfirmed,
      kept,
      revocationToken: isAnythingLeft ? await signRevocationToken(context, uid) : null,
    });
  });
}

async function consumeToken(ctx: GenericEndpointContext): Promise<string> {
  const found = await ctx.context.internalAdapter.consumeVerificationValue(
    `reset-password:${ctx.body.token}`,
  );
  if (!found) throw invalidLink();
  return found.value;
}

function invalidLink(): APIError {
  return new APIError('BAD_REQUEST', {
    code: 'INVALID_TOKEN',
    ...writeMessage(() => t`This link was already used, or is older than one hour. Request another one.`),
  });
}

async function storeReset(
  context: Context,
  { uid, hash, now }: { uid: string; hash: string; now: Date },
): Promise<Reset | null> {
  return context.db.transaction(async (tx) => {
    const account = await lockAccount(tx, uid);
    if (!account) return null;
    const wasUnconfirmed = !account.emailVerified;
    await storePassword(tx, { uid, hash, now });
    const removed = wasUnconfirmed
      ? await confirmFirst(tx, { uid, now })
      : { sessions: await endSessions(tx, uid) };
    const photoURL = wasUnconfirmed ? await forgetStranger(tx, uid, now) : null;
    if (photoURL) await enqueue(tx, { name: 'remove-files', payload: { keys: [photoURL] } });
    await emit(tx, {
      by: uid,
      name: 'user.password-reset',
      uid,
      details: { wasUnconfirmed, removed },
    });
    await queueSecurityEmail(tx, context, { to: account.email, what: emailText(wasUnconfirmed) });
    return { kept: await countKept(tx, uid), wasUnconfirmed };
  });
}

function emailText(wasUnconfirmed: boolean): string {
  return wasUnconfirmed
    ? 'A new password was set for your account, and your email is confirmed. Everything added before was removed: sessions, API tokens, passkeys, two-factor authentication and the profile.'
    : 'A new password was set for your account. You’ve been signed out everywhere.';
}
