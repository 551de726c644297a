import { z } from 'zod';
import { removalRequestSchema } from '../account/deletion.ts';
import { idSchema, revisionSchema } from '../bounded.ts';
import { defineCall } from '../call.ts';
import { appDetailsSchema } from '../listings/details.ts';
import { listingTextsSchema } from '../listings/listing.ts';
import { memberRoleSchema } from '../members/member.ts';
import { packageFactsSchema, signatureFactsSchema } from '../packages/facts.ts';
import { MAX_FACT_NAME_LENGTH } from '../packages/limits.ts';
import { platformSchema } from '../packages/platform.ts';
import { cursorSchema, pageOf, pageSchema } from '../page.ts';
import { provenancePolicySchema } from '../provenance/provenance.ts';
import { liveSchema } from '../releases/live.ts';
import { storeSettingsSchema } from '../settings/settings.ts';
import { appStatusSchema } from '../statuses/app-status.ts';
import { versionStatusSchema } from '../statuses/version-status.ts';
import { NEWEST_VERSIONS, versionSummarySchema } from '../versions/version.ts';
import {
  applicationIdSchema,
  appSchema,
  appSortSchema,
  marketplaceIdSchema,
  storeReasonSchema,
  URGENT_APPS,
} from './app.ts';

const appIdSchema = z.object({ appId: idSchema });
const appResult = z.object({ app: appSchema });
const reasonedSchema = z.object({ appId: idSchema, reason: storeReasonSchema });

/** Input for a new app; the form and the server share this schema. */
export const newAppSchema = z
  .object({
    platform: platformSchema,
    applicationId: applicationIdSchema,
    /** Has the limits of the listing, which begins with it. */
    name: listingTextsSchema.shape.name,
    summary: listingTextsSchema.shape.summary.removeDefault().optional(),
    /** In Markdown; the listing begins with it. */
    description: listingTextsSchema.shape.description.removeDefault().optional(),
    /** The ID of one of the store's categories. */
    category: appDetailsSchema.shape.category.optional(),
  })
  .strict();

/** The requirements for evaluating a package before its upload, as `evaluatePackage` takes them. */
const requirementsSchema = z.object({
  app: appSchema.pick({ platform: true, applicationId: true }),
  previous: z.object({
    published: z.object({ package: packageFactsSchema, signature: signatureFactsSchema }).nullable(),
    versionCode: z.number().nullable(),
    buildVersion: z.string().max(MAX_FACT_NAME_LENGTH).nullable(),
    signers: signatureFactsSchema.shape.signers.nullable(),
  }),
  minTargetSdk: z.number(),
  modes: storeSettingsSchema.shape.rules,
});

export const appCalls = {
  'apps.create': defineCall({
    access: 'developer',
    token: 'upload',
    input: newAppSchema,
    output: z.object({ app: appSchema }),
    errors: ['already-exists', 'resource-exhausted'],
  }),
  /** Returns true when an app has this id, without revealing whose. */
  'apps.checkId': defineCall({
    access: 'developer',
    token: 'read',
    reads: ['apps'],
    input: newAppSchema.pick({ platform: true, applicationId: true }),
    output: z.object({ isTaken: z.boolean() }),
    errors: [],
  }),
  'apps.get': defineCall({
    access: 'signedIn',
    token: 'read',
    reads: ['apps', 'listings', 'members', 'releases', 'versions'],
    input: appIdSchema,
    output: z.object({
      app: appSchema,
      /** The newest 20 without deleted ones; `versions.list` returns the rest. */
      versions: z.array(versionSummarySchema).max(NEWEST_VERSIONS),
      /** Number of versions by status, including those not listed. */
      versionCounts: z.partialRecord(versionStatusSchema, z.number()),
      /** The caller's role in the app; `admin` for store admins who are not members. */
      role: z.enum([...memberRoleSchema.options, 'admin']),
      /** The live state of the app. */
      live: liveSchema,
      details: appDetailsSchema,
      /** Pass to `apps.updateDetails`. */
      detailsRevision: z.number(),
      /** By which AltStore PAL installs an iOS app; null for none. */
      marketplaceId: marketplaceIdSchema.nullable(),
      /** The origin that versions must have; null when none is required. */
      provenancePolicy: provenancePolicySchema.nullable(),
      /** The publisher's last request to remove the app; null without one. */
      removal: removalRequestSchema.nullable(),
    }),
    errors: ['not-found'],
  }),
  /** Finds an app that the caller can see by what its packages say. */
  'apps.find': defineCall({
    access: 'signedIn',
    token: 'read',
    reads: ['apps', 'listings', 'members', 'versions'],
    input: newAppSchema.pick({ platform: true, applicationId: true }),
    output: z.object({ app: appSchema }),
    errors: ['not-found'],
  }),
  'apps.getRequirements': defineCall({
    access: 'signedIn',
    token: 'read',
    reads: ['apps', 'settings', 'versions'],
    input: z.object({ appId: idSchema }),
    output: z.object({ requirements: requirementsSchema }),
    errors: ['not-found'],
  }),
  'apps.list': defineCall({
    access: 'signedIn',
    token: 'read',
    reads: ['apps', 'listings', 'members', 'versions'],
    input: pageSchema.extend({
      scope: z.enum(['mine', 'all']),
      /** Only this app: no apps unless it is in the scope. */
      appId: idSchema.optional(),
      status: appStatusSchema.optional(),
      platform: platformSchema.optional(),
      sort: appSortSchema.default('newest'),
      /** Part of a name or an application id. */
      query: z.string().trim().max(200).optional(),
    }),
    output: z.object({ apps: pageOf(appSchema), nextCursor: cursorSchema.nullable() }),
    errors: ['permission-denied'],
  }),
  /** Returns the caller's apps whose newest version waits for its publisher. */
  'apps.actionRequired': defineCall({
    access: 'signedIn',
    token: 'read',
    reads: ['apps', 'listings', 'members', 'versions'],
    input: z.object({}),
    output: z.object({
      /** Number of all of them. */
      count: z.number(),
      /** The most urgent ones, by the status of their newest version. */
      apps: z.array(appSchema).max(URGENT_APPS),
    }),
    errors: [],
  }),
  'apps.updateDetails': defineCall({
    access: 'developer',
    token: 'listing',
    input: z.object({
      appId: idSchema,
      /** The changed fields; the others stay. */
      details: appDetailsSchema.partial(),
      /** Revision of the edited state; a different one fails with `aborted` and both sides' values. */
      revision: revisionSchema,
    }),
    output: z.object({ details: appDetailsSchema, revision: z.number() }),
    errors: ['not-found', 'permission-denied', 'aborted', 'failed-precondition'],
  }),
  /** Sets or removes the marketplace ID of an iOS app, which moves it to the other AltStore source. */
  'apps.setMarketplaceId': defineCall({
    access: 'developer',
    token: 'listing',
    input: z.object({ appId: idSchema, marketplaceId: marketplaceIdSchema.nullable() }),
    output: z.object({ marketplaceId: marketplaceIdSchema.nullable() }),
    errors: ['not-found', 'permission-denied', 'failed-precondition', 'already-exists'],
  }),
  /** Deletes an app that was never live; its application id becomes available. */
  'apps.delete': defineCall({
    access: 'developer',
    input: appIdSchema,
    output: z.object({}),
    errors: ['not-found', 'permission-denied', 'failed-precondition'],
  }),
  'apps.unpublish': defineCall({
    access: 'developer',
    token: 'release',
    input: appIdSchema,
    output: appResult,
    errors: ['not-found', 'permission-denied', 'failed-precondition'],
  }),
  'apps.republish': defineCall({
    access: 'developer',
    token: 'release',
    input: appIdSchema,
    output: appResult,
    errors: ['not-found', 'permission-denied', 'failed-precondition'],
  }),
  'apps.remove': defineCall({
    access: 'admin',
    reauthentication: true,
    input: reasonedSchema,
    output: appResult,
    errors: ['not-found', 'failed-precondition'],
  }),
  'apps.restore': defineCall({
    access: 'admin',
    reauthentication: true,
    input: reasonedSchema,
    output: appResult,
    errors: ['not-found', 'failed-precondition'],
  }),
};
