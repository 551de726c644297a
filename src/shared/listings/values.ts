import { z } from 'zod';
import { graphicKindSchema } from './graphics.ts';
import { storedTextsSchema } from './listing.ts';

/** Maximum images per field: the upper limit of the store's setting `limits.screenshots`. */
export const MAX_PICTURES = 20;

/** An image of a listing, identified by its content. */
export const pictureSchema = z.object({
  /** Storage key, which is also the path below the base path. */
  key: z.string().max(200),
  width: z.number(),
  height: z.number(),
  /** Bytes. */
  size: z.number(),
});
export type ListingPicture = z.infer<typeof pictureSchema>;

const picturesSchema = z.array(pictureSchema).max(MAX_PICTURES);

/** A deleted language, kept so that it can be restored. */
export const languageSchema = z.object({
  texts: storedTextsSchema,
  pictures: z.partialRecord(graphicKindSchema, picturesSchema),
});
export type Language = z.infer<typeof languageSchema>;

/** The value of a listing field: a text (empty for none), images in order, tags, or a language. */
export const listingValueSchema = z.union([
  z.string().max(4000),
  picturesSchema,
  z.array(z.string().max(30)).max(10),
  languageSchema,
]);
export type ListingValue = z.infer<typeof listingValueSchema>;

/** Returns the images of a value; none for other values. */
export function picturesOf(value: ListingValue): ListingPicture[] {
  if (typeof value === 'string') return [];
  if (!Array.isArray(value)) return Object.values(value.pictures).flatMap((pictures) => pictures ?? []);
  return value.filter((one): one is ListingPicture => typeof one !== 'string');
}

/** Returns true when a field is empty. */
export function isEmptyValue(value: ListingValue): boolean {
  return typeof value === 'string' || Array.isArray(value) ? value.length === 0 : false;
}

/** Returns true when two values of a field are equal; images are compared by content and order. */
export function isSameValue(one: ListingValue, other: ListingValue): boolean {
  return canonical(one) === canonical(other);
}

/** Serialises a value so that equal values give the same text. */
export function canonical(value: ListingValue): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value))
    return JSON.stringify(value.map((one) => (typeof one === 'string' ? one : one.key)));
  const texts = Object.entries(value.texts).sort(([a], [b]) => (a < b ? -1 : 1));
  const pictures = Object.entries(value.pictures)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, all]) => [kind, (all ?? []).map(({ key }) => key)]);
  return JSON.stringify([texts, pictures]);
}

/** Returns what is stored of fields, with the defaults of those that were added since. Anything but an object stays. */
export function withDefaults(defaults: object, stored: unknown): unknown {
  const hasFields = typeof stored === 'object' && stored !== null && !Array.isArray(stored);
  return hasFields ? { ...defaults, ...stored } : stored;
}
