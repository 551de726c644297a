import { z } from 'zod';
import { applicationIdSchema, platformSchema } from '../apps/app.ts';
import { idSchema, pathSchema } from '../bounded.ts';
import { defineCall } from '../call.ts';
import { t } from '../languages/translate.ts';
import { liveSchema } from './live.ts';
import { percentageSchema, publicationSchema, releaseSchema, trackSchema } from './release.ts';

/** Releases that an app's list shows. */
export const MAX_RELEASES = 200;

const versionIdSchema = z.object({ versionId: idSchema });
const releaseResult = z.object({ release: releaseSchema });
/** The newest releases of an app, the newest version first, and what is live. */
const allResult = z.object({ releases: z.array(releaseSchema).max(MAX_RELEASES), live: liveSchema });
const errors = ['not-found', 'permission-denied', 'failed-precondition'] as const;

export const releaseCalls = {
  'releases.list': defineCall({
    access: 'signedIn',
    token: 'apps:read',
    reads: ['releases', 'versions'],
    input: z.object({ appId: idSchema }),
    output: allResult,
    errors: ['not-found'],
  }),
  'releases.publish': defineCall({
    access: 'developer',
    token: 'apps:write',
    input: versionIdSchema,
    output: releaseResult,
    errors,
  }),
  'releases.schedule': defineCall({
    access: 'developer',
    input: z.object({ versionId: idSchema, publication: publicationSchema }),
    output: releaseResult,
    errors,
  }),
  'releases.setRollout': defineCall({
    access: 'developer',
    token: 'apps:write',
    input: z.object({ versionId: idSchema, percentage: percentageSchema }),
    output: releaseResult,
    errors,
  }),
  'releases.halt': defineCall({
    access: 'developer',
    token: 'apps:write',
    input: versionIdSchema,
    output: releaseResult,
    errors,
  }),
  'releases.resume': defineCall({
    access: 'developer',
    token: 'apps:write',
    input: versionIdSchema,
    output: releaseResult,
    errors,
  }),
  'releases.complete': defineCall({
    access: 'developer',
    token: 'apps:write',
    input: versionIdSchema,
    output: releaseResult,
    errors,
  }),
  'releases.rollBack': defineCall({
    access: 'developer',
    input: z.object({
      appId: idSchema,
      /** The earlier version that new installs get. */
      versionId: idSchema,
    }),
    output: allResult,
    errors,
  }),
  /** Returns the version that a device gets, for store clients that send a device id. */
  'releases.getForDevice': defineCall({
    access: 'public',
    reads: ['releases'],
    input: z.object({
      platform: platformSchema,
      applicationId: applicationIdSchema,
      /** Any stable device id; it is hashed and not stored. */
      deviceId: z.string().min(1, t`Enter a device ID.`).max(200, t`Use at most 200 characters.`),
      track: trackSchema.default('stable'),
    }),
    output: z.object({
      version: z
        .object({
          versionId: idSchema,
          ...releaseSchema.pick({ versionName: true, versionCode: true }).shape,
          downloadPath: pathSchema.nullable(),
        })
        .nullable(),
    }),
    errors: [],
  }),
};
