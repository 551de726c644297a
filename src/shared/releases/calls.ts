import { z } from 'zod';
import { applicationIdSchema, platformSchema } from '../apps/app.ts';
import { defineCall } from '../call.ts';
import { liveSchema } from './live.ts';
import { percentageSchema, publicationSchema, releaseSchema, trackSchema } from './release.ts';

const versionIdSchema = z.object({ versionId: z.string() });
const releaseResult = z.object({ release: releaseSchema });
const allResult = z.object({ releases: z.array(releaseSchema), live: liveSchema });
const errors = ['not-found', 'permission-denied', 'failed-precondition'] as const;

export const releaseCalls = {
  'releases.list': defineCall({
    access: 'signedIn',
    token: 'apps:read',
    input: z.object({ appId: z.string() }),
    /** Newest version first. */
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
    input: z.object({ versionId: z.string(), publication: publicationSchema }),
    output: releaseResult,
    errors,
  }),
  'releases.setRollout': defineCall({
    access: 'developer',
    token: 'apps:write',
    input: z.object({ versionId: z.string(), percentage: percentageSchema }),
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
      appId: z.string(),
      /** The earlier version that new installs get from now on. */
      versionId: z.string(),
    }),
    output: allResult,
    errors,
  }),
  /** What one device is offered: for store clients that name the device. */
  'releases.offer': defineCall({
    access: 'public',
    input: z.object({
      platform: platformSchema,
      applicationId: applicationIdSchema,
      /** Anything that stays the same for a device; it is hashed and not kept. */
      deviceId: z.string().min(1, 'Name the device.').max(200, 'Use at most 200 characters.'),
      track: trackSchema.default('stable'),
    }),
    output: z.object({
      offer: z
        .object({
          versionId: z.string(),
          versionName: z.string().nullable(),
          versionCode: z.number().nullable(),
          downloadPath: z.string().nullable(),
        })
        .nullable(),
    }),
    errors: [],
  }),
};
