import { z } from 'zod';
import type { AppDetails } from '../apps/details.ts';
import { type GraphicKind, graphicKindSchema } from './graphics.ts';
import type { ListingTexts } from './listing.ts';

/** Texts per language. Release notes are missing, because they are reviewed with their version. */
export const TEXT_FIELDS = [
  'name',
  'summary',
  'description',
  'video',
] as const satisfies (keyof ListingTexts)[];
export type TextField = (typeof TEXT_FIELDS)[number];

/** Images per language, by kind. */
export const PICTURE_FIELDS: readonly GraphicKind[] = graphicKindSchema.options;

/** Language-independent fields. */
export const DETAIL_FIELDS = [
  'defaultLocale',
  'category',
  'tags',
  'contactEmail',
  'website',
  'privacyPolicy',
  'sourceCode',
  'issueTracker',
  'license',
] as const satisfies (keyof AppDetails)[];

/**
 * All fields of a listing that change independently. `language` is the deletion of a language;
 * `developerName` the publisher's name; `whatsNew` the release notes of an automatically approved version.
 */
export const listingFieldSchema = z.enum([
  ...TEXT_FIELDS,
  ...graphicKindSchema.options,
  ...DETAIL_FIELDS,
  'developerName',
  'language',
  'whatsNew',
]);
export type ListingField = z.infer<typeof listingFieldSchema>;

/** Labels of the fields. */
export const LISTING_FIELD_LABELS: Readonly<Record<ListingField, string>> = {
  name: 'Name',
  summary: 'Summary',
  description: 'Description',
  video: 'Video',
  whatsNew: 'What’s new',
  icon: 'Icon',
  featureGraphic: 'Feature graphic',
  phoneScreenshots: 'Phone screenshots',
  sevenInchScreenshots: '7-inch tablet screenshots',
  tenInchScreenshots: '10-inch tablet screenshots',
  tvScreenshots: 'TV screenshots',
  wearScreenshots: 'Watch screenshots',
  defaultLocale: 'Default language',
  category: 'Category',
  tags: 'Tags',
  contactEmail: 'Contact email',
  website: 'Website',
  privacyPolicy: 'Privacy policy',
  sourceCode: 'Source code',
  issueTracker: 'Issue tracker',
  license: 'Licence',
  developerName: 'Publisher name',
  language: 'Entire language',
};

export function isTextField(field: ListingField): field is TextField {
  return (TEXT_FIELDS as readonly string[]).includes(field);
}

export function isPictureField(field: ListingField): field is GraphicKind {
  return (PICTURE_FIELDS as readonly string[]).includes(field);
}
