import { z } from 'zod';
import { addressSchema } from '../bounded.ts';
import { antiFeatureSchema } from '../listings/anti-feature.ts';
import { DETAILS, type FieldRecord, TEXTS } from '../listings/field-records.ts';
import { fieldsWith, SCREENSHOT_KINDS } from '../listings/fields.ts';
import { localeSchema } from '../listings/listing.ts';
import { MAX_ACCESS } from '../packages/capabilities.ts';
import { MAX_FACT_NAME_LENGTH } from '../packages/limits.ts';
import { platformSchema } from '../packages/platform.ts';
import { cursorSchema } from '../page.ts';
import { provenanceSchema } from '../provenance/provenance.ts';

/* The contracts of the catalog API (`{base}catalog/v1/`), from which its OpenAPI description is derived. */

/** Apps on one page of the list, unless the caller asks for fewer. */
export const MAX_CATALOG_PAGE = 100;

/** Versions on one page of an app's history. */
export const MAX_VERSION_PAGE = 50;

const textSchema = z.string().max(4_000);
const nameSchema = z.string().max(500);
const applicationIdSchema = z.string().max(MAX_FACT_NAME_LENGTH);
const TIME = 'Give a time in UTC as ISO 8601, such as 2030-01-31T09:00:00Z.';

const limitSchema = (max: number, preset: number) =>
  z.coerce
    .number(`Use a whole number from 1 to ${max}.`)
    .int(`Use a whole number from 1 to ${max}.`)
    .min(1, `Use a whole number from 1 to ${max}.`)
    .max(max, `Use a whole number from 1 to ${max}.`)
    .default(preset);

const pageCursorSchema = cursorSchema
  .min(1, 'Use nextCursor from the previous page.')
  .optional()
  .describe('The `nextCursor` of the previous page.');

const languageSchema = localeSchema
  .optional()
  .describe('The preferred language of texts. Apps without it have those of their default language.');

/** The query of the list of apps. */
export const catalogQuerySchema = z.object({
  platform: platformSchema.optional(),
  category: z.string().max(40, 'Use the ID of a category.').optional().describe('The ID of a category.'),
  updatedSince: z.iso
    .datetime(TIME)
    .max(40, TIME)
    .optional()
    .describe('Only apps with a version published at this time or later.'),
  q: z
    .string()
    .max(100, 'Use at most 100 characters.')
    .optional()
    .describe('Words of name, summary and description, or a part of the name or of the application ID.'),
  language: languageSchema,
  cursor: pageCursorSchema,
  limit: limitSchema(MAX_CATALOG_PAGE, 50),
});

/** The query of one app. */
export const catalogAppQuerySchema = z.object({ language: languageSchema });

/** The query of an app's versions. */
export const catalogVersionsQuerySchema = z.object({
  language: languageSchema,
  cursor: pageCursorSchema,
  limit: limitSchema(MAX_VERSION_PAGE, 20),
});

/** A published version that everyone gets. */
export const catalogVersionSchema = z.object({
  versionName: nameSchema,
  /** The Android version code; null on iOS. */
  versionCode: z.number().nullable(),
  publishedAt: z.iso.datetime(),
  /** Bytes. */
  size: z.number(),
  /** Lower-case hexadecimal. */
  sha256: z.string().max(64),
  /** The oldest system that it runs on, such as `Android 7.0`. */
  minimumOs: nameSchema,
  /** Release notes; null without any. */
  releaseNotes: textSchema.nullable(),
  downloadUrl: addressSchema,
  /** The source that it was built from, by its verified Sigstore bundle; null without one. */
  provenance: provenanceSchema
    .pick({ repository: true, commit: true, ref: true, workflow: true, runUrl: true })
    .extend({
      /** The Sigstore bundle, for verifying it oneself. */
      bundleUrl: addressSchema,
    })
    .nullable(),
});
export type CatalogVersion = z.infer<typeof catalogVersionSchema>;

/** An app as the list shows it. */
export const catalogAppSchema = z.object({
  platform: platformSchema,
  applicationId: applicationIdSchema,
  name: nameSchema,
  summary: nameSchema.nullable(),
  /** The language of name and summary. */
  language: localeSchema,
  developerName: nameSchema.nullable(),
  /** The ID of a category; null for none. */
  category: nameSchema.nullable(),
  iconUrl: addressSchema.nullable(),
  /** The app's page in the store. */
  pageUrl: addressSchema,
  versionName: nameSchema,
  /** When its newest version was published. */
  updatedAt: z.iso.datetime(),
});
export type CatalogApp = z.infer<typeof catalogAppSchema>;

const screenshotSchema = z.object({
  kind: z.enum(SCREENSHOT_KINDS),
  url: addressSchema,
  width: z.number(),
  height: z.number(),
});

/** A permission that the newest version asks for. */
const catalogPermissionSchema = z.object({
  name: nameSchema,
  /** Says what it allows, in plain English, for access to private data, to money or to other apps; null for others. */
  explanation: nameSchema.nullable(),
});

/** The fields of the listing that have a name in the catalog: links where they make one; null without a value. */
type FieldShape = {
  [Field in keyof Declared as Declared[Field] extends { readonly catalog: infer Name extends string }
    ? Name
    : never]: z.ZodNullable<z.ZodString>;
};
type Declared = typeof TEXTS & typeof DETAILS;

const isLink = ({ form, linkStart }: FieldRecord) => form === 'address' || linkStart !== undefined;
const fieldShape = Object.fromEntries(
  fieldsWith({ ...DETAILS, ...TEXTS }, 'catalog').map(({ record }) => [
    record.catalog,
    (isLink(record) ? addressSchema : nameSchema).nullable(),
  ]),
) as FieldShape;
export type CatalogFields = { [Name in keyof FieldShape]: string | null };

/** Maximum pictures of a listing. */
const MAX_PICTURES = 1_000;

/** Everything about one app. */
export const catalogAppDetailsSchema = catalogAppSchema.extend({
  /** As HTML of a few elements without attributes: paragraphs, lists, headings, emphasis. */
  descriptionHtml: z.string().max(100_000),
  /** The languages of its listing. */
  languages: z.array(localeSchema).max(100),
  tags: z.array(nameSchema).max(10),
  ...fieldShape,
  featureGraphicUrl: addressSchema.nullable(),
  screenshots: z.array(screenshotSchema).max(MAX_PICTURES),
  permissions: z.array(catalogPermissionSchema).max(MAX_ACCESS),
  /** Lists what people may not like about the newest version. */
  antiFeatures: z
    .array(
      z.object({
        id: antiFeatureSchema,
        /** In plain English. */
        explanation: nameSchema,
        /** In the language of the app's texts, where there is a translation; null without one. */
        reason: textSchema.nullable(),
      }),
    )
    .max(antiFeatureSchema.options.length),
  /** The newest versions. */
  versions: z.array(catalogVersionSchema).max(MAX_VERSION_PAGE),
  /** The cursor for older versions; null without any. */
  nextVersionsCursor: cursorSchema.nullable(),
});
export type CatalogAppDetails = z.infer<typeof catalogAppDetailsSchema>;

export const catalogPageSchema = z.object({
  apps: z.array(catalogAppSchema).max(MAX_CATALOG_PAGE),
  /** Null on the last page. */
  nextCursor: cursorSchema.nullable(),
});

export const catalogVersionsPageSchema = z.object({
  versions: z.array(catalogVersionSchema).max(MAX_VERSION_PAGE),
  /** Null on the last page. */
  nextCursor: cursorSchema.nullable(),
});

/** The store with its feeds and categories. */
export const catalogStoreSchema = z.object({
  name: nameSchema,
  tagline: nameSchema.nullable(),
  pageUrl: addressSchema,
  /** The address that people add to an F-Droid client. */
  repositoryUrl: addressSchema,
  repositoryFingerprint: z.string().max(64),
  /** The address that people add to AltStore Classic or SideStore, with the apps without a marketplace ID. */
  altstoreUrl: addressSchema,
  /** The address that people add to AltStore PAL, with the apps that have a marketplace ID. */
  altstorePalUrl: addressSchema,
  categories: z.array(z.object({ id: nameSchema, name: nameSchema })).max(100),
});
