import { z } from 'zod';
import { storeReasonSchema } from '../apps/app.ts';
import { defineCall } from '../call.ts';
import { percentageSchema, publicationSchema, trackSchema } from '../releases/release.ts';
import { changeSchema } from '../reviews/calls.ts';
import { historyEntrySchema } from './history.ts';
import { versionSchema } from './version.ts';

const versionIdSchema = z.object({ versionId: z.string() });
const versionResult = z.object({ version: versionSchema });
const reasonedSchema = z.object({ versionId: z.string(), reason: storeReasonSchema });

/** The largest package that a store takes, in bytes: 2 GiB. */
export const MAX_PACKAGE_BYTES = 2 * 1024 ** 3;

export const versionCalls = {
  'versions.create': defineCall({
    access: 'developer',
    token: 'apps:write',
    input: z.object({
      appId: z.string(),
      fileName: z.string().trim().min(1, 'Name the file.').max(255, 'Use at most 255 characters.'),
      size: z
        .number()
        .int()
        .min(1, 'The file is empty.')
        .max(MAX_PACKAGE_BYTES, 'The file is larger than 2 GiB, the most that this store takes.'),
      sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/, 'Give the SHA-256 as 64 lower-case hexadecimal digits.')
        .optional(),
    }),
    output: z.object({ version: versionSchema, upload: z.object({ url: z.string() }) }),
    errors: ['not-found', 'failed-precondition'],
  }),
  'versions.get': defineCall({
    access: 'signedIn',
    token: 'apps:read',
    input: versionIdSchema,
    output: z.object({
      version: versionSchema,
      /** How to go on with an upload that is not complete; null once it is. */
      upload: z.object({ url: z.string(), offset: z.number() }).nullable(),
    }),
    errors: ['not-found'],
  }),
  /** What differs from the version that people have now. */
  'versions.compare': defineCall({
    access: 'signedIn',
    token: 'apps:read',
    input: versionIdSchema,
    output: z.object({
      /** The version that it is compared with; null while nothing else is published. */
      published: versionSchema.nullable(),
      /** Sensitive ones first; null without two versions that could be read. */
      changes: z.array(changeSchema).nullable(),
    }),
    errors: ['not-found'],
  }),
  /** What happened to a version, as its publisher may know it. */
  'versions.history': defineCall({
    access: 'signedIn',
    token: 'apps:read',
    input: versionIdSchema,
    /** Newest first, at most a hundred. */
    output: z.object({ entries: z.array(historyEntrySchema) }),
    errors: ['not-found'],
  }),
  'versions.getFileLink': defineCall({
    access: 'signedIn',
    input: versionIdSchema,
    /** A path below the base path that works for five minutes. */
    output: z.object({ path: z.string() }),
    errors: ['not-found', 'failed-precondition'],
  }),
  'versions.submit': defineCall({
    access: 'developer',
    token: 'apps:write',
    input: z.object({
      versionId: z.string(),
      /** When it is published once it is approved. */
      publication: publicationSchema.default({ kind: 'atOnce' }),
      track: trackSchema.default('stable'),
      /** What share of devices is offered it at first. */
      percentage: percentageSchema.default(100),
    }),
    output: z.object({ version: versionSchema }),
    errors: ['not-found', 'failed-precondition'],
  }),
  'versions.withdraw': defineCall({
    access: 'developer',
    token: 'apps:write',
    input: versionIdSchema,
    output: z.object({ version: versionSchema }),
    errors: ['not-found', 'failed-precondition'],
  }),
  'versions.unpublish': defineCall({
    access: 'developer',
    input: versionIdSchema,
    output: versionResult,
    errors: ['not-found', 'permission-denied', 'failed-precondition'],
  }),
  'versions.republish': defineCall({
    access: 'developer',
    input: versionIdSchema,
    output: versionResult,
    errors: ['not-found', 'permission-denied', 'failed-precondition'],
  }),
  'versions.delete': defineCall({
    access: 'developer',
    input: versionIdSchema,
    /** The number that stays taken, because the version was handed in before; null when it is free again. */
    output: z.object({ takenVersionCode: z.number().nullable() }),
    errors: ['not-found', 'permission-denied', 'failed-precondition'],
  }),
  'versions.remove': defineCall({
    access: 'admin',
    input: reasonedSchema,
    output: versionResult,
    errors: ['not-found', 'failed-precondition'],
  }),
  'versions.restore': defineCall({
    access: 'admin',
    input: reasonedSchema,
    output: versionResult,
    errors: ['not-found', 'failed-precondition'],
  }),
};
