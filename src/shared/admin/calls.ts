import { z } from 'zod';
import { appSchema } from '../apps/app.ts';
import { idSchema, sentenceSchema, shownEmailSchema, shownNameSchema } from '../bounded.ts';
import { defineCall } from '../call.ts';
import { waitingTimesSchema } from '../reviews/waiting-times.ts';
import { appStatusSchema } from '../statuses/app-status.ts';
import { FILE_PROBLEMS } from './file-problems.ts';

/** The effect of invalid app data on the feed: the app is shown without its listing, or left out. */
export const feedEffectSchema = z.enum(['plain', 'leftOut']);
export type FeedEffect = z.infer<typeof feedEffectSchema>;

/** Maximum problems in the overview; there may be more. */
export const MAX_FEED_PROBLEMS = 20;

/** Maximum storage keys in a report; there may be more. */
export const MAX_REPORTED_KEYS = 20;
/** Longest path of a file system. */
const MAX_KEY_LENGTH = 4_096;
const keysSchema = z.array(z.string().max(MAX_KEY_LENGTH)).max(MAX_REPORTED_KEYS);

const diskPartSchema = z.enum(['storage', 'database', 'data']);

/** Maximum failing jobs that the overview names; there may be more. */
export const MAX_FAILING_JOBS = 20;

/** Number of new publishers in the overview. */
export const NEW_PUBLISHERS = 5;

export const adminCalls = {
  /** Runs a failing job again now, with all its attempts. Has no effect on one that is running or about to. */
  'admin.retryJob': defineCall({
    access: 'admin',
    /** Also where the job runs already, because the caller's screen says otherwise. */
    changes: ['system'],
    input: z.object({ jobId: idSchema }),
    output: z.object({}),
    errors: ['not-found', 'failed-precondition'],
  }),
  'admin.overview': defineCall({
    access: 'admin',
    reads: ['apps', 'listings', 'reviews', 'system', 'users'],
    input: z.object({}),
    output: z.object({
      queue: z.object({
        waiting: z.number(),
        /** Versions that have a reviewer. */
        claimed: z.number(),
        /** Claims older than the store's setting `review.staleClaimHours`. */
        stale: z.number(),
        /** Time since the oldest submission; null when the queue is empty. */
        oldestSeconds: z.number().nullable(),
        times: waitingTimesSchema,
      }),
      /** Apps with listing changes that wait for approval. */
      listings: z.object({ waiting: z.number() }),
      /** Users who wait for a decision on their publishing request. */
      publishingRequests: z.object({
        waiting: z.number(),
        /** Time of the oldest request; null without any. */
        oldestAt: z.iso.datetime().nullable(),
      }),
      /** Problems that keep apps, or parts of them, out of the feed. */
      feed: z.object({
        /** Time since which rebuilds have failed; null while they succeed. */
        failingSince: z.iso.datetime().nullable(),
        problemCount: z.number(),
        /** The newest `MAX_FEED_PROBLEMS`. */
        problems: z
          .array(
            z.object({
              ...appSchema.pick({ name: true, applicationId: true }).shape,
              appId: idSchema,
              effect: feedEffectSchema,
              reason: sentenceSchema,
              since: z.iso.datetime(),
            }),
          )
          .max(MAX_FEED_PROBLEMS),
      }),
      audit: z.object({
        /** Problems that the last verification of the audit log found; 0 before the first. */
        problemCount: z.number(),
      }),
      mail: z.object({
        /** Failed emails that will be retried, and the time of the oldest. */
        waiting: z.number(),
        waitingSince: z.iso.datetime().nullable(),
        /** Emails given up in the last seven days. */
        failed: z.number(),
        /** Last error of the mail server; null without one. */
        lastError: sentenceSchema.nullable(),
        /** True without a mail server: emails are written to files. */
        isKept: z.boolean(),
      }),
      /** Apps by status. */
      apps: z.record(appStatusSchema, z.number()),
      people: z.object({
        all: z.number(),
        developers: z.number(),
        admins: z.number(),
        suspended: z.number(),
      }),
      /**
       * Result of the last daily comparison of stored files with the rows that reference them; null before
       * the first.
       */
      files: z
        .object({
          finishedAt: z.iso.datetime(),
          /** Deleted files without a reference, and the keys of the first ones. */
          removed: z.number(),
          removedKeys: keysSchema,
          /** Referenced files that are missing. */
          missing: z.number(),
          missingKeys: keysSchema,
          /** Files of unknown kind, which are left alone. */
          unknown: z.number(),
          unknownKeys: keysSchema,
        })
        .nullable(),
      /** Stored files that are known to be damaged or missing at present. */
      fileProblems: z.object({
        damaged: z.number(),
        missing: z.number(),
        /** Those that have been for longest. */
        files: z
          .array(
            z.object({
              key: z.string().max(MAX_KEY_LENGTH),
              problem: z.enum(FILE_PROBLEMS),
              since: z.iso.datetime(),
            }),
          )
          .max(MAX_REPORTED_KEYS),
      }),
      /** The server's file systems at present; null when they cannot be read. */
      disk: z
        .object({
          /** Space in bytes that new files leave free on each of them. */
          reserveBytes: z.number(),
          disks: z
            .array(
              z.object({
                /** Data on it: stored files, the embedded database, or both; or only DATA_DIR, with copies for inspections. */
                parts: z.array(diskPartSchema).max(diskPartSchema.options.length),
                freeBytes: z.number(),
                totalBytes: z.number(),
                /** True when less than the reserve is free, so new files are rejected, or inspections fail without DATA_DIR. */
                isLow: z.boolean(),
              }),
            )
            .max(diskPartSchema.options.length),
        })
        .nullable(),
      /** The work of the server in the background. */
      system: z.object({
        /** Jobs whose last attempt failed, or that are due implausibly late, because the database's clock was wrong. */
        failingJobs: z.number(),
        /** Those that failed last. */
        lastFailures: z
          .array(
            z.object({
              id: idSchema,
              name: shownNameSchema,
              /** Null without a failed attempt, when it is due implausibly late. */
              error: sentenceSchema.nullable(),
              /** When it runs again; null when it was given up. */
              runsAt: z.iso.datetime().nullable(),
              /** True when it runs, or does so as soon as a worker is free. */
              isDue: z.boolean(),
            }),
          )
          .max(MAX_FAILING_JOBS),
        /** Time since which the oldest due job has waited; 0 without one. */
        oldestJobSeconds: z.number(),
        /** Push messages and webhooks that are retried, or were given up in the last seven days. */
        failedDeliveries: z.number(),
        /** When the feed last changed; null before the first time. */
        feedAt: z.iso.datetime().nullable(),
        databaseBytes: z.number(),
      }),
      /** Users who recently became publishers, newest first. */
      newPublishers: z
        .array(
          z.object({
            uid: idSchema,
            name: shownNameSchema.nullable(),
            email: shownEmailSchema,
            isVerified: z.boolean(),
            createdAt: z.iso.datetime(),
            apps: z.number(),
          }),
        )
        .max(NEW_PUBLISHERS),
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
