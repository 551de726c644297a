import { createHash } from 'node:crypto';
import { decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose';
import { type CallError } from '#shared/errors.ts';
import { t } from '#shared/languages/translate.ts';
import type { TrustedIssuer } from '#shared/trusted-publishers/issuer.ts';
import type { Context } from '../../platform/context.ts';
import { callError } from '../../platform/input/call-error.ts';
import { readSettings } from '../../platform/settings.ts';
import { IssuerUnreachableError, issuerKeys } from './issuer-keys.ts';

/** Asymmetric signatures only: with HMAC, the public key would be a shared secret. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/** Issuers' clocks may differ by so much from ours. */
const CLOCK_TOLERANCE_SECONDS = 30;

/** Older tokens are rejected even if they expire later, so that used ones are remembered for a day at most. */
const MAX_AGE_SECONDS = 86_400;

/** The end of the range of `Date`. */
const MAX_TIME_SECONDS = 8_640_000_000_000;

const MAX_SHOWN_LENGTH = 100;

export interface VerifiedIdToken {
  readonly issuer: TrustedIssuer;
  readonly claims: JWTPayload;
  /** Identifies the token among those of all issuers. */
  readonly hash: string;
  readonly expiresAt: Date;
}

/**
 * Verifies an ID token: issuer, signature, audience and times. Throws `unauthenticated` with `details.reason` and the claim
 * that is wrong, and `unavailable` when the issuer's keys cannot be read.
 */
export async function verifyIdToken(context: Context, idToken: string): Promise<VerifiedIdToken> {
  const { iss } = readUnverified(idToken);
  const { trustedIssuers } = await readSettings(context.db);
  const issuer = trustedIssuers.find(({ url }) => url === iss);
  if (!issuer) {
    throw rejectedToken(() => t`This store doesn’t trust the issuer ${quoteClaim(iss)}.`, { claim: 'iss' });
  }
  const { publicUrl } = context.config;
  const audiences = [publicUrl, publicUrl.replace(/\/$/, '')];
  try {
    const { payload } = await jwtVerify(
      idToken,
      context.services.get(issuerKeys).finder(context, issuer.url),
      {
        algorithms: ALGORITHMS,
        issuer: issuer.url,
        audience: audiences,
        requiredClaims: ['exp', 'iat', 'sub'],
        maxTokenAge: MAX_AGE_SECONDS,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        currentDate: context.clock(),
      },
    );
    requireOnlyAudiences(payload, [...audiences, ...context.config.extraAudiences]);
    return { issuer, claims: payload, hash: hashOf(idToken, payload), expiresAt: endOf(payload) };
  } catch (error) {
    if (error instanceof IssuerUnreachableError) {
      throw callError(
        'unavailable',
        () => t`The keys of ${issuer.url} can’t be read now. Try again in a minute.`,
        {
          reason: 'issuer-unreachable',
        },
      );
    }
    if (error instanceof errors.JOSEError) throw explain(error, publicUrl);
    throw error;
  }
}

/**
 * Throws for a token that is also for somebody else, who could use it here (OpenID Connect Core 1.0, section 3.1.3.7:
 * audiences that aren't trusted are rejected).
 */
function requireOnlyAudiences({ aud }: JWTPayload, accepted: readonly string[]): void {
  const other = [aud ?? []].flat().find((audience) => !accepted.includes(audience));
  if (other === undefined) return;
  throw rejectedToken(
    () =>
      t`The ID token is also for ${quoteClaim(other)}, which could use it here. Request one with this store as its only audience.`,
    { claim: 'aud' },
  );
}

function readUnverified(idToken: string): JWTPayload {
  try {
    return decodeJwt(idToken);
  } catch {
    throw rejectedToken(() => t`This isn’t an ID token: it has to be a signed JWT.`, {});
  }
}

function explain(error: errors.JOSEError, audience: string): CallError {
  if (error instanceof errors.JWTExpired) {
    return rejectedToken(() => t`The ID token has expired. Request a new one right before the exchange.`, {
      claim: error.claim,
    });
  }
  if (error instanceof errors.JWTClaimValidationFailed) {
    const { claim } = error;
    if (claim !== 'aud') return wrongClaim(claim);
    const value = quoteClaim(error.payload.aud);
    return rejectedToken(() => t`The ID token is for ${value}. Request one with the audience ${audience}.`, {
      claim,
    });
  }
  if (error instanceof errors.JOSEAlgNotAllowed || error instanceof errors.JOSENotSupported) {
    return rejectedToken(() => t`Its algorithm isn’t accepted. Use one of ${ALGORITHMS.join(', ')}.`, {});
  }
  return rejectedToken(
    () => t`The signature of the ID token can’t be verified with the keys of its issuer.`,
    {},
  );
}

function wrongClaim(claim: string): CallError {
  return rejectedToken(() => t`The claim “${claim}” is missing or wrong.`, { claim });
}

function rejectedToken(write: () => string, details: { readonly claim?: string }): CallError {
  return callError('unauthenticated', write, { reason: 'id-token', ...details });
}

/** Returns a claim of a token as a message quotes it. */
function quoteClaim(value: unknown): string {
  const written = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return `“${written.slice(0, MAX_SHOWN_LENGTH).toWellFormed()}”`;
}

/** Without an id of its own, the token is known by its payload: changing that needs a new signature. */
function hashOf(idToken: string, { iss, jti }: JWTPayload): string {
  return createHash('sha256')
    .update(JSON.stringify([iss, jti ?? null, jti === undefined ? idToken.split('.')[1] : null]))
    .digest('hex');
}

/** Returns the time after which the token is rejected anyway; throws for an expiry that is no time. */
function endOf({ exp = 0, iat = 0 }: JWTPayload): Date {
  if (exp > MAX_TIME_SECONDS) throw wrongClaim('exp');
  const seconds = Math.min(exp, iat + MAX_AGE_SECONDS) + CLOCK_TOLERANCE_SECONDS;
  return new Date(seconds * 1000);
}
