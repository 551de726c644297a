import { drizzleAdapter } from '@better-auth/drizzle-adapter';
import { passkey } from '@better-auth/passkey';
import { APIError } from 'better-auth/api';
import { betterAuth } from 'better-auth/minimal';
import { jwt } from 'better-auth/plugins/jwt';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { PASSWORD_LENGTH } from '#shared/account/password-length.ts';
import { type Context, useEssential } from '../platform/context.ts';
import {
  authAccounts,
  authJwks,
  authPasskeys,
  authRateLimits,
  authSessions,
  authTwoFactors,
  authUsers,
  authVerifications,
} from '../platform/db/tables/identity.ts';
import { accountPlugin } from './account-plugin.ts';
import { prepareSession } from './after-sign-in.ts';
import { CLIENT_ADDRESS_HEADER } from './client-address.ts';
import { explainFailure } from './explain-failure.ts';
import { createHooks } from './hooks.ts';
import { LIMITED_HERE } from './limit-requests.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { LIMITED_BY_SESSION } from './session-limiter.ts';
import { findSuspension } from './users.ts';

/**
 * Lifetime of a token; the browser fetches the next one five minutes before its end (specification section
 * 9).
 */
const TOKEN_LIFETIME = '15m';

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/** Endpoints that Quayside replaces with its own calls or does not offer; each would bypass its rules. */
const UNUSED_PATHS = [
  '/account-info',
  '/get-access-token',
  '/link-social',
  '/list-accounts',
  '/list-sessions',
  '/refresh-token',
  '/revoke-other-sessions',
  '/revoke-session',
  '/revoke-sessions',
  '/sign-in/social',
  '/two-factor/send-otp',
  '/two-factor/verify-otp',
  '/unlink-account',
  '/update-session',
  '/update-user',
  '/verify-email',
  '/verify-password',
];

/**
 * Creates the identity provider at `{base}auth/…`: accounts, cookie sessions, and the short-lived tokens of
 * calls. It has its own tables; the user record of the specification is ours (`users`).
 */
export function createIdentity(parts: Context) {
  const context = useEssential(parts);
  const { config, db, log, secret } = context;
  return betterAuth({
    appName: 'Quayside',
    baseURL: new URL(config.publicUrl).origin,
    basePath: `${config.basePath}auth`,
    secret,
    trustedOrigins: trustedOrigins(config.publicUrl),
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: {
        user: authUsers,
        session: authSessions,
        account: authAccounts,
        verification: authVerifications,
        jwks: authJwks,
        rateLimit: authRateLimits,
        twoFactor: authTwoFactors,
        passkey: authPasskeys,
      },
    }),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: PASSWORD_LENGTH.max,
      password: { hash: hashPassword, verify: verifyPassword },
      resetPasswordTokenExpiresIn: HOUR_SECONDS,
      // The hook after the request queues the email, whether the address has an account or not.
      sendResetPassword: async () => {},
    },
    emailVerification: { expiresIn: DAY_SECONDS, sendVerificationEmail: async () => {} },
    // Our own hooks require reauthentication for sensitive actions. Sessions are not extended: that would
    // also restore a session that was just replaced.
    session: { expiresIn: 30 * DAY_SECONDS, disableSessionRefresh: true, freshAge: 0 },
    verification: { storeIdentifier: 'hashed' },
    disabledPaths: UNUSED_PATHS,
    hooks: createHooks(context),
    databaseHooks: {
      session: {
        create: {
          before: async (session, request) => {
            const suspension = await findSuspension(db, session.userId);
            if (!suspension) return { data: await prepareSession(context, session, request) };
            throw new APIError('FORBIDDEN', { message: `This account is suspended: ${suspension.reason}` });
          },
        },
      },
    },
    rateLimit: {
      enabled: true,
      storage: 'database',
      window: 60,
      max: 300,
      customRules: {
        ...LIMITED_HERE,
        ...LIMITED_BY_SESSION,
      },
    },
    advanced: {
      disableOriginCheck: false,
      disableCSRFCheck: false,
      cookiePrefix: 'quayside',
      useSecureCookies: config.publicUrl.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: config.basePath },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
    },
    plugins: [
      twoFactor({
        issuer: 'Quayside',
        trustDeviceMaxAge: 30 * DAY_SECONDS,
        // Would lock the owner out together with somebody who knows the password; `limit-requests.ts` doesn't.
        accountLockout: { enabled: false },
      }),
      passkey({
        rpID: relyingParty(config.publicUrl),
        rpName: 'Quayside',
        origin: trustedOrigins(config.publicUrl),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        authentication: { afterVerification: requireUserVerification },
      }),
      jwt({
        disableSettingJwtHeader: true,
        jwt: {
          issuer: config.publicUrl,
          audience: config.publicUrl,
          expirationTime: TOKEN_LIFETIME,
          // Tokens are issued by the database's clock, which also checks them.
          definePayload: ({ session }) => ({
            sid: session.id,
            iat: Math.floor(context.clock().getTime() / 1000),
          }),
        },
      }),
      // Must be last: its hook sees what the other plugins did with a new session.
      accountPlugin(context),
    ],
    logger: {
      log: (level, message) => {
        log[level === 'error' || level === 'warn' ? level : 'debug']({ part: 'identity' }, message);
      },
    },
    onAPIError: { onError: (error) => explainFailure(context, error) },
    telemetry: { enabled: false },
  });
}

/** Requires user verification, because a passkey replaces both password and second factor. */
async function requireUserVerification({
  verification,
}: {
  verification: { authenticationInfo: { userVerified: boolean } };
}): Promise<void> {
  if (verification.authenticationInfo.userVerified) return;
  throw new APIError('UNAUTHORIZED', {
    message:
      'This passkey didn’t verify who is using it. Unlock it with your PIN, fingerprint or face, or use your password.',
  });
}

export type Identity = ReturnType<typeof createIdentity>;

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/** Returns the origins that may sign in: the public one, and on a loopback address its other names too. */
function trustedOrigins(publicUrl: string): string[] {
  const { origin, hostname, port, protocol } = new URL(publicUrl);
  if (!LOOPBACK_NAMES.includes(hostname)) return [origin];
  return LOOPBACK_NAMES.map((name) => `${protocol}//${name}${port && `:${port}`}`);
}

/**
 * Returns the name that passkeys are bound to. Browsers accept no IP addresses, so on loopback it is always
 * localhost.
 */
function relyingParty(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  return LOOPBACK_NAMES.includes(hostname) ? 'localhost' : hostname;
}
