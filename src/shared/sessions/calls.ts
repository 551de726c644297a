import { z } from 'zod';
import { defineCall } from '../call.ts';

/** A device on which somebody is signed in. Times are ISO 8601. */
const sessionSchema = z.object({
  id: z.string(),
  /** Whether it is the one that asks. */
  current: z.boolean(),
  /** Browser and system as a person knows them, such as `Firefox on Windows`; `Unknown device` when nothing is known. */
  device: z.string(),
  kind: z.enum(['desktop', 'mobile', 'tablet', 'other']),
  /** The network address at sign-in. */
  address: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** To the minute. */
  lastUsedAt: z.iso.datetime(),
});
export type Session = z.infer<typeof sessionSchema>;

export const sessionCalls = {
  'sessions.list': defineCall({
    access: 'signedIn',
    input: z.object({}),
    output: z.object({
      /** This one first, then by last use. */
      sessions: z.array(sessionSchema),
      /** Until when this session may do what asks for a fresh proof (`stepUp` of a contract). */
      provedUntil: z.iso.datetime(),
    }),
    errors: [],
  }),
  'sessions.revoke': defineCall({
    access: 'signedIn',
    input: z.object({ sessionId: z.string() }),
    output: z.object({}),
    errors: ['not-found'],
  }),
  'sessions.revokeOthers': defineCall({
    access: 'signedIn',
    input: z.object({}),
    output: z.object({ count: z.number() }),
    errors: [],
  }),
  /**
   * Proves again who is signed in. The other way is a passkey: `auth/passkey/generate-authenticate-options`, then
   * `auth/passkey/verify-authentication`, which replaces the session, so fetch a new token afterwards.
   */
  'sessions.stepUp': defineCall({
    access: 'signedIn',
    input: z.object({
      password: z.string().min(1, 'Enter your password.').max(128, 'The password is not right.'),
    }),
    output: z.object({ provedUntil: z.iso.datetime() }),
    errors: ['resource-exhausted'],
  }),
};
