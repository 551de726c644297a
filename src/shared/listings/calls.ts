import { z } from 'zod';
import { boundedRecord, idSchema, pathSchema, revisionSchema, sentenceSchema } from '../bounded.ts';
import { defineCall } from '../call.ts';
import { t } from '../languages/translate.ts';
import { submissionSchema } from '../versions/calls.ts';
import { versionSchema } from '../versions/version.ts';
import { appDetailsSchema } from './details.ts';
import { MAX_CHANGELOGS } from './fastlane.ts';
import { type GraphicKind, TEXTS, type TextName } from './field-records.ts';
import {
  GRAPHIC_KINDS,
  isScreenshotKind,
  listingFieldSchema,
  SCREENSHOT_KINDS,
  TEXT_NAMES,
} from './fields.ts';
import { graphicKindSchema, graphicSchema } from './graphics.ts';
import { LISTING_LIMITS } from './limits.ts';
import { listingTextsSchema, localeSchema, storedTextsSchema } from './listing.ts';
import { listingValueSchema } from './values.ts';

const versionCodeSchema = z
  .string()
  .max(10)
  .regex(/^[1-9]\d{0,9}$/, { error: () => t`Use a version code.` });

/** Maximum text files per import: a hundred languages, with release notes of many versions. */
const MAX_FILES = 5000;
const MAX_PATH_LENGTH = 300;

const graphicsSchema = z.array(graphicSchema).max(LISTING_LIMITS.graphics);

const listingSchema = z.object({
  locale: localeSchema,
  texts: storedTextsSchema,
  /** The live texts; null without any. */
  publicTexts: storedTextsSchema.nullable(),
  /** True when it is deleted but still live until the deletion is approved. Saving restores it. */
  isDeleted: z.boolean(),
  /** Pass to the next `apps.updateListing`. */
  revision: z.number(),
  updatedAt: z.iso.datetime(),
});
export type Listing = z.infer<typeof listingSchema>;

const fieldSchema = z.object({ locale: z.string().max(35), field: listingFieldSchema });

/** A field that differs from its live value. */
const unpublishedSchema = fieldSchema.extend({
  /** The live value. */
  before: listingValueSchema,
  /** `approved` goes live with its version. */
  status: z.enum(['waiting', 'approved', 'rejected']),
  /** Reason of staff's rejection or revert. */
  reason: z.string().max(4000).nullable(),
});
export type UnpublishedChange = z.infer<typeof unpublishedSchema>;

const listingsResult = z.object({
  /** By locale. */
  listings: z.array(listingSchema).max(LISTING_LIMITS.locales),
  /** By locale, kind and position. Images are uploaded by `POST {base}graphics/{appId}/{locale}/{kind}`. */
  graphics: graphicsSchema,
  /** Changes that are not live yet, and why. Empty for an app that was never published. */
  unpublished: z.array(unpublishedSchema).max(1200),
  /**
   * Fields whose changes wait because staff rejected or reverted one; the locale is empty for
   * language-independent ones.
   */
  held: z.array(fieldSchema).max(1200),
});

/** A text whose length the call checks itself, so that it reports it together with all other problems. */
const uncheckedText = z.string().max(20_000);
const optionalText = uncheckedText.optional();
const uncheckedTexts = z.object(
  Object.fromEntries(TEXT_NAMES.map((name) => [name, optionalText])) as Record<TextName, typeof optionalText>,
);
const picturesOfKind = (kind: GraphicKind) =>
  z
    .array(idSchema)
    .max(isScreenshotKind(kind) ? 20 : 1)
    .optional();
const orderedGraphics = z.object(
  Object.fromEntries(GRAPHIC_KINDS.map((kind) => [kind, picturesOfKind(kind)])) as Record<
    GraphicKind,
    ReturnType<typeof picturesOfKind>
  >,
);
const ofLocales = <Value extends z.ZodType>(value: Value) =>
  boundedRecord(LISTING_LIMITS.locales, localeSchema, value).default({});

const skippedSchema = z.object({ path: z.string().max(MAX_PATH_LENGTH), reason: sentenceSchema });

const errors = ['not-found', 'permission-denied', 'failed-precondition'] as const;

export const listingCalls = {
  'apps.getListing': defineCall({
    access: 'signedIn',
    token: 'read',
    reads: ['listings'],
    input: z.object({ appId: idSchema }),
    output: listingsResult,
    errors: ['not-found'],
  }),
  'apps.updateListing': defineCall({
    access: 'developer',
    token: 'listing',
    input: z.object({
      appId: idSchema,
      locale: localeSchema,
      listing: listingTextsSchema,
      /**
       * Revision of the edited state, 0 for a new locale. A different one fails with `aborted`,
       * `details.current`, `details.yours` and `details.revision`.
       */
      revision: revisionSchema,
    }),
    output: z.object({ listing: listingSchema }),
    errors: [...errors, 'aborted'],
  }),
  'apps.deleteLocale': defineCall({
    access: 'developer',
    token: 'listing',
    input: z.object({ appId: idSchema, locale: localeSchema }),
    output: z.object({}),
    errors,
  }),
  'apps.orderScreenshots': defineCall({
    access: 'developer',
    token: 'listing',
    input: z.object({
      appId: idSchema,
      locale: localeSchema,
      kind: z.enum(SCREENSHOT_KINDS),
      /** All of them, in their new order. */
      ids: z.array(idSchema).max(20),
    }),
    output: z.object({ graphics: graphicsSchema }),
    errors,
  }),
  'apps.deleteGraphic': defineCall({
    access: 'developer',
    token: 'listing',
    input: z.object({ graphicId: idSchema }),
    output: z.object({}),
    errors,
  }),
  'apps.importListing': defineCall({
    access: 'developer',
    token: 'listing',
    input: z.object({
      appId: idSchema,
      /** Texts by path in a layout of fastlane, such as `en-US/title.txt` or, for iOS, `metadata/en-US/name.txt`. */
      files: boundedRecord(MAX_FILES, z.string().max(MAX_PATH_LENGTH), z.string().max(20_000)),
    }),
    output: z.object({
      locales: z.array(localeSchema).max(LISTING_LIMITS.locales),
      skipped: z.array(skippedSchema).max(MAX_FILES),
    }),
    errors,
  }),
  /**
   * Changes texts, details and pictures and submits a version, or changes nothing: then `details.problems` has every problem with
   * its path in the input and its reason. A token needs the scope `submit` too for a submission.
   */
  'apps.applyListing': defineCall({
    access: 'developer',
    token: 'listing',
    input: z.object({
      appId: idSchema,
      /** Texts by language; those left out stay. */
      texts: ofLocales(uncheckedTexts),
      /** Details that all languages share; those left out stay. */
      details: appDetailsSchema.partial().default({}),
      /** Release notes by language and versionCode, for versions to come. */
      changelogs: ofLocales(boundedRecord(MAX_CHANGELOGS, versionCodeSchema, uncheckedText)),
      /**
       * Pictures by language and kind, all of a kind in their order: IDs of staged pictures, and of those that are there.
       * An empty list deletes them; kinds left out stay. Pictures are staged by `POST {base}graphics/{appId}/{kind}`.
       */
      graphics: ofLocales(orderedGraphics),
      submission: submissionSchema
        .extend({
          releaseNotes: boundedRecord(LISTING_LIMITS.locales, localeSchema, uncheckedText).optional(),
        })
        .optional(),
    }),
    output: z.object({
      /** The version of the submission; null without one. */
      version: versionSchema.nullable(),
      /** Release notes that weren't kept, and why. */
      skipped: z.array(skippedSchema).max(MAX_FILES),
    }),
    errors,
    // All texts of a listing, and release notes that aren't kept.
    maxBodyMib: 4,
  }),
  'apps.exportListing': defineCall({
    access: 'signedIn',
    token: 'read',
    reads: ['listings'],
    input: z.object({ appId: idSchema }),
    output: z.object({
      /** Texts by path below `fastlane/metadata/android/`, or `fastlane/` for an iOS app. */
      files: boundedRecord(MAX_FILES, z.string().max(MAX_PATH_LENGTH), z.string().max(TEXTS.description.max)),
      /** Images by the same path, and their address below the base path. */
      images: z
        .array(z.object({ path: z.string().max(MAX_PATH_LENGTH), from: pathSchema, kind: graphicKindSchema }))
        .max(LISTING_LIMITS.graphics),
    }),
    errors: ['not-found'],
  }),
};
