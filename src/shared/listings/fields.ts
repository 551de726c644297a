import type { AppDetails } from '../apps/details.ts';
import { t } from '../languages/translate.ts';
import { GRAPHIC_KINDS, type GraphicKind } from './graphics.ts';
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
export const PICTURE_FIELDS: readonly GraphicKind[] = GRAPHIC_KINDS;

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
export const LISTING_FIELDS = [
  ...TEXT_FIELDS,
  ...GRAPHIC_KINDS,
  ...DETAIL_FIELDS,
  'developerName',
  'language',
  'whatsNew',
] as const;
export type ListingField = (typeof LISTING_FIELDS)[number];

/** Labels of the fields. */
export const LISTING_FIELD_LABELS: Readonly<Record<ListingField, string>> = {
  name: t`Name`,
  summary: t`Summary`,
  description: t`Description`,
  video: t`Video`,
  whatsNew: t`What’s new`,
  icon: t`Icon`,
  featureGraphic: t`Feature graphic`,
  phoneScreenshots: t`Phone screenshots`,
  sevenInchScreenshots: t`7-inch tablet screenshots`,
  tenInchScreenshots: t`10-inch tablet screenshots`,
  tvScreenshots: t`TV screenshots`,
  wearScreenshots: t`Watch screenshots`,
  defaultLocale: t`Default language`,
  category: t`Category`,
  tags: t`Tags`,
  contactEmail: t`Contact email`,
  website: t`Website`,
  privacyPolicy: t`Privacy policy`,
  sourceCode: t`Source code`,
  issueTracker: t`Issue tracker`,
  license: t`Licence`,
  developerName: t`Publisher name`,
  language: t`Entire language`,
};

export function isTextField(field: ListingField): field is TextField {
  return (TEXT_FIELDS as readonly string[]).includes(field);
}

export function isPictureField(field: ListingField): field is GraphicKind {
  return (PICTURE_FIELDS as readonly string[]).includes(field);
}
