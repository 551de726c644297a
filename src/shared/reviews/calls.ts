import { z } from 'zod';
import { appSchema } from '../apps/app.ts';
import { defineCall } from '../call.ts';
import { pageSchema } from '../page.ts';
import { versionSchema } from '../versions/version.ts';

const versionResult = z.object({ version: versionSchema });

/** A decision's text; the rejection dialog and the server read the same schema. */
export const rejectionSchema = z.object({
  versionId: z.string(),
  reason: z
    .string()
    .trim()
    .min(1, 'Say why, so that the publisher knows what to change.')
    .max(4000, 'Use at most 4,000 characters.'),
});

export const reviewCalls = {
  'reviews.queue': defineCall({
    access: 'admin',
    input: pageSchema,
    output: z.object({
      items: z.array(z.object({ app: appSchema, version: versionSchema, waitingSeconds: z.number() })),
      nextCursor: z.string().nullable(),
    }),
    errors: [],
  }),
  'reviews.claim': defineCall({
    access: 'admin',
    input: z.object({ versionId: z.string() }),
    output: versionResult,
    errors: ['not-found', 'failed-precondition'],
  }),
  'reviews.approve': defineCall({
    access: 'admin',
    input: z.object({
      versionId: z.string(),
      note: z.string().trim().max(4000, 'Use at most 4,000 characters.').optional(),
    }),
    output: versionResult,
    errors: ['not-found', 'failed-precondition'],
  }),
  'reviews.reject': defineCall({
    access: 'admin',
    input: rejectionSchema,
    output: versionResult,
    errors: ['not-found', 'failed-precondition'],
  }),
};
