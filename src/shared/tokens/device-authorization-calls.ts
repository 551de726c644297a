import { z } from 'zod';
import { addressSchema, shownEmailSchema, shownNameSchema } from '../bounded.ts';
import { defineCall } from '../call.ts';
import { newTokenSchema, tokenSchema } from './calls.ts';
import { userCodeSchema } from './user-code.ts';

export const DEVICE_AUTHORIZATION_LIMITS = {
  /** Minutes for which a code is valid. */
  minutes: 10,
  /** Seconds between two polls at first. */
  pollSeconds: 5,
  /** Seconds by which a poll that is too early prolongs the pause (RFC 8628, section 3.5). */
  slowDownSeconds: 5,
  /** Codes that a network may request per hour. */
  requestsPerHour: 30,
  /** Codes that an account may approve per hour. */
  approvalsPerHour: 20,
  /** Wrong codes that an account may enter in a quarter of an hour. */
  wrongCodes: 10,
} as const;

export const DEVICE_AUTHORIZATION_STATUSES = ['pending', 'approved', 'declined'] as const;

const userCodeInput = z.object({ userCode: userCodeSchema });
const deviceCodeSchema = z.string().min(1).max(100);

/** A program that waits to be signed in. Times are ISO 8601. */
const waitingProgramSchema = z.object({
  /** The name that it gave itself. */
  name: tokenSchema.shape.name,
  /** The most that its token may have. */
  scopes: tokenSchema.shape.scopes,
  /** The IP address from which it asked; of IPv6 the first half. */
  network: z.string().max(60),
  /** True when the caller uses the same network. */
  isOwnNetwork: z.boolean(),
  requestedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type WaitingProgram = z.infer<typeof waitingProgramSchema>;

/** The sign-in of a program by a code that a person enters in the browser (RFC 8628). */
export const deviceAuthorizationCalls = {
  /** Begins a sign-in. Nothing is granted until a person approves the user code. */
  'deviceAuthorizations.start': defineCall({
    access: 'public',
    input: newTokenSchema.pick({ name: true, scopes: true }),
    output: z.object({
      /** The secret of the program, by which it polls. */
      deviceCode: deviceCodeSchema,
      /** Entered by the person, such as `WDJB-MJHT`. */
      userCode: z.string().max(20),
      /** The page on which the code is entered. */
      verificationUrl: addressSchema,
      /** The same page with the code filled in. */
      completeUrl: addressSchema,
      expiresAt: z.iso.datetime(),
      intervalSeconds: z.number(),
    }),
    errors: ['resource-exhausted'],
  }),
  /**
   * Returns the token once, after a person approved it. A poll before the interval is over prolongs it and returns nothing.
   * Rejected with `permission-denied` after it was declined, and with `not-found` for a code that is wrong, used or expired.
   */
  'deviceAuthorizations.poll': defineCall({
    access: 'public',
    input: z.object({ deviceCode: deviceCodeSchema }),
    output: z.object({
      /** The least seconds until the next poll. */
      intervalSeconds: z.number(),
      /** Null while nobody has decided. */
      granted: z
        .object({
          secret: z.string().max(200),
          token: tokenSchema,
          /** The person for whom it acts. */
          user: z.object({ name: shownNameSchema, email: shownEmailSchema }),
        })
        .nullable(),
    }),
    errors: ['not-found', 'permission-denied', 'failed-precondition'],
  }),
  /** Returns the program that waits with a code. */
  'deviceAuthorizations.get': defineCall({
    access: 'signedIn',
    reads: ['tokens'],
    input: userCodeInput,
    output: z.object({ program: waitingProgramSchema }),
    errors: ['not-found', 'resource-exhausted'],
  }),
  /** Lets the program have a token of the caller, with at most the scopes that it requested. */
  'deviceAuthorizations.approve': defineCall({
    access: 'signedIn',
    reauthentication: true,
    confirmedEmail: true,
    input: newTokenSchema.extend({ userCode: userCodeSchema }),
    output: z.object({}),
    errors: ['not-found', 'failed-precondition', 'resource-exhausted'],
  }),
  /** Ends the sign-in of the program without a token. */
  'deviceAuthorizations.decline': defineCall({
    access: 'signedIn',
    input: userCodeInput,
    output: z.object({}),
    errors: ['not-found', 'resource-exhausted'],
  }),
};
