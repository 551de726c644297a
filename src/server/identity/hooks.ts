import type { GenericEndpointContext } from '@better-auth/core';
import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { eq } from 'drizzle-orm';
import { t } from '#shared/languages/translate.ts';
import type { Context } from '../platform/context.ts';
import { authSessions, authUsers } from '../platform/db/tables/identity.ts';
import { writeMessage } from '../platform/input/call-error.ts';
import { queueEmail } from '../platform/queue/queue-email.ts';
import { noteStart } from './after-sign-in.ts';
import { EMAIL_NOT_CONFIRMED } from './confirmed-address.ts';
import { countRequest, settleRequest } from './limit-requests.ts';
import { assertAcceptablePassword } from './password-policy.ts';
import { assertAcceptablePasskeyName, assertAcceptablePerson } from './person-policy.ts';
import { isRecentlyAuthenticated, REAUTHENTICATION_MESSAGE } from './reauthentication.ts';
import { retireSession, rotateSession } from './rotation.ts';
import { findSecondFactorOwner } from './second-factor-owner.ts';
import { notifyOwnerOfChange, rejectTakenAddress } from './security-events.ts';
import { spendCode } from './totp-once.ts';

/** Endpoints that change credentials and do not ask for a password themselves. */
const NEEDS_REAUTHENTICATION = new Set([
  '/passkey/generate-register-options',
  '/passkey/verify-registration',
  '/passkey/delete-passkey',
]);

/**
 * Endpoints that add credentials, and so need a confirmed address: until then the account may be someone
 * else's.
 */
const NEEDS_CONFIRMED_EMAIL = new Set([
  '/passkey/generate-register-options',
  '/passkey/verify-registration',
  '/two-factor/enable',
  '/two-factor/generate-backup-codes',
  '/two-factor/get-totp-uri',
  '/two-factor/verify-totp',
]);

/** Adds limits, validation, reauthentication and rotation to the identity provider's endpoints. */
export function createHooks(context: Context) {
  return {
    before: createAuthMiddleware(async (ctx) => {
      noteStart(ctx, context.clock());
      await countRequest(context, ctx);
      if (ctx.path === '/sign-up/email') assertAcceptablePerson(ctx);
      if (ctx.path.startsWith('/passkey/')) assertAcceptablePasskeyName(ctx);
      await assertAcceptablePassword(context, ctx);
      if (NEEDS_CONFIRMED_EMAIL.has(ctx.path)) await requireConfirmedEmail(context, ctx);
      if (ctx.path === '/two-factor/verify-totp') await spendOwnCode(context, ctx);
      if (NEEDS_REAUTHENTICATION.has(ctx.path)) await requireReauthentication(context, ctx);
      if (ctx.path === '/token') await rotateWhenDue(context, ctx);
      // A changed password ends every other session, because someone else may have used the old one.
      if (ctx.path === '/change-password' && ctx.body) ctx.body.revokeOtherSessions = true;
      // Avatars are uploaded, so an external URL is ignored.
      if (ctx.path === '/sign-up/email' && ctx.body) delete ctx.body.image;
    }),
    after: createAuthMiddleware(async (ctx) => {
      const succeeded = !isAPIError(ctx.context.returned);
      await settleRequest(context, ctx, succeeded);
      if (!succeeded) return rejectTakenAddress(context, ctx, ctx.context.returned);
      if (ctx.path === '/passkey/verify-authentication') await retireReplaced(context, ctx);
      // The endpoint's own headers replace those of the hook before it, so the cookie is set here.
      if (ctx.path === '/token' && ctx.context.newSession)
        await setSessionCookie(ctx, ctx.context.newSession);
      await queueRequestedEmail(context, ctx);
      await notifyOwnerOfChange(context, ctx);
    }),
  };
}

/** Emails that anyone may request, by endpoint. */
const REQUESTED_EMAILS: Readonly<Record<string, 'reset-password' | 'confirm-address'>> = {
  '/request-password-reset': 'reset-password',
  '/send-verification-email': 'confirm-address',
};

/**
 * Queues the requested email. Whether the address has an account is only checked on sending, so the response
 * takes the same time in both cases.
 */
async function queueRequestedEmail(context: Context, ctx: GenericEndpointContext): Promise<void> {
  const template = REQUESTED_EMAILS[ctx.path];
  const recipient: unknown = ctx.body?.email;
  if (template === undefined || typeof recipient !== 'string') return;
  await queueEmail(context.db, context, { recipient: recipient.toLowerCase(), content: { template } });
}

/**
 * Reads session and address in one statement: a first confirmation ends all earlier sessions, so none of them
 * ever sees a confirmed address.
 */
async function requireConfirmedEmail({ db }: Context, ctx: GenericEndpointContext): Promise<void> {
  const signedIn = await getSessionFromCtx(ctx);
  if (!signedIn) return;
  const [account] = await db
    .select({ isConfirmed: authUsers.emailVerified })
    .from(authSessions)
    .innerJoin(authUsers, eq(authUsers.id, authSessions.userId))
    .where(eq(authSessions.id, signedIn.session.id));
  if (!account)
    throw new APIError('UNAUTHORIZED', { ...writeMessage(() => t`Your session has ended. Sign in again.`) });
  if (account.isConfirmed) return;
  throw new APIError('FORBIDDEN', {
    code: 'EMAIL_NOT_CONFIRMED',
    ...writeMessage(EMAIL_NOT_CONFIRMED),
  });
}

async function spendOwnCode(context: Context, ctx: GenericEndpointContext): Promise<void> {
  const owner = await findSecondFactorOwner(ctx);
  if (owner) await spendCode(context, ctx, owner.uid);
}

async function requireReauthentication({ db, clock }: Context, ctx: GenericEndpointContext): Promise<void> {
  const signedIn = await getSessionFromCtx(ctx);
  if (!signedIn) return;
  const [session] = await db
    .select({ authenticatedAt: authSessions.authenticatedAt })
    .from(authSessions)
    .where(eq(authSessions.id, signedIn.session.id));
  if (session && isRecentlyAuthenticated(session.authenticatedAt, clock())) return;
  throw new APIError('FORBIDDEN', {
    code: 'REAUTHENTICATION_REQUIRED',
    ...writeMessage(REAUTHENTICATION_MESSAGE),
  });
}

/** Replaces the session of a user whose privileges changed when the browser asks for its next token. */
async function rotateWhenDue(context: Context, ctx: GenericEndpointContext): Promise<void> {
  const signedIn = await getSessionFromCtx(ctx);
  const session = signedIn && (await rotateSession(context, signedIn.session.id));
  if (!session) return;
  const replaced = { user: signedIn.user, session };
  ctx.context.session = replaced;
  ctx.context.setNewSession(replaced);
}

/**
 * Ends the previous session after a signed-in user reauthenticated with a passkey, which creates a new one.
 */
async function retireReplaced({ db, clock }: Context, ctx: GenericEndpointContext): Promise<void> {
  const before = await getSessionFromCtx(ctx, { disableRefresh: true });
  const fresh = ctx.context.newSession;
  if (!before || !fresh || before.user.id !== fresh.user.id || before.session.id === fresh.session.id) return;
  await retireSession(db, before.session, clock());
}
