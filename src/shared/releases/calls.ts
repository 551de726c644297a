import { z } from 'zod';
import { applicationIdSchema } from '../apps/app.ts';
import { idSchema, pathSchema } from '../bounded.ts';
import { defineCall } from '../call.ts';
import { t } from '../languages/translate.ts';
import { platformSchema } from '../packages/platform.ts';
import {
  disputeOutcomeSchema,
  disputeReasonSchema,
  haltRuleSchema,
  reportCountsSchema,
  reportKindSchema,
} from './halt-rule.ts';
import { liveSchema } from './live.ts';
import { percentageSchema, publicationSchema, releaseSchema, trackSchema } from './release.ts';

/** Releases that an app's list shows. */
export const MAX_RELEASES = 200;

/** Devices that one call of a crash service names. */
const MAX_DEVICES_PER_CALL = 500;

/** Any stable id of a device that its client made up; it is hashed and not stored. */
const deviceIdSchema = z
  .string()
  .min(1, { error: () => t`Enter a device ID.` })
  .max(200, { error: () => t`Use at most 200 characters.` });

const versionIdSchema = z.object({ versionId: idSchema });
const releaseResult = z.object({ release: releaseSchema });
/** The newest releases of an app, the newest version first, and what is live. */
const allResult = z.object({ releases: z.array(releaseSchema).max(MAX_RELEASES), live: liveSchema });
const errors = ['not-found', 'permission-denied', 'failed-precondition'] as const;

export const releaseCalls = {
  'releases.list': defineCall({
    access: 'signedIn',
    token: 'read',
    reads: ['releases', 'versions'],
    input: z.object({ appId: idSchema }),
    output: allResult,
    errors: ['not-found'],
  }),
  'releases.publish': defineCall({
    access: 'developer',
    token: 'release',
    input: versionIdSchema,
    output: releaseResult,
    errors,
  }),
  'releases.schedule': defineCall({
    access: 'developer',
    token: 'release',
    input: z.object({ versionId: idSchema, publication: publicationSchema }),
    output: releaseResult,
    errors,
  }),
  'releases.setRollout': defineCall({
    access: 'developer',
    token: 'release',
    input: z.object({ versionId: idSchema, percentage: percentageSchema }),
    output: releaseResult,
    errors,
  }),
  'releases.halt': defineCall({
    access: 'developer',
    token: 'release',
    input: versionIdSchema,
    output: releaseResult,
    errors,
  }),
  /** Sets when a rollout halts automatically; null for the store's rule. */
  'releases.setHaltRule': defineCall({
    access: 'developer',
    token: 'release',
    input: z.object({ versionId: idSchema, rule: haltRuleSchema.nullable() }),
    output: releaseResult,
    errors,
  }),
  /** Objects to an automatic halt, for staff to look at. Once for each halt. */
  'releases.disputeHalt': defineCall({
    access: 'developer',
    input: z.object({ versionId: idSchema, reason: disputeReasonSchema }),
    output: releaseResult,
    errors,
  }),
  /** Resolves a dispute with a note to the publisher, who may resume the rollout whatever it says. */
  'releases.resolveDispute': defineCall({
    access: 'admin',
    input: z.object({ versionId: idSchema, outcome: disputeOutcomeSchema, note: disputeReasonSchema }),
    output: releaseResult,
    errors: ['not-found', 'failed-precondition'],
  }),
  /** Returns the reports about a version in this round of its rollout, and the rule that applies. */
  'releases.getReports': defineCall({
    access: 'signedIn',
    token: 'read',
    reads: ['releases', 'settings'],
    input: versionIdSchema,
    output: z.object({
      counts: reportCountsSchema,
      /** Null when it doesn't halt automatically. */
      rule: haltRuleSchema.nullable(),
    }),
    errors: ['not-found', 'failed-precondition'],
  }),
  /**
   * Reports a crash or problem of a published version, for store clients. One report of each device and kind counts, of
   * at most three devices of a network. Not in a private store.
   */
  'releases.report': defineCall({
    access: 'public',
    input: z.object({
      platform: platformSchema,
      applicationId: applicationIdSchema,
      /** The version code (Android) or build version (iOS). */
      versionNumber: z
        .string()
        .trim()
        .min(1, { error: () => t`Enter the version code.` })
        .max(40, { error: () => t`Use at most 40 characters.` }),
      kind: reportKindSchema,
      deviceId: deviceIdSchema,
    }),
    output: z.object({}),
    errors: ['not-found', 'resource-exhausted'],
  }),
  /** Reports crashes or problems of a version on many devices, for the publisher's own crash service. */
  'releases.addReports': defineCall({
    access: 'developer',
    token: 'release',
    input: z.object({
      versionId: idSchema,
      kind: reportKindSchema,
      deviceIds: z
        .array(deviceIdSchema)
        .min(1, { error: () => t`Name at least one device.` })
        .max(MAX_DEVICES_PER_CALL, {
          error: () => t`Name at most ${MAX_DEVICES_PER_CALL} devices in one call.`,
        }),
    }),
    output: z.object({
      /** Devices that had not reported this kind before. */
      counted: z.number(),
    }),
    errors: ['not-found', 'permission-denied', 'failed-precondition', 'resource-exhausted'],
  }),
  'releases.resume': defineCall({
    access: 'developer',
    token: 'release',
    input: versionIdSchema,
    output: releaseResult,
    errors,
  }),
  'releases.complete': defineCall({
    access: 'developer',
    token: 'release',
    input: versionIdSchema,
    output: releaseResult,
    errors,
  }),
  'releases.rollBack': defineCall({
    access: 'developer',
    token: 'release',
    input: z.object({
      appId: idSchema,
      /** The earlier version that new installs get. */
      versionId: idSchema,
    }),
    output: allResult,
    errors,
  }),
  /**
   * Returns the version that a device gets, for store clients that send a device id. In a private store only for those
   * with access to the app.
   */
  'releases.getForDevice': defineCall({
    access: 'public',
    reads: ['releases'],
    input: z.object({
      platform: platformSchema,
      applicationId: applicationIdSchema,
      deviceId: deviceIdSchema,
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
