import { formatNumber, t } from '../languages/translate.ts';
/** Maximum contents of one app's listing, which becomes part of a file that every store client downloads. */
export const LISTING_LIMITS = {
  /** Languages with texts or images. */
  locales: 100,
  /** All texts of all languages together. */
  textBytes: 1024 ** 2,
  /** Icons, feature graphics and screenshots of all languages together. */
  graphics: 1_000,
  graphicBytes: 256 * 1024 ** 2,
} as const;

/**
 * Maximum pictures that wait to be applied, for each app and for each account that uploads them: those of a whole listing.
 */
export const STAGED_LIMITS = {
  graphics: LISTING_LIMITS.graphics,
  bytes: LISTING_LIMITS.graphicBytes,
  /** Hours until they expire. */
  hours: 24,
} as const;

/** The size of an app's listing. */
export type ListingSize = { readonly [Part in keyof typeof LISTING_LIMITS]: number };

export const EMPTY_LISTING: ListingSize = { locales: 0, textBytes: 0, graphics: 0, graphicBytes: 0 };

const MIB = 1024 ** 2;

/** Returns why a listing of this size is rejected, with a fix; null when it fits. */
export function listingDenialReason(size: ListingSize): string | null {
  const { locales, textBytes, graphics, graphicBytes } = LISTING_LIMITS;
  if (size.locales > locales) {
    return t`A listing can have up to ${locales} languages. Delete one before adding another.`;
  }
  if (size.textBytes > textBytes) {
    return t`A listing’s texts can total up to ${textBytes / MIB} MiB across all languages. Shorten or delete some.`;
  }
  if (size.graphics > graphics) {
    return t`A listing can have up to ${formatNumber(graphics)} images across all languages. Delete one before adding another.`;
  }
  if (size.graphicBytes > graphicBytes) {
    return t`A listing’s images can total up to ${graphicBytes / MIB} MiB across all languages. Delete some before adding another.`;
  }
  return null;
}
