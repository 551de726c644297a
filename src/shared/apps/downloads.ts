import { z } from 'zod';
import { idSchema } from '../bounded.ts';
import { defineCall } from '../call.ts';
import { releaseSchema } from '../releases/release.ts';
import { appSchema } from './app.ts';

/** Maximum apps with individual numbers; others are only in the sums. */
export const MAX_APPS = 10;
/** Maximum versions with individual numbers; others are only in the sums. */
export const MAX_COUNTED_VERSIONS = 500;
/** Longest period, in days. */
const MAX_DAYS = 365;

const daysSchema = z
  .number()
  .int()
  .min(1, 'Use at least one day.')
  .max(MAX_DAYS, 'Use at most 365 days.')
  .default(30);

/** All days of a period, oldest first, with the downloads of each. */
const countedDaysSchema = z.array(z.object({ day: z.iso.date(), count: z.number() })).max(MAX_DAYS);

export const downloadCalls = {
  /** Returns the daily downloads of the caller's apps up to today. Days are in UTC. */
  'apps.downloads': defineCall({
    access: 'signedIn',
    reads: ['apps', 'members'],
    input: z.object({ days: daysSchema }),
    output: z.object({
      /** With the sum of all apps. */
      days: countedDaysSchema,
      total: z.number(),
      /** Total of the same number of days before the period, for comparison. */
      previousTotal: z.number(),
      /** The ten most downloaded apps; `counts` has one number per day. */
      apps: z
        .array(
          z.object({
            appId: idSchema,
            name: appSchema.shape.name,
            total: z.number(),
            counts: z.array(z.number()).max(MAX_DAYS),
          }),
        )
        .max(MAX_APPS),
    }),
    errors: [],
  }),
  /** Returns the daily downloads of an app's versions up to today. Days are in UTC. */
  'apps.versionDownloads': defineCall({
    access: 'signedIn',
    token: 'apps:read',
    reads: ['versions'],
    input: z.object({ appId: idSchema, days: daysSchema }),
    output: z.object({
      /** With the sum of all versions. */
      days: countedDaysSchema,
      total: z.number(),
      /** The total of as many days before the span, to compare with. */
      previousTotal: z.number(),
      /** Since its first publication. */
      allTime: z.number(),
      /** The most downloaded versions, most downloaded in the period first, including deleted ones. */
      versions: z
        .array(
          z.object({
            versionId: idSchema,
            ...releaseSchema.pick({ versionName: true, versionCode: true }).shape,
            total: z.number(),
            allTime: z.number(),
          }),
        )
        .max(MAX_COUNTED_VERSIONS),
    }),
    errors: ['not-found'],
  }),
};
