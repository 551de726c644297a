import type { GenericEndpointContext } from '@better-auth/core';
import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { eq } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { authSessions } from '../db/identity-tables.ts';
import { countRequest, settleRequest } from './limit-requests.ts';
import { assertAcceptablePassword } from './password-policy.ts';
import { retireSession, rotateSession } from './rotation.ts';
import { hideTakenAddress, tellOwnerOfChange } from './security-events.ts';
import { isProofFresh, STEP_UP_MESSAGE } from './step-up.ts';

/** What changes how somebody signs in, and asks for no password of its own. */
const NEEDS_STEP_UP = new Set([
  '/passkey/generate-register-options',
  '/passkey/verify-registration',
  '/passkey/delete-passkey',
]);

/** What Quayside adds to the identity provider's own endpoints: limits, the password rule, step-up and rotation. */
export function createHooks(context: Context) {
  return {
    before: createAuthMiddleware(async (ctx) => {
      await countRequest(context, ctx);
      await assertAcceptablePassword(context, ctx);
      if (NEEDS_STEP_UP.has(ctx.path)) await requireStepUp(context, ctx);
      if (ctx.path === '/token') await rotateWhenDue(context, ctx);
      // A changed password ends every other session: whoever knew the old one may have one.
      if (ctx.path === '/change-password' && ctx.body) ctx.body.revokeOtherSessions = true;
      // Avatars are uploaded; an address elsewhere is none.
      if (ctx.path === '/sign-up/email' && ctx.body) delete ctx.body.image;
    }),
    after: createAuthMiddleware(async (ctx) => {
      const succeeded = !isAPIError(ctx.context.returned);
      await settleRequest(context, ctx, succeeded);
      if (!succeeded) return hideTakenAddress(context, ctx, ctx.context.returned);
      if (ctx.path === '/passkey/verify-authentication') await retireReplaced(context, ctx);
      // The endpoint's own headers replace those of the hook before it, so the cookie is set here.
      if (ctx.path === '/token' && ctx.context.newSession)
        await setSessionCookie(ctx, ctx.context.newSession);
      await tellOwnerOfChange(context, ctx);
    }),
  };
}

async function requireStepUp({ db, clock }: Context, ctx: GenericEndpointContext): Promise<void> {
  const signedIn = await getSessionFromCtx(ctx);
  if (!signedIn) return;
  const [session] = await db
    .select({ provedAt: authSessions.provedAt })
    .from(authSessions)
    .where(eq(authSessions.id, signedIn.session.id));
  if (session && isProofFresh(session.provedAt, clock())) return;
  throw new APIError('FORBIDDEN', { code: 'STEP_UP_REQUIRED', message: STEP_UP_MESSAGE });
}

/** The browser asks for its next token: the moment to replace a session whose person got other privileges. */
async function rotateWhenDue(context: Context, ctx: GenericEndpointContext): Promise<void> {
  const signedIn = await getSessionFromCtx(ctx);
  const session = signedIn && (await rotateSession(context, signedIn.session.id));
  if (!session) return;
  const replaced = { user: signedIn.user, session };
  ctx.context.session = replaced;
  ctx.context.setNewSession(replaced);
}

/** Who was signed in and proved it again by a passkey has a new session now; the one before it ends. */
async function retireReplaced({ db, clock }: Context, ctx: GenericEndpointContext): Promise<void> {
  const before = await getSessionFromCtx(ctx, { disableRefresh: true });
  const fresh = ctx.context.newSession;
  if (!before || !fresh || before.user.id !== fresh.user.id || before.session.id === fresh.session.id) return;
  await retireSession(db, before.session, clock());
}
