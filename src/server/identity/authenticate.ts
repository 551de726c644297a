import type { TokenScope } from '#shared/call.ts';
import { CallError } from '#shared/errors.ts';
import type { Role } from '#shared/users/role.ts';
import type { Context } from '../platform/context.ts';
import { type CallerRecord, readSessionOwner, readTokenOwner, type SessionOwner } from './principals.ts';
import { createTokenVerifier } from './session-token.ts';
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

/** A program with a personal API token, which acts for its owner within the token's scopes. */
export interface TokenCaller extends Person {
  readonly via: 'token';
  readonly tokenId: string;
  readonly scopes: readonly TokenScope[];
  /** The apps that the token may access; null for all of its owner's. */
  readonly appIds: readonly string[] | null;
}

export type Caller = SessionCaller | TokenCaller;

/** Prefix of every API token; session tokens never start with it. */
export const API_TOKEN_PREFIX = 'qs_';

/**
 * Creates the function that resolves an `Authorization` header to the caller, or null without a header. The
 * signature of a session token is verified once and cached until it expires. Session and user, or API token
 * and owner, are read every time, so anything revoked is rejected at the next call (design, section 8). The
 * function throws `unauthenticated` for an invalid token or session and `permission-denied` for a suspended
 * user.
 */
export function createAuthenticator(context: Context) {
  const verifyToken = createTokenVerifier(context);
  const readOwner = shareReads((sessionId) => readSessionOwner(context, sessionId));

  return async (authorization: string | undefined): Promise<Caller | null> => {
    if (!authorization) return null;
    const [scheme, token] = authorization.split(' ');
    if (scheme?.toLowerCase() !== 'bearer' || !token) {
      throw new CallError('unauthenticated', 'Send the token as "Authorization: Bearer <token>".');
    }
    const caller = token.startsWith(API_TOKEN_PREFIX)
      ? await findTokenCaller(context, token)
      : await findSessionCaller(context, { ...(await verifyToken(token)), readOwner });
    if (caller.record.suspendedAt) {
      throw new CallError(
        'permission-denied',
        `This account is suspended: ${caller.record.suspensionReason}`,
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
  if (!owner?.record) throw new CallError('unauthenticated', 'Your session has ended. Sign in again.');
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

async function findTokenCaller(context: Context, secret: string): Promise<TokenCaller> {
  const owner = await readTokenOwner(context, secret);
  if (!owner) {
    throw new CallError('unauthenticated', 'This API token isn’t valid: it was revoked or never existed.');
  }
  const { record, emailConfirmed, tokenId, scopes, appIds, expiresAt } = owner;
  if (expiresAt && expiresAt <= context.clock()) {
    throw new CallError('unauthenticated', 'This API token has expired. Create a new one.');
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
  };
}

/** Returns the caller's session; throws `permission-denied` for a program with an API token. */
export function requireSession(caller: Caller): SessionCaller {
  if (caller.via === 'session') return caller;
  throw new CallError('permission-denied', 'API tokens can’t do this. Sign in instead.');
}
