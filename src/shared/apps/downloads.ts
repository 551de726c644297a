import { z } from 'zod';
import { defineCall } from '../call.ts';

/** Apps with numbers of their own; those of the others are in the sums. */
export const MOST_APPS = 10;

export const downloadCalls = {
  /** How often the apps that the caller works on were downloaded, day by day up to today. Days are in UTC. */
  'apps.downloads': defineCall({
    access: 'signedIn',
    input: z.object({
      days: z.number().int().min(1, 'Use at least one day.').max(365, 'Use at most 365 days.').default(30),
    }),
    output: z.object({
      /** Every day of the span, oldest first, with the sum of all apps. */
      days: z.array(z.object({ day: z.iso.date(), count: z.number() })),
      total: z.number(),
      /** The total of as many days before the span, to compare with. */
      previousTotal: z.number(),
      /** The most downloaded apps first, at most ten; `counts` has one number for each of `days`. */
      apps: z.array(
        z.object({ appId: z.string(), name: z.string(), total: z.number(), counts: z.array(z.number()) }),
      ),
    }),
    errors: [],
  }),
  /** How often the versions of one app were downloaded, day by day up to today. Days are in UTC. */
  'apps.versionDownloads': defineCall({
    access: 'signedIn',
    token: 'apps:read',
    input: z.object({
      appId: z.string(),
      days: z.number().int().min(1, 'Use at least one day.').max(365, 'Use at most 365 days.').default(30),
    }),
    output: z.object({
      /** Every day of the span, oldest first, with the sum of all versions. */
      days: z.array(z.object({ day: z.iso.date(), count: z.number() })),
      total: z.number(),
      /** The total of as many days before the span, to compare with. */
      previousTotal: z.number(),
      /** Since its first publication. */
      allTime: z.number(),
      /** Every version that was ever downloaded, most downloaded in the span first; deleted ones too. */
      versions: z.array(
        z.object({
          versionId: z.string(),
          versionName: z.string().nullable(),
          versionCode: z.number().nullable(),
          total: z.number(),
          allTime: z.number(),
        }),
      ),
    }),
    errors: ['not-found'],
  }),
};
