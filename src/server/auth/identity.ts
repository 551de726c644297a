import { drizzleAdapter } from '@better-auth/drizzle-adapter';
import { passkey } from '@better-auth/passkey';
import { betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import { jwt } from 'better-auth/plugins/jwt';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { PASSWORD_LENGTH } from '#shared/passwords/length.ts';
import type { Context } from '../context.ts';
import {
  authAccounts,
  authJwks,
  authPasskeys,
  authRateLimits,
  authSessions,
  authTwoFactors,
  authUsers,
  authVerifications,
} from '../db/identity-tables.ts';
import { readSettings } from '../settings/queries.ts';
import { findSuspension } from '../users/queries.ts';
import { CLIENT_ADDRESS_HEADER } from './client-address.ts';
import { createHooks } from './hooks.ts';
import { resetPasswordLetter } from './letters/reset-password.ts';
import { verifyEmailLetter } from './letters/verify-email.ts';
import { LIMITED_HERE } from './limit-requests.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { recordSecurityChange, sendLater } from './security-events.ts';

/** How long a token lives; the browser fetches the next one five minutes before (specification section 9). */
const TOKEN_LIFETIME = '15m';

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/** What Quayside does in calls of its own, or not at all: each of these would be a second way around its rules. */
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
  '/verify-password',
];

/**
 * The identity provider at `{base}auth/…`: accounts, sessions in cookies, and the short-lived tokens that calls carry.
 * It keeps its own tables; the user record of the specification is ours (`users`).
 */
export function createIdentity(context: Context) {
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
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, token }) =>
        sendLater(context, (storeName) =>
          resetPasswordLetter({
            to: user.email,
            url: `${config.publicUrl}login?mode=reset&token=${token}`,
            storeName,
          }),
        ),
      onPasswordReset: async ({ user }) =>
        recordSecurityChange(context, user, {
          event: 'user.password-reset',
          what: 'A new password was set for your account. All sessions were ended.',
        }),
    },
    emailVerification: {
      sendOnSignUp: true,
      expiresIn: DAY_SECONDS,
      sendVerificationEmail: async ({ user, token }) =>
        sendLater(context, (storeName) =>
          verifyEmailLetter({
            to: user.email,
            url: `${config.publicUrl}login?mode=verify&token=${token}`,
            storeName,
          }),
        ),
    },
    // What is sensitive asks for a fresh proof by hooks of ours, which a step-up can give.
    // A session keeps its end: extending one would also bring back a session that was replaced a moment ago.
    session: { expiresIn: 30 * DAY_SECONDS, disableSessionRefresh: true, freshAge: 0 },
    verification: { storeIdentifier: 'hashed' },
    disabledPaths: UNUSED_PATHS,
    hooks: createHooks(context),
    databaseHooks: {
      user: {
        create: {
          before: async (user, request) => {
            const isOwnSetup = request === null;
            if (isOwnSetup) return { data: user };
            const settings = await readSettings(db);
            if (settings.registration === 'open') return { data: user };
            throw new APIError('FORBIDDEN', {
              message: 'This store does not take new accounts. Ask its people for one.',
            });
          },
        },
      },
      session: {
        create: {
          before: async (session) => {
            const suspension = await findSuspension(db, session.userId);
            if (!suspension) return { data: session };
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
        '/two-factor/verify-totp': { window: 60, max: 10 },
        '/two-factor/verify-backup-code': { window: 60, max: 10 },
        '/token': { window: 60, max: 120 },
        '/get-session': { window: 60, max: 600 },
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
      twoFactor({ issuer: 'Quayside', trustDeviceMaxAge: 30 * DAY_SECONDS }),
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
          definePayload: ({ session }) => ({ sid: session.id }),
        },
      }),
    ],
    logger: {
      log: (level, message) => {
        log[level === 'error' || level === 'warn' ? level : 'debug']({ part: 'identity' }, message);
      },
    },
    telemetry: { enabled: false },
  });
}

/** A passkey replaces password and second factor alike, so the device must have checked who holds it. */
async function requireUserVerification({
  verification,
}: {
  verification: { authenticationInfo: { userVerified: boolean } };
}): Promise<void> {
  if (verification.authenticationInfo.userVerified) return;
  throw new APIError('UNAUTHORIZED', {
    message:
      'This passkey did not check who uses it. Unlock it with its PIN, finger or face, or use your password.',
  });
}

export type Identity = ReturnType<typeof createIdentity>;

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/** The origins that may sign people in: the public one, and on a loopback address its other names too. */
function trustedOrigins(publicUrl: string): string[] {
  const { origin, hostname, port, protocol } = new URL(publicUrl);
  if (!LOOPBACK_NAMES.includes(hostname)) return [origin];
  return LOOPBACK_NAMES.map((name) => `${protocol}//${name}${port && `:${port}`}`);
}

/** The name that passkeys are bound to. Browsers take no addresses for it, so on loopback it is always localhost. */
function relyingParty(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  return LOOPBACK_NAMES.includes(hostname) ? 'localhost' : hostname;
}
