import type { GenericEndpointContext } from '@better-auth/core';
import { APIError, isAPIError } from 'better-auth/api';
import { deleteSessionCookie } from 'better-auth/cookies';
import { and, eq, gte, sql } from 'drizzle-orm';
import { MAX_SESSIONS } from '#shared/account/session-calls.ts';
import { t } from '#shared/languages/translate.ts';
import { retentionMs } from '#shared/settings/retention.ts';
import type { Context } from '../platform/context.ts';
import { authAccounts, authPasskeys, authSessions } from '../platform/db/tables/identity.ts';
import { writeMessage } from '../platform/input/call-error.ts';
import { readSettings } from '../platform/settings.ts';
import { CLIENT_ADDRESS_HEADER } from './client-address.ts';
import { rememberOrigin } from './known-origins.ts';

/** Maximum stored length of the `User-Agent` header, in characters. */
const MAX_USER_AGENT = 512;

/** Endpoints that authenticate the owner of an account. */
const SIGN_INS = new Set([
  '/sign-in/email',
  '/sign-up/email',
  '/passkey/verify-authentication',
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
]);

const startedAt = new WeakMap<Request, Date>();

/** Records when a request began, for `settleSession`. */
export function noteStart({ request }: GenericEndpointContext, now: Date): void {
  if (request) startedAt.set(request, now);
}

interface CreatedSession {
  readonly expiresAt: Date;
  readonly userAgent?: string | null;
  readonly ipAddress?: string | null;
}

/** Adds the caller's address and browser to a new session, which ends after the store's period at the latest. */
export async function prepareSession<Session extends CreatedSession>(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  session: Session,
  request: GenericEndpointContext | null,
): Promise<Session> {
  const { retention } = await readSettings(db);
  const end = clock().getTime() + retentionMs('sessionDays', retention);
  return {
    ...session,
    expiresAt: new Date(Math.min(session.expiresAt.getTime(), end)),
    userAgent: session.userAgent?.slice(0, MAX_USER_AGENT) ?? null,
    ipAddress: request?.headers?.get(CLIENT_ADDRESS_HEADER) ?? session.ipAddress ?? null,
  };
}

/**
 * Runs after every endpoint of the identity provider: undoes concurrent work with a password or session that
 * ended meanwhile, remembers where the user signed in, and limits the sessions per user.
 */
export async function settleSession(context: Context, ctx: GenericEndpointContext): Promise<void> {
  if (isAPIError(returnedBy(ctx))) return;
  if (ctx.path === '/passkey/verify-registration') await rejectLatePasskey(context, ctx);
  const fresh = ctx.context.newSession;
  if (!fresh) return;
  if (ctx.path === '/sign-in/email') await rejectOldPassword(context, ctx, fresh);
  if (SIGN_INS.has(ctx.path)) await rememberOrigin(context, ctx, fresh.user.id);
  await endOldestSessions(context, fresh.session);
}

/** Returns the endpoint's response, which the library's hook type leaves out. */
function returnedBy(ctx: GenericEndpointContext): unknown {
  return (ctx.context as { returned?: unknown }).returned;
}

type NewSession = NonNullable<GenericEndpointContext['context']['newSession']>;

/** Ends a sign-in that checked the old password just before a reset. */
async function rejectOldPassword(
  { db }: Context,
  ctx: GenericEndpointContext,
  { session }: NewSession,
): Promise<void> {
  const started = ctx.request && startedAt.get(ctx.request);
  if (!started) return;
  const [changed] = await db
    .select({ id: authAccounts.id })
    .from(authAccounts)
    .where(and(eq(authAccounts.userId, session.userId), gte(authAccounts.updatedAt, started)));
  if (!changed) return;
  await db.delete(authSessions).where(eq(authSessions.id, session.id));
  deleteSessionCookie(ctx);
  throw new APIError('UNAUTHORIZED', {
    code: 'PASSWORD_CHANGED',
    ...writeMessage(() => t`The password was just changed. Sign in with the new one.`),
  });
}

/** Removes a passkey that was added while its session ended. */
async function rejectLatePasskey({ db }: Context, ctx: GenericEndpointContext): Promise<void> {
  const session = ctx.context.session?.session;
  if (!session) return;
  const [live] = await db
    .select({ id: authSessions.id })
    .from(authSessions)
    .where(eq(authSessions.id, session.id));
  if (live) return;
  const { id } = returnedBy(ctx) as { id: string };
  await db.delete(authPasskeys).where(eq(authPasskeys.id, id));
  throw new APIError('UNAUTHORIZED', { ...writeMessage(() => t`Your session has ended. Sign in again.`) });
}

/** Ends the least recently used sessions over the limit, and deletes expired data. */
async function endOldestSessions(
  { db, clock }: Context,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  const now = clock().toISOString();
  await db.execute(sql`
    DELETE FROM auth_sessions WHERE user_id = ${userId} AND (expires_at <= ${now}::timestamptz OR id IN (
      SELECT id FROM auth_sessions
      WHERE user_id = ${userId} AND id <> ${id} AND rotation IS DISTINCT FROM 'done'
      ORDER BY last_used_at DESC, id OFFSET ${MAX_SESSIONS - 1}))`);
}
