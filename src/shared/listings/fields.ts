import { z } from 'zod';
import { t } from '../languages/translate.ts';
import {
  DETAILS,
  type DetailField,
  type FieldRecord,
  type GraphicKind,
  PICTURES,
  type PictureRecord,
  type ScreenshotKind,
  TEXTS,
  type TextName,
} from './field-records.ts';

/** A detail whose value is one text. */
export type LineField = Exclude<DetailField, 'tags'>;

export const TEXT_NAMES = Object.keys(TEXTS) as [TextName, ...TextName[]];

/** Texts that change on their own: all but release notes. */
export type TextField = Exclude<TextName, 'whatsNew'>;
export const TEXT_FIELDS = TEXT_NAMES.filter((name): name is TextField => name !== 'whatsNew');

/** Language-independent fields. */
export const DETAIL_FIELDS = Object.keys(DETAILS) as [DetailField, ...DetailField[]];

/** The kinds of pictures, and those of which a language has several. */
export const GRAPHIC_KINDS = Object.keys(PICTURES) as [GraphicKind, ...GraphicKind[]];
export const SCREENSHOT_KINDS = GRAPHIC_KINDS.filter(isScreenshotKind) as [
  ScreenshotKind,
  ...ScreenshotKind[],
];

export function isScreenshotKind(kind: GraphicKind): kind is ScreenshotKind {
  return 'device' in PICTURES[kind];
}

/**
 * A field of a listing that changes independently. `language` is the deletion of a language; `developerName` the
 * publisher's name; `whatsNew` the release notes of an automatically approved version.
 */
export type ListingField = TextName | GraphicKind | DetailField | 'developerName' | 'language';

/** Labels of the fields, each in the language in which it is read. */
export const LISTING_FIELD_LABELS = readable<ListingField>({
  ...labelsOf(TEXTS),
  ...labelsOf(PICTURES),
  ...labelsOf(DETAILS),
  developerName: () => t`Publisher name`,
  language: () => t`Entire language`,
});

/** All fields of a listing. */
export const LISTING_FIELDS = Object.keys(LISTING_FIELD_LABELS) as [ListingField, ...ListingField[]];

type Label = () => string;

function labelsOf<Name extends string>(
  records: Readonly<Record<Name, FieldRecord | PictureRecord>>,
): Record<Name, Label> {
  const labels = Object.entries<FieldRecord | PictureRecord>(records).map(([name, { label }]) => [
    name,
    label,
  ]);
  return Object.fromEntries(labels) as Record<Name, Label>;
}

/** Returns labels as properties that are written when they are read. */
function readable<Name extends string>(
  labels: Readonly<Record<Name, Label>>,
): Readonly<Record<Name, string>> {
  const properties = Object.entries<Label>(labels).map(([name, label]) => [
    name,
    { get: label, enumerable: true },
  ]);
  return Object.defineProperties({}, Object.fromEntries(properties)) as Record<Name, string>;
}

/** A field with a record that has a certain property. */
interface FieldWith<Name extends string, Key extends keyof FieldRecord> {
  /** Its value is one text. */
  readonly field: Exclude<Name, 'tags'>;
  readonly record: FieldRecord & Required<Pick<FieldRecord, Key>>;
}

/** Returns the fields whose records have a property, such as a name in the catalog. */
export function fieldsWith<Name extends string, Key extends keyof FieldRecord>(
  records: Readonly<Record<Name, FieldRecord>>,
  key: Key,
): FieldWith<Name, Key>[] {
  const all = Object.entries<FieldRecord>(records).filter(([, record]) => record[key] !== undefined);
  return all.map(([field, record]) => ({ field, record }) as FieldWith<Name, Key>);
}

/** Returns the address that a field's value leads to; null for a value that is no link. */
export function linkOf({ form, linkStart }: FieldRecord, value: string): string | null {
  if (value === '') return null;
  if (form === 'address') return value;
  return linkStart === undefined ? null : `${linkStart}${value}`;
}

/** Returns true when a change of the field could make the app look like another one. */
export function isIdentityField(field: ListingField): boolean {
  if (field === 'icon' || field === 'developerName') return true;
  return isTextField(field) && (TEXTS[field] as FieldRecord).isIdentity === true;
}

export function isTextField(field: ListingField): field is TextField {
  return (TEXT_FIELDS as readonly string[]).includes(field);
}

export function isPictureField(field: ListingField): field is GraphicKind {
  return (GRAPHIC_KINDS as readonly string[]).includes(field);
}

/** The schema of a field. */
export const listingFieldSchema = z.enum(LISTING_FIELDS);
