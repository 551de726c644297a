import type { ListingPicture, ListingValue } from './value-schemas.ts';

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
