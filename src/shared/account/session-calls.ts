import { z } from 'zod';
import { idSchema } from '../bounded.ts';
import { defineCall } from '../call.ts';
import { t } from '../languages/translate.ts';

/** Maximum sessions per user; a new one ends the least recently used. */
export const MAX_SESSIONS = 50;

/** A device with an active session. Times are ISO 8601. */
const sessionSchema = z.object({
  id: idSchema,
  /** True for the caller's own session. */
  current: z.boolean(),
  /** Browser and operating system, such as `Firefox on Windows`; `Unknown device` when unknown. */
  device: z.string().max(200),
  kind: z.enum(['desktop', 'mobile', 'tablet', 'other']),
  /** The network address at sign-in. */
  address: z.string().max(100).nullable(),
  createdAt: z.iso.datetime(),
  /** Precise to the minute. */
  lastUsedAt: z.iso.datetime(),
});
export type Session = z.infer<typeof sessionSchema>;

export const sessionCalls = {
  'sessions.list': defineCall({
    access: 'signedIn',
    reads: ['sessions'],
    input: z.object({}),
    output: z.object({
      /** This one first, then by last use. */
      sessions: z.array(sessionSchema).max(MAX_SESSIONS),
      /** End of the time in which this session may make calls that require reauthentication. */
      authenticatedUntil: z.iso.datetime(),
    }),
    errors: [],
  }),
  'sessions.revoke': defineCall({
    access: 'signedIn',
    changes: ['sessions'],
    input: z.object({ sessionId: idSchema }),
    output: z.object({}),
    errors: ['not-found'],
  }),
  'sessions.revokeOthers': defineCall({
    access: 'signedIn',
    changes: ['sessions'],
    input: z.object({}),
    output: z.object({ count: z.number() }),
    errors: [],
  }),
  /**
   * Reauthenticates the user by password. The alternative is a passkey: `auth/passkey/generate-authenticate-options`, then
   * `auth/passkey/verify-authentication`, which replaces the session, so fetch a new token afterwards.
   */
  'sessions.reauthenticate': defineCall({
    access: 'signedIn',
    input: z.object({
      password: z
        .string()
        .min(1, { error: () => t`Enter your password.` })
        .max(128, { error: () => t`The password is wrong.` }),
    }),
    output: z.object({ authenticatedUntil: z.iso.datetime() }),
    errors: ['resource-exhausted'],
  }),
};
