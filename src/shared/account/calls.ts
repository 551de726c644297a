import { z } from 'zod';
import { defineCall } from '../call.ts';

export const accountCalls = {
  /** What deleting the account would do, in numbers, and what stands against it. */
  'account.previewDeletion': defineCall({
    access: 'signedIn',
    input: z.object({}),
    output: z.object({
      /** Why the account cannot be deleted now, as sentences; none when it can. */
      obstacles: z.array(z.object({ reason: z.enum(['owns-apps', 'last-admin']), message: z.string() })),
      /** Apps by status: all but removed ones must be handed over or removed first. */
      apps: z.object({
        draft: z.number(),
        published: z.number(),
        unpublished: z.number(),
        removed: z.number(),
      }),
      sessions: z.number(),
      tokens: z.number(),
      notifications: z.number(),
    }),
    errors: [],
  }),
  'account.delete': defineCall({
    access: 'signedIn',
    stepUp: true,
    /** The person's own address, typed once more. */
    input: z.object({ email: z.string().trim().min(1, 'Enter your address to confirm.') }),
    output: z.object({}),
    errors: ['failed-precondition'],
  }),
};
