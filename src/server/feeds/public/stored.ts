import { z } from 'zod';
import { declarableSchema } from '#shared/listings/anti-feature.ts';
import { type AppDetails, NO_DETAILS } from '#shared/listings/details.ts';
import { DETAILS, type FieldRecord, TEXTS } from '#shared/listings/field-records.ts';
import { graphicKindSchema } from '#shared/listings/graphics.ts';
import { htmlToMarkdown, htmlToText } from '#shared/listings/html.ts';
import { type ListingTexts, localeSchema, NO_TEXTS } from '#shared/listings/listing.ts';
import { withDefaults } from '#shared/listings/values.ts';
import type { AndroidFacts } from '#shared/packages/facts.ts';
import { storedFindingSchema } from '#shared/packages/finding.ts';
import { describeFinding } from '#shared/packages/rules/catalogue.ts';
import type { AppProblem } from '../../platform/db/tables/feeds.ts';
import type { PublicGraphic } from './pictures.ts';

/*
 * What is stored of an app is checked again before it goes into the feed: the feed is one file for all apps, and a value
 * that its format does not know makes store clients refuse the whole of it (fdroidclient, `org.fdroid.index.v2`, which
 * reads these numbers as Kotlin's `Int`).
 */

/** A part of an app that the feed cannot show, and its replacement. */
export interface FeedProblem extends AppProblem {
  readonly appId: string;
}

export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
export const line = z.string().max(500).transform(cleanText);
const sdk = z.int32();

const permissions = z.array(z.object({ name: line, maxSdkVersion: sdk.optional() }));

const androidFacts = z.object({
  applicationId: z.string().max(255),
  versionCode: z.int().min(0),
  versionName: line,
  minSdk: sdk,
  targetSdk: sdk,
  maxSdk: sdk.optional(),
  permissions: permissions.max(1_000),
  permissionsSdk23: permissions.max(1_000).optional(),
  features: z.array(z.object({ name: line, required: z.boolean() })).max(1_000),
  abis: z.array(line).max(50),
}) satisfies z.ZodType<Partial<AndroidFacts>>;

const storedVersion = z.object({
  sha256,
  size: z.int().min(0),
  publishedAt: z.date(),
  package: androidFacts,
  signature: z.object({ signers: z.array(sha256).max(20) }),
  vulnerability: line.nullable(),
  antiFeatureFindings: z
    .array(
      storedFindingSchema.transform((finding) => ({
        rule: finding.rule,
        evidence: cleanText(describeFinding(finding).evidence),
      })),
    )
    .max(100),
});
/** The feed's data of a version, from its row. */
export type StoredVersion = z.infer<typeof storedVersion>;

/** Returns the schema of what is stored of a field: contracts check its form, and this what clients can read. */
function storedField({ form, max = 0 }: FieldRecord): z.ZodType {
  if (form === 'locale') return localeSchema;
  if (form === 'tags') return z.array(z.string());
  const text = z.string().max(Math.max(max, 500)).transform(cleanText);
  // Earlier versions stored it as it came.
  return form === 'markdown' ? text.transform((html) => htmlToMarkdown(html)) : text;
}

function storedFields<Fields extends object>(records: Readonly<Record<keyof Fields, FieldRecord>>) {
  const shape = Object.entries<FieldRecord>(records).map(([field, record]) => [field, storedField(record)]);
  return z.object(Object.fromEntries(shape) as { [Field in keyof Fields]: z.ZodType<Fields[Field]> });
}

const texts = storedFields<ListingTexts>(TEXTS);
const details = storedFields<AppDetails>(DETAILS);

const graphic = z.object({
  locale: localeSchema,
  kind: graphicKindSchema,
  sha256,
  extension: z.enum(['png', 'webp']),
  size: z.int().min(0),
}) satisfies z.ZodType<PublicGraphic>;

const declaredEntry = z.object({
  antiFeature: declarableSchema,
  reasons: z.record(localeSchema, line),
});
/** An anti-feature that the publisher or staff declared for an app, from its row. */
export type DeclaredEntry = z.infer<typeof declaredEntry>;

const releaseNotes = z.record(
  localeSchema,
  z
    .string()
    .max(2_000)
    .transform((text) => htmlToText(cleanText(text))),
);

/** A valid value, or the reason why it is invalid. */
export type Checked<Value> =
  | { readonly value: Value; readonly reason: null }
  | { readonly value: null; readonly reason: string };

/** Checks a stored value. */
export function check<Value>(schema: z.ZodType<Value>, stored: unknown): Checked<Value> {
  const result = schema.safeParse(stored);
  if (result.success) return { value: result.data, reason: null };
  const [issue] = result.error.issues;
  const path = issue?.path.map(String).join('.').slice(0, 100);
  return { value: null, reason: `${path ? `${path}: ` : ''}${issue?.message.slice(0, 200)}` };
}

/** Checks a version's row. */
export const checkVersion = (stored: unknown): Checked<StoredVersion> => check(storedVersion, stored);

/** Checks the public texts of one language, and the language itself. */
export function checkTexts(locale: string, stored: unknown): Checked<ListingTexts> {
  const { reason } = check(localeSchema, locale);
  if (reason !== null) return { value: null, reason };
  const { name: _, ...defaults } = NO_TEXTS;
  return check(texts, withDefaults(defaults, stored));
}

/** Checks an app's language-independent details; returns `NO_DETAILS` for invalid ones. */
export function checkDetails(stored: unknown): { value: AppDetails; reason: string | null } {
  const { value, reason } = check(details, withDefaults(NO_DETAILS, stored));
  return { value: value ?? NO_DETAILS, reason };
}

/** Checks an image's row. */
export const checkGraphic = (stored: unknown): Checked<PublicGraphic> => check(graphic, stored);

/** Checks the parts of a version's row that make an anti-feature. */
export const checkAntiFeatureFacts = (
  stored: unknown,
): Checked<Pick<StoredVersion, 'vulnerability' | 'antiFeatureFindings'>> =>
  check(storedVersion.pick({ vulnerability: true, antiFeatureFindings: true }), stored);

/** Checks the row of a declared anti-feature. */
export const checkDeclared = (stored: unknown): Checked<DeclaredEntry> => check(declaredEntry, stored);

/** Checks a version's release notes by locale. */
export const checkReleaseNotes = (stored: unknown): Checked<Record<string, string>> =>
  check(releaseNotes, stored);

/** Removes NUL, other control characters except tabs and line ends, and unpaired surrogates. */
export function cleanText(text: string): string {
  return text.toWellFormed().replaceAll(/(?![\t\n\r])\p{Cc}/gu, '');
}

/** XML has no characters for the rest, not even as references (XML 1.0, section 2.2). */
export function xmlText(text: string): string {
  return cleanText(text).replaceAll(/[\uFFFE\uFFFF]/g, '');
}
