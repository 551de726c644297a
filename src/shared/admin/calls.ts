import { z } from 'zod';
import { appStatusSchema } from '../apps/app.ts';
import { defineCall } from '../call.ts';
import { waitingTimesSchema } from '../reviews/calls.ts';

export const adminCalls = {
  'admin.overview': defineCall({
    access: 'admin',
    input: z.object({}),
    output: z.object({
      queue: z.object({
        waiting: z.number(),
        /** How many of them somebody has claimed. */
        claimed: z.number(),
        /** How many of those for longer than the store's setting `review.staleClaimHours`. */
        stale: z.number(),
        /** How long the oldest has waited since its submission; null when nothing waits. */
        oldestSeconds: z.number().nullable(),
        times: waitingTimesSchema,
      }),
      /** People who ask to publish and wait for the store's decision. */
      publishingRequests: z.object({
        waiting: z.number(),
        /** Since when the first of them waits; null when nobody does. */
        oldestAt: z.iso.datetime().nullable(),
      }),
      /** Apps by status. */
      apps: z.record(appStatusSchema, z.number()),
      people: z.object({
        all: z.number(),
        developers: z.number(),
        admins: z.number(),
        suspended: z.number(),
      }),
      /** Who began to publish last, newest first. */
      newPublishers: z.array(
        z.object({
          uid: z.string(),
          name: z.string().nullable(),
          email: z.string(),
          isVerified: z.boolean(),
          createdAt: z.iso.datetime(),
          apps: z.number(),
        }),
      ),
      /** In the last seven days. */
      week: z.object({
        submitted: z.number(),
        approved: z.number(),
        rejected: z.number(),
        published: z.number(),
        downloads: z.number(),
      }),
    }),
    errors: [],
  }),
};
