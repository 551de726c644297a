import type { TokenScope } from '#shared/call.ts';
import { CallError } from '#shared/errors.ts';
import type { Role } from '#shared/users/role.ts';
import type { Context } from '../context.ts';
import { createUserRecord, type UserRow } from '../users/queries.ts';
import { readSessionOwner, readTokenOwner } from './callers.ts';
import { createTokenVerifier } from './session-token.ts';

interface Person {
  readonly uid: string;
  readonly role: Role;
  readonly record: UserRow;
}

/** A person with a live session. */
export interface SessionCaller extends Person {
  readonly via: 'session';
  readonly sessionId: string;
  /** When the person last proved who they are by password or passkey. */
  readonly provedAt: Date;
}

/** A program with a personal API token: it acts for the token's owner, within the token's scopes. */
export interface TokenCaller extends Person {
  readonly via: 'token';
  readonly tokenId: string;
  readonly scopes: readonly TokenScope[];
  /** The only apps that it reaches; null for all that its owner does. */
  readonly appIds: readonly string[] | null;
}

export type Caller = SessionCaller | TokenCaller;

/** How every API token begins; a session's token never does. */
export const API_TOKEN_PREFIX = 'qs_';

/**
 * Makes the function that turns an `Authorization` header into the caller, or null when the header is missing.
 * A session's token has its signature checked once, which is remembered until it expires; session and user, or API
 * token and owner, are read every time, so what was revoked is refused at the next call (design, section 8).
 * It throws `unauthenticated` for a token or session that is not valid, `permission-denied` for a suspended user.
 */
export function createAuthenticator(context: Context) {
  const verifyToken = createTokenVerifier(context);

  return async (authorization: string | undefined): Promise<Caller | null> => {
    if (!authorization) return null;
    const [scheme, token] = authorization.split(' ');
    if (scheme?.toLowerCase() !== 'bearer' || !token) {
      throw new CallError('unauthenticated', 'Send the token as "Authorization: Bearer <token>".');
    }
    const caller = token.startsWith(API_TOKEN_PREFIX)
      ? await findTokenCaller(context, token)
      : await findSessionCaller(context, await verifyToken(token));
    if (caller.record.suspendedAt) {
      throw new CallError(
        'permission-denied',
        `This account is suspended: ${caller.record.suspensionReason}`,
      );
    }
    return caller;
  };
}

async function findSessionCaller(
  context: Context,
  { sessionId, uid }: { sessionId: string; uid: string },
): Promise<SessionCaller> {
  let owner = await readSessionOwner(context, sessionId);
  if (owner && !owner.record) {
    await createUserRecord(context.db, uid);
    owner = await readSessionOwner(context, sessionId);
  }
  if (!owner?.record) throw new CallError('unauthenticated', 'Your session has ended. Sign in again.');
  const { record, provedAt } = owner;
  return { via: 'session', uid: record.uid, role: record.role, record, sessionId, provedAt };
}

async function findTokenCaller(context: Context, secret: string): Promise<TokenCaller> {
  const owner = await readTokenOwner(context, secret);
  if (!owner) {
    throw new CallError(
      'unauthenticated',
      'This API token is not valid: it was revoked, or never given out.',
    );
  }
  const { record, tokenId, scopes, appIds, expiresAt } = owner;
  if (expiresAt && expiresAt <= context.clock()) {
    throw new CallError('unauthenticated', 'This API token has expired. Create a new one.');
  }
  return { via: 'token', uid: record.uid, role: record.role, record, tokenId, scopes, appIds };
}

/** The caller's session; throws `permission-denied` for a program with an API token. */
export function requireSession(caller: Caller): SessionCaller {
  if (caller.via === 'session') return caller;
  throw new CallError('permission-denied', 'API tokens cannot do this. Sign in instead.');
}
