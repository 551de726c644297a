import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify } from 'jose';
import { t } from '#shared/languages/translate.ts';
import type { Context } from '../platform/context.ts';
import { authJwks } from '../platform/db/tables/identity.ts';
import { callError } from '../platform/input/call-error.ts';

interface VerifiedToken {
  readonly sessionId: string;
  readonly uid: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Maximum cached verified tokens; others are verified again. */
const REMEMBERED_TOKENS = 10_000;

/**
 * Creates the function that verifies a session token: an unexpired EdDSA JWT of this store. Returns its
 * session and user; throws `unauthenticated` for any other token.
 */
export function createTokenVerifier({ config, db, clock }: Context) {
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
        throw callError('unauthenticated', () => t`The token is invalid or expired. Get a new one.`, {
          reason: 'invalid-token',
        });
      });
    if (typeof payload.sid !== 'string' || !payload.sub || !payload.exp) {
      throw callError('unauthenticated', () => t`The token isn’t from this store.`, {
        reason: 'invalid-token',
      });
    }
    const verified = { sessionId: payload.sid, uid: payload.sub, expiresAt: payload.exp * 1000 };
    if (remembered.size >= REMEMBERED_TOKENS) remembered.clear();
    remembered.set(token, verified);
    return verified;
  };
}
