import { z } from 'zod';
import { idSchema } from '../bounded.ts';
import { defineCall } from '../call.ts';
import { findingSchema } from '../packages/finding.ts';
import { MAX_FACT_NAME_LENGTH } from '../packages/limits.ts';
import {
  antiFeatureReasonsSchema,
  antiFeatureSchema,
  antiFeatureSetterSchema,
  declarableSchema,
  MAX_REASON_LOCALES,
} from './anti-feature.ts';
import { localeSchema } from './listing.ts';

/** An anti-feature that the publisher or staff declared for all versions of an app. */
const declaredSchema = z.object({
  antiFeature: declarableSchema,
  setBy: antiFeatureSetterSchema,
  setAt: z.iso.datetime(),
  reasons: antiFeatureReasonsSchema,
});
export type DeclaredAntiFeature = z.infer<typeof declaredSchema>;

/** An anti-feature of one version, found by its inspection or marked by staff. */
const ofVersionSchema = z.object({
  antiFeature: antiFeatureSchema,
  versionId: idSchema,
  versionName: z.string().max(MAX_FACT_NAME_LENGTH).nullable(),
  versionCode: z.number().nullable(),
  reason: z.string().max(2_000),
  /** The finding of the inspection that `reason` describes in English; null for a mark of staff. */
  finding: findingSchema.nullable(),
});
export type VersionAntiFeature = z.infer<typeof ofVersionSchema>;

/** Maximum of versions with anti-features of their own that a list names. */
export const MAX_VERSION_ANTI_FEATURES = 50;

const target = { appId: idSchema, antiFeature: declarableSchema };
const listed = z.object({ declared: z.array(declaredSchema).max(declarableSchema.options.length) });

export const antiFeatureCalls = {
  'antiFeatures.list': defineCall({
    access: 'signedIn',
    token: 'read',
    reads: ['apps', 'listings', 'versions'],
    input: z.object({ appId: idSchema }),
    output: listed.extend({
      /** Those of published versions, the newest version first. */
      ofVersions: z.array(ofVersionSchema).max(MAX_VERSION_ANTI_FEATURES),
      /** The languages that reasons can be read in: that of the app first, then others of its listing. */
      locales: z.array(localeSchema).max(MAX_REASON_LOCALES),
    }),
    errors: ['not-found'],
  }),
  /** Declares an anti-feature, or changes its reasons; for one that staff set, it fails with `failed-precondition`. */
  'antiFeatures.set': defineCall({
    access: 'developer',
    token: 'listing',
    input: z.object({ ...target, reasons: antiFeatureReasonsSchema }),
    output: listed,
    errors: ['not-found', 'permission-denied', 'failed-precondition'],
  }),
  'antiFeatures.remove': defineCall({
    access: 'developer',
    token: 'listing',
    input: z.object(target),
    output: listed,
    errors: ['not-found', 'permission-denied', 'failed-precondition'],
  }),
  /** Sets an anti-feature as staff: also one that the publisher declared, who can't change it from then on. */
  'antiFeatures.setByStaff': defineCall({
    access: 'admin',
    reauthentication: true,
    input: z.object({ ...target, reasons: antiFeatureReasonsSchema }),
    output: listed,
    errors: ['not-found', 'failed-precondition'],
  }),
  'antiFeatures.removeByStaff': defineCall({
    access: 'admin',
    reauthentication: true,
    input: z.object(target),
    output: listed,
    errors: ['not-found', 'failed-precondition'],
  }),
};
