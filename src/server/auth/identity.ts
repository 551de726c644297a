import { drizzleAdapter } from '@better-auth/drizzle-adapter';
import { betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import { jwt } from 'better-auth/plugins/jwt';
import type { Context } from '../context.ts';
import {
  authAccounts,
  authJwks,
  authRateLimits,
  authSessions,
  authUsers,
  authVerifications,
} from '../db/tables.ts';
import { readSettings } from '../settings/queries.ts';
import { findSuspension } from '../users/queries.ts';
import { CLIENT_ADDRESS_HEADER } from './client-address.ts';
import { hashPassword, verifyPassword } from './password.ts';

/** How long a token lives; the browser fetches the next one five minutes before (specification section 9). */
const TOKEN_LIFETIME = '15m';

const DAY_SECONDS = 86_400;

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
      },
    }),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 10,
      maxPasswordLength: 128,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    session: { expiresIn: 30 * DAY_SECONDS, updateAge: DAY_SECONDS },
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
        '/sign-in/email': { window: 60, max: 20 },
        '/sign-up/email': { window: 3600, max: 20 },
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

export type Identity = ReturnType<typeof createIdentity>;

/** The origins that may sign people in: the public one, and on a loopback address its other names too. */
function trustedOrigins(publicUrl: string): string[] {
  const { origin, hostname, port, protocol } = new URL(publicUrl);
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(hostname)) return [origin];
  return ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${protocol}//${name}${port && `:${port}`}`);
}
