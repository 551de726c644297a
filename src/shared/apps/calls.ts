import { z } from 'zod';
import { defineCall } from '../call.ts';
import { memberRoleSchema } from '../members/member.ts';
import { packageFactsSchema, signatureFactsSchema } from '../packages/facts.ts';
import { pageSchema } from '../page.ts';
import { liveSchema } from '../releases/live.ts';
import { storeSettingsSchema } from '../settings/settings.ts';
import { versionSchema } from '../versions/version.ts';
import {
  applicationIdSchema,
  appSchema,
  appSortSchema,
  appStatusSchema,
  platformSchema,
  storeReasonSchema,
} from './app.ts';
import { appDetailsSchema } from './details.ts';

const appIdSchema = z.object({ appId: z.string() });
const appResult = z.object({ app: appSchema });
const reasonedSchema = z.object({ appId: z.string(), reason: storeReasonSchema });

/** What a publisher enters to create an app; the form and the server read the same schema. */
export const newAppSchema = z
  .object({
    platform: platformSchema,
    applicationId: applicationIdSchema,
    name: z.string().trim().min(1, 'Enter the name of the app.').max(80, 'Use at most 80 characters.'),
    summary: z.string().trim().max(80, 'Use at most 80 characters.').optional(),
  })
  .strict();

/** What a package is judged against before it is uploaded, as `judgePackage` takes it. */
const requirementsSchema = z.object({
  app: appSchema.pick({ platform: true, applicationId: true }),
  previous: z.object({
    published: z.object({ package: packageFactsSchema, signature: signatureFactsSchema }).nullable(),
    versionCode: z.number().nullable(),
    buildVersion: z.string().nullable(),
    signers: z.array(z.string()).nullable(),
  }),
  minTargetSdk: z.number(),
  modes: storeSettingsSchema.shape.rules,
});

export const appCalls = {
  'apps.create': defineCall({
    access: 'developer',
    token: 'apps:write',
    input: newAppSchema,
    output: z.object({ app: appSchema }),
    errors: ['already-exists'],
  }),
  /** Whether an app has this id already, for the form that creates one; whose it is stays unsaid. */
  'apps.checkId': defineCall({
    access: 'developer',
    input: newAppSchema.pick({ platform: true, applicationId: true }),
    output: z.object({ isTaken: z.boolean() }),
    errors: [],
  }),
  'apps.get': defineCall({
    access: 'signedIn',
    token: 'apps:read',
    input: appIdSchema,
    output: z.object({
      app: appSchema,
      /** Newest first, without deleted ones. */
      versions: z.array(versionSchema),
      /** What the caller may do here: what members may, or read it as an admin of the store. */
      role: z.enum([...memberRoleSchema.options, 'admin']),
      /** What is public right now. */
      live: liveSchema,
      details: appDetailsSchema,
      /** Goes into `apps.updateDetails`. */
      detailsRevision: z.number(),
    }),
    errors: ['not-found'],
  }),
  'apps.getRequirements': defineCall({
    access: 'signedIn',
    token: 'apps:read',
    input: z.object({ appId: z.string() }),
    output: z.object({ requirements: requirementsSchema }),
    errors: ['not-found'],
  }),
  'apps.list': defineCall({
    access: 'signedIn',
    token: 'apps:read',
    input: pageSchema.extend({
      /** Longer than elsewhere, as it may hold a name. */
      cursor: z.string().max(800).optional(),
      scope: z.enum(['mine', 'all']),
      status: appStatusSchema.optional(),
      platform: platformSchema.optional(),
      sort: appSortSchema.default('newest'),
      /** Part of a name or an application id. */
      query: z.string().trim().max(200).optional(),
    }),
    output: z.object({ apps: z.array(appSchema), nextCursor: z.string().nullable() }),
    errors: ['permission-denied'],
  }),
  'apps.updateDetails': defineCall({
    access: 'developer',
    token: 'apps:write',
    input: z.object({
      appId: z.string(),
      /** What changes; the rest stays. */
      details: appDetailsSchema.partial(),
      /** Of the state that was edited; another one by now is `aborted` with both sides' values. */
      revision: z.number().int(),
    }),
    output: z.object({ details: appDetailsSchema, revision: z.number() }),
    errors: ['not-found', 'permission-denied', 'aborted', 'failed-precondition'],
  }),
  /** Only of an app that was never public; its application id is free again. */
  'apps.delete': defineCall({
    access: 'developer',
    input: appIdSchema,
    output: z.object({}),
    errors: ['not-found', 'permission-denied', 'failed-precondition'],
  }),
  'apps.unpublish': defineCall({
    access: 'developer',
    input: appIdSchema,
    output: appResult,
    errors: ['not-found', 'permission-denied', 'failed-precondition'],
  }),
  'apps.republish': defineCall({
    access: 'developer',
    input: appIdSchema,
    output: appResult,
    errors: ['not-found', 'permission-denied', 'failed-precondition'],
  }),
  'apps.remove': defineCall({
    access: 'admin',
    input: reasonedSchema,
    output: appResult,
    errors: ['not-found', 'failed-precondition'],
  }),
  'apps.restore': defineCall({
    access: 'admin',
    input: reasonedSchema,
    output: appResult,
    errors: ['not-found', 'failed-precondition'],
  }),
};
