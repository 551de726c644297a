import { z } from 'zod';
import { idSchema } from '../bounded.ts';
import { defineCall } from '../call.ts';
import { lookalikePairSchema, lookalikesSchema, MAX_LOOKALIKES } from '../listings/lookalike.ts';

export const lookalikeCalls = {
  /** Returns the public apps of other publishers that an app looks like, with its drafts, for its publisher. */
  'apps.getLookalikes': defineCall({
    access: 'signedIn',
    token: 'read',
    reads: ['apps', 'listings', 'members', 'settings', 'versions'],
    input: z.object({ appId: idSchema }),
    output: z.object({ lookalikes: lookalikesSchema }),
    errors: ['not-found'],
  }),
  /** Says that pairs are not confusing, so that they aren't found again; other values of the same apps are. */
  'reviews.dismissLookalike': defineCall({
    access: 'admin',
    input: z.object({
      appId: idSchema,
      otherAppId: idSchema,
      pairs: z.array(lookalikePairSchema).min(1).max(MAX_LOOKALIKES),
    }),
    output: z.object({}),
    errors: ['not-found', 'failed-precondition'],
  }),
};
