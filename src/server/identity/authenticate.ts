import type { Context as HonoContext } from 'hono';
import { t } from '#shared/languages/translate.ts';
import type { TokenScope } from '#shared/token-scope.ts';
import type { Build } from '#shared/trusted-publishers/build.ts';
import type { Role } from '#shared/users/role.ts';
import type { Context } from '../platform/context.ts';
import { callError } from '../platform/input/call-error.ts';
import { clientAddress } from './client-address.ts';
import { type CallerRecord, readSessionOwner, readTokenOwner, type SessionOwner } from './principals.ts';
import { createTokenVerifier } from './session-token.ts';
import { TokenLimiter } from './token-limiter.ts';
import { API_TOKEN_PREFIX, isWholeSecret } from './token-secret.ts';
import { createUserRecord } from './users.ts';

interface Person {
  readonly uid: string;
  readonly role: Role;
  readonly record: CallerRecord;
  /** True once the user confirmed the account's email address. */
  readonly emailConfirmed: boolean;
}

/** A user with a live session. */
export interface SessionCaller extends Person {
  readonly via: 'session';
  readonly sessionId: string;
  /** Time of the last authentication by password or passkey. */
  readonly authenticatedAt: Date;
}

/** A program with an API token, personal or of a trusted publisher, which acts for its owner within the token's scopes. */
export interface TokenCaller extends Person {
  readonly via: 'token';
  readonly tokenId: string;
  readonly scopes: readonly TokenScope[];
  /** The apps that the token may access; null for all of its owner's. */
  readonly appIds: readonly string[] | null;
  /** The job of a trusted publisher that got the token; null for a personal one. */
  readonly build: Build | null;
}

export type Caller = SessionCaller | TokenCaller;

/**
 * Resolves the `Authorization` header of a request to the caller; null without one. `authorization` replaces the header,
 * for a token that comes otherwise.
 */
export type Authenticate = (c: HonoContext, authorization?: string) => Promise<Caller | null>;

/**
 * Creates the function that resolves an authorization to the caller.
 * The signature of a session token is verified once and cached until it expires. Session and user, or API token
 * and owner, are read every time, so anything revoked is rejected at the next call (design, section 8). Requests with
 * an API token are counted, and the response says how many are left. The function throws `unauthenticated` for an
 * invalid token or session, `permission-denied` for a suspended user, and `resource-exhausted` for a token's request
 * over the limit.
 */
export function createAuthenticator(context: Context): Authenticate {
  const verifyToken = createTokenVerifier(context);
  const readOwner = shareReads((sessionId) => readSessionOwner(context, sessionId));
  const limiter = new TokenLimiter(context.clock);

  const findTokenCaller = async (c: HonoContext, secret: string): Promise<TokenCaller> => {
    if (!isWholeSecret(secret))
      throw callError('unauthenticated', INCOMPLETE_TOKEN, { reason: 'invalid-token' });
    const address = clientAddress(c, context.config.trustProxy);
    const caller = await readTokenCaller(context, { secret, address });
    const { headers, error } = limiter.count(caller.tokenId);
    for (const [name, value] of Object.entries(headers)) c.env.outgoing.setHeader(name, value);
    if (error) throw error;
    return caller;
  };

  return async (c, authorization = c.req.header('authorization')) => {
    if (!authorization) return null;
    const [scheme, token] = authorization.split(' ');
    if (scheme?.toLowerCase() !== 'bearer' || !token) {
      throw callError('unauthenticated', () => t`Send the token as "Authorization: Bearer <token>".`, {
        reason: 'invalid-token',
      });
    }
    const caller = token.startsWith(API_TOKEN_PREFIX)
      ? await findTokenCaller(c, token)
      : await findSessionCaller(context, { ...(await verifyToken(token)), readOwner });
    if (caller.record.suspendedAt) {
      throw callError(
        'permission-denied',
        () => t`This account is suspended: ${caller.record.suspensionReason ?? ''}`,
        { reason: 'suspended' },
      );
    }
    return caller;
  };
}

type ReadOwner = (sessionId: string) => Promise<SessionOwner | null>;

/**
 * Lets calls that arrive together, such as those of a page, share one read of their session. It is sent after the last
 * of them arrived, so none of them misses what was revoked before.
 */
function shareReads(read: ReadOwner): ReadOwner {
  const waiting = new Map<string, Promise<SessionOwner | null>>();
  return (sessionId) => {
    const shared = waiting.get(sessionId);
    if (shared) return shared;
    const own = new Promise<SessionOwner | null>((resolve) => {
      setImmediate(() => {
        waiting.delete(sessionId);
        resolve(read(sessionId));
      });
    });
    waiting.set(sessionId, own);
    return own;
  };
}

async function findSessionCaller(
  context: Context,
  { sessionId, uid, readOwner }: { sessionId: string; uid: string; readOwner: ReadOwner },
): Promise<SessionCaller> {
  let owner = await readOwner(sessionId);
  if (owner && !owner.record) {
    await createUserRecord(context.db, uid);
    owner = await readSessionOwner(context, sessionId);
  }
  if (!owner?.record)
    throw callError('unauthenticated', () => t`Your session has ended. Sign in again.`, {
      reason: 'session-ended',
    });
  const { record, authenticatedAt, emailConfirmed } = owner;
  return {
    via: 'session',
    uid: record.uid,
    role: record.role,
    record,
    emailConfirmed,
    sessionId,
    authenticatedAt,
  };
}

const INCOMPLETE_TOKEN = () =>
  t`This isn’t an API token of this store: its checksum is wrong. Check that you copied all of it.`;

async function readTokenCaller(
  context: Context,
  use: { secret: string; address: string },
): Promise<TokenCaller> {
  const owner = await readTokenOwner(context, use);
  if (!owner) {
    throw callError(
      'unauthenticated',
      () => t`This API token isn’t valid: it was revoked or never existed.`,
      {
        reason: 'revoked',
      },
    );
  }
  const { record, emailConfirmed, tokenId, scopes, appIds, expiresAt, build } = owner;
  if (expiresAt && expiresAt <= context.clock()) {
    throw callError('unauthenticated', () => t`This API token has expired. Create a new one.`, {
      reason: 'expired',
    });
  }
  return {
    via: 'token',
    uid: record.uid,
    role: record.role,
    record,
    emailConfirmed,
    tokenId,
    scopes,
    appIds,
    build,
  };
}

/** Returns the caller; throws `unauthenticated` without one. */
export function requireCaller(caller: Caller | null): Caller {
  if (caller) return caller;
  throw callError('unauthenticated', () => t`Sign in first.`, { reason: 'signed-out' });
}

/** Returns the caller's session; throws `permission-denied` for a program with an API token. */
export function requireSession(caller: Caller): SessionCaller {
  if (caller.via === 'session') return caller;
  throw callError('permission-denied', () => t`API tokens can’t do this. Sign in instead.`, {
    reason: 'session-only',
  });
}
