import { z } from 'zod';
import { idSchema } from '../bounded.ts';
import { defineCall } from '../call.ts';
import { t } from '../languages/translate.ts';
import { releaseSchema } from '../releases/release.ts';
import { appSchema } from './app.ts';
import { downloadClientSchema } from './download-clients.ts';

/** Maximum apps with individual numbers; others are only in the sums. */
export const MAX_APPS = 10;
/** Maximum versions with individual numbers; others are only in the sums. */
export const MAX_COUNTED_VERSIONS = 500;
/** Versions whose downloads are given by day; the others together are the rest of each day. */
export const CHARTED_VERSIONS = 5;
/** Maximum releases marked in a period: the newest ones. */
export const MAX_MARKED_RELEASES = 50;
/** Days of the small charts in lists of apps. */
export const SPARKLINE_DAYS = 30;
/** Maximum apps in one call for small charts: as many as a page of a list has. */
const MAX_SPARKLINES = 100;
/** Longest period, in days. */
export const MAX_DAYS = 365;

const daysSchema = z
  .number()
  .int()
  .min(1, { error: () => t`Use at least one day.` })
  .max(MAX_DAYS, { error: () => t`Use at most 365 days.` })
  .default(30);

/** One number for each day of a period, oldest first. */
const countsSchema = z.array(z.number()).max(MAX_DAYS);

/** All days of a period, oldest first, with the downloads of each. */
const countedDaysSchema = z.array(z.object({ day: z.iso.date(), count: z.number() })).max(MAX_DAYS);

const namedVersion = releaseSchema.pick({ versionId: true, versionName: true, versionCode: true }).shape;

/** The events of releases that a chart of downloads marks. */
const releaseMarkSchema = z.enum(['published', 'rolledBack']);

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
            counts: countsSchema,
          }),
        )
        .max(MAX_APPS),
    }),
    errors: [],
  }),
  /** Returns the daily downloads of an app's versions up to today. Days are in UTC. */
  'apps.versionDownloads': defineCall({
    access: 'signedIn',
    token: 'read',
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
            ...namedVersion,
            total: z.number(),
            allTime: z.number(),
          }),
        )
        .max(MAX_COUNTED_VERSIONS),
      /** The most downloaded versions of the period by day, most downloaded first. */
      series: z.array(z.object({ ...namedVersion, counts: countsSchema })).max(CHARTED_VERSIONS),
      /** Every kind of client with downloads, most downloads in the period first; `counts` has one number per day. */
      clients: z
        .array(
          z.object({
            client: downloadClientSchema,
            total: z.number(),
            counts: countsSchema,
          }),
        )
        .max(downloadClientSchema.options.length),
      /** Publications and rollbacks in the period, oldest first. */
      releases: z
        .array(z.object({ ...namedVersion, day: z.iso.date(), kind: releaseMarkSchema }))
        .max(MAX_MARKED_RELEASES),
    }),
    errors: ['not-found'],
  }),
  /** Returns the downloads of several apps on each of the last 30 days in UTC, in the order of the request. */
  'apps.dailyDownloads': defineCall({
    access: 'signedIn',
    token: 'read',
    reads: ['apps', 'members'],
    input: z.object({
      appIds: z
        .array(idSchema)
        .min(1, { error: () => t`Name at least one app.` })
        .max(MAX_SPARKLINES, { error: () => t`Name at most ${MAX_SPARKLINES} apps.` }),
    }),
    output: z.object({
      apps: z
        .array(
          z.object({
            appId: idSchema,
            total: z.number(),
            counts: z.array(z.number()).max(SPARKLINE_DAYS),
          }),
        )
        .max(MAX_SPARKLINES),
    }),
    errors: ['not-found'],
  }),
};
