import { z } from 'zod';
import { defineCall } from '../call.ts';
import { graphicKindSchema, graphicSchema, SCREENSHOT_KINDS } from './graphics.ts';
import { listingTextsSchema, localeSchema } from './listing.ts';

const listingSchema = z.object({
  locale: z.string(),
  texts: listingTextsSchema,
  /** What people see; null while nothing of it is public. */
  publicTexts: listingTextsSchema.nullable(),
  /** Goes into the next `apps.updateListing`. */
  revision: z.number(),
  updatedAt: z.iso.datetime(),
});
export type Listing = z.infer<typeof listingSchema>;

const listingsResult = z.object({
  /** By locale. */
  listings: z.array(listingSchema),
  /** By locale, kind and position. Pictures are uploaded by `POST {base}graphics/{appId}/{locale}/{kind}`. */
  graphics: z.array(graphicSchema),
});
const errors = ['not-found', 'permission-denied', 'failed-precondition'] as const;

export const listingCalls = {
  'apps.getListing': defineCall({
    access: 'signedIn',
    token: 'apps:read',
    input: z.object({ appId: z.string() }),
    output: listingsResult,
    errors: ['not-found'],
  }),
  'apps.updateListing': defineCall({
    access: 'developer',
    token: 'apps:write',
    input: z.object({
      appId: z.string(),
      locale: localeSchema,
      listing: listingTextsSchema,
      /**
       * Of the state that was edited, 0 for a new locale. When it is another one by now, the answer is `aborted` with
       * `details.current`, `details.yours` and `details.revision`.
       */
      revision: z.number().int().min(0),
    }),
    output: z.object({ listing: listingSchema }),
    errors: [...errors, 'aborted'],
  }),
  'apps.deleteLocale': defineCall({
    access: 'developer',
    input: z.object({ appId: z.string(), locale: localeSchema }),
    output: z.object({}),
    errors,
  }),
  'apps.orderScreenshots': defineCall({
    access: 'developer',
    input: z.object({
      appId: z.string(),
      locale: localeSchema,
      kind: z.enum(SCREENSHOT_KINDS),
      /** All of them, in their new order. */
      ids: z.array(z.string()).max(20),
    }),
    output: z.object({ graphics: z.array(graphicSchema) }),
    errors,
  }),
  'apps.deleteGraphic': defineCall({
    access: 'developer',
    input: z.object({ graphicId: z.string() }),
    output: z.object({}),
    errors,
  }),
  'apps.importListing': defineCall({
    access: 'developer',
    token: 'apps:write',
    input: z.object({
      appId: z.string(),
      /** Texts by their path in the fastlane layout, such as `en-US/title.txt`. */
      files: z.record(z.string().max(300), z.string().max(20_000)),
    }),
    output: z.object({
      locales: z.array(z.string()),
      skipped: z.array(z.object({ path: z.string(), why: z.string() })),
    }),
    errors,
  }),
  'apps.exportListing': defineCall({
    access: 'signedIn',
    token: 'apps:read',
    input: z.object({ appId: z.string() }),
    output: z.object({
      /** Texts by their path below `metadata/android/`. */
      files: z.record(z.string(), z.string()),
      /** Pictures by the same, and where each is below the base path. */
      images: z.array(z.object({ path: z.string(), from: z.string(), kind: graphicKindSchema })),
    }),
    errors: ['not-found'],
  }),
};
