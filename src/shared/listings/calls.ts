import { z } from 'zod';
import {
  boundedRecord,
  idSchema,
  pathSchema,
  revisionSchema,
  sentenceSchema,
  shownNameSchema,
} from '../bounded.ts';
import { defineCall } from '../call.ts';
import { t } from '../languages/translate.ts';
import { cursorSchema, pageOf, pageSchema } from '../page.ts';
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
import { APPROVAL_REASONS } from './publication.ts';
import { chosenChangesSchema, MAX_LISTING_CHANGES } from './review-calls.ts';
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

/** A field whose draft differs from its live value, or of which an earlier value waits. */
const unpublishedSchema = fieldSchema.extend({
  /** The live value. */
  before: listingValueSchema,
  /** The draft. */
  after: listingValueSchema,
  /** Identifies `after`. Pass to `apps.publishListing`. */
  revision: z.string().max(64),
  /** That of the draft: a `draft` wasn't published or submitted; what is `approved` goes live with its version. */
  status: z.enum(['draft', 'waiting', 'approved', 'rejected']),
  /** Why the draft needs approval; null when it goes live at once. */
  approvalReason: z.enum(APPROVAL_REASONS).nullable(),
  /** An earlier value that waits for approval while this is drafted; null without one. */
  submitted: listingValueSchema.nullable(),
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
  unpublished: z.array(unpublishedSchema).max(MAX_LISTING_CHANGES),
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

/** What became of changes that were published. */
const settledSchema = z.object({
  /** Those that are live. */
  live: z.array(fieldSchema).max(MAX_LISTING_CHANGES),
  /** Those that wait for approval. */
  waiting: z.array(fieldSchema).max(MAX_LISTING_CHANGES),
});

/** A change of a listing that went live. */
const publishedChangeSchema = fieldSchema.extend({
  id: idSchema,
  before: listingValueSchema,
  after: listingValueSchema,
  /** When it went live. */
  at: z.iso.datetime(),
  /** Who published or submitted it; null for a deleted account. */
  byName: shownNameSchema.nullable(),
  /** True when staff approved it before. */
  isApproved: z.boolean(),
  /** Null unless staff reverted it. */
  reverted: z.object({ at: z.iso.datetime(), reason: z.string().max(4000).nullable() }).nullable(),
});
export type PublishedChange = z.infer<typeof publishedChangeSchema>;

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
  /** Stores a draft. Of an app that was never live it goes live with the first version. */
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
  /**
   * Makes drafted changes of an app that was live public: each is live at once or waits for approval, and replaces an earlier value
   * that waits. Fails with `details.changed` when a draft isn't the one that `revision` names. Repeating it has no effect.
   */
  'apps.publishListing': defineCall({
    access: 'developer',
    token: 'listing',
    input: z.object({ appId: idSchema, changes: chosenChangesSchema }),
    output: settledSchema,
    errors,
  }),
  /** Returns drafted changes to what is live, and withdraws what waits of these fields. */
  'apps.discardListingChanges': defineCall({
    access: 'developer',
    token: 'listing',
    input: z.object({ appId: idSchema, changes: chosenChangesSchema }),
    output: z.object({}),
    errors,
  }),
  /** Returns the changes of a listing that went live, newest first. */
  'apps.listingHistory': defineCall({
    access: 'signedIn',
    token: 'read',
    reads: ['listings'],
    input: pageSchema.extend({ appId: idSchema }),
    output: z.object({ changes: pageOf(publishedChangeSchema), nextCursor: cursorSchema.nullable() }),
    errors: ['not-found'],
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
      /** Paths of files with HTML, which became Markdown, or plain text in release notes. */
      converted: z.array(z.string().max(MAX_PATH_LENGTH)).max(MAX_FILES),
    }),
    errors,
  }),
  /**
   * Changes texts, details and pictures, publishes what it changed as `apps.publishListing` does, and submits a version, or
   * changes nothing: then `details.problems` has every problem with
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
      ...settledSchema.shape,
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
