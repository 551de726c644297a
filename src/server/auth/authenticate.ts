import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify } from 'jose';
import { CallError } from '#shared/errors.ts';
import type { Role } from '#shared/users/role.ts';
import type { Context } from '../context.ts';
import { authJwks } from '../db/tables.ts';
import { createUserRecord, readSessionUser, type UserRow } from '../users/queries.ts';

/** Who calls: a person with a live session. */
export interface Caller {
  readonly uid: string;
  readonly role: Role;
  readonly sessionId: string;
  readonly record: UserRow;
}

interface VerifiedToken {
  readonly sessionId: string;
  readonly uid: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Verified tokens that are remembered at most; a forgotten one is only verified again. */
const REMEMBERED_TOKENS = 10_000;

/**
 * Makes the function that turns an `Authorization` header into the caller, or null when the header is missing.
 * The token's signature is checked once and remembered until it expires; session and user are read every time,
 * so a revoked session or a suspended user is refused at the next call (design, section 8).
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
    const { sessionId, uid } = await verifyToken(token);
    return readCaller(context, sessionId, uid);
  };
}

async function readCaller({ pool, db }: Context, sessionId: string, uid: string): Promise<Caller> {
  let record = await readSessionUser(pool, sessionId);
  if (record === 'no record') {
    await createUserRecord(db, uid);
    record = await readSessionUser(pool, sessionId);
  }
  if (record === null || record === 'no record') {
    throw new CallError('unauthenticated', 'Your session has ended. Sign in again.');
  }
  if (record.suspendedAt) {
    throw new CallError('permission-denied', `This account is suspended: ${record.suspensionReason}`);
  }
  return { uid: record.uid, role: record.role, sessionId, record };
}

function createTokenVerifier({ config, db, clock }: Context) {
  const remembered = new Map<string, VerifiedToken>();
  let keys = createLocalJWKSet({ keys: [] });

  const loadKeys = async () => {
    const rows = await db.select().from(authJwks);
    const keySet: JSONWebKeySet = {
      keys: rows.map(({ id, alg, publicKey }) =>
        Object.assign(JSON.parse(publicKey), { kid: id, alg: alg ?? 'EdDSA' }),
      ),
    };
    keys = createLocalJWKSet(keySet);
  };
  const check = (token: string) =>
    jwtVerify(token, keys, { issuer: config.publicUrl, audience: config.publicUrl, currentDate: clock() });

  return async (token: string): Promise<VerifiedToken> => {
    const known = remembered.get(token);
    if (known && known.expiresAt > clock().getTime()) return known;
    remembered.delete(token);

    const { payload } = await check(token)
      .catch(async (error: unknown) => {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
        await loadKeys();
        return check(token);
      })
      .catch((error: unknown) => {
        if (!(error instanceof errors.JOSEError)) throw error;
        throw new CallError('unauthenticated', 'The token is not valid or has expired. Fetch a new one.');
      });
    if (typeof payload.sid !== 'string' || !payload.sub || !payload.exp) {
      throw new CallError('unauthenticated', 'The token is not one of this store.');
    }
    const verified = { sessionId: payload.sid, uid: payload.sub, expiresAt: payload.exp * 1000 };
    if (remembered.size >= REMEMBERED_TOKENS) remembered.clear();
    remembered.set(token, verified);
    return verified;
  };
}
