import type { CallResult } from '#shared/calls.ts';
import { isPictureField, isTextField } from '#shared/listings/fields.ts';
import type { ListingDifference } from '#shared/listings/review-calls.ts';
import { picturesOf } from '#shared/listings/values.ts';

type Listing = Pick<CallResult<'apps.getListing'>, 'listings' | 'graphics'>;

/**
 * Returns a listing as it is after the submitted changes: of an app that was live what is live with them, never what its publisher
 * is drafting. Of any other app the draft is what was submitted.
 */
export function reviewedListing<Given extends Listing>(
  given: Given,
  wasPublic: boolean,
  submitted: readonly Pick<ListingDifference, 'locale' | 'field' | 'after'>[],
): Given {
  if (!wasPublic && given.listings.every(({ publicTexts }) => publicTexts === null)) return given;
  const changesOf = (locale: string) => submitted.filter((one) => one.locale === locale);
  const listings = given.listings.flatMap((listing) => {
    const changes = changesOf(listing.locale);
    const texts = changes.filter(({ field }) => isTextField(field)).map(({ field, after }) => [field, after]);
    const isDeleted = changes.some(({ field }) => field === 'language');
    if (listing.publicTexts === null && texts.length === 0) return [];
    const { whatsNew } = listing.texts;
    const base = listing.publicTexts ?? { ...emptied(listing.texts), whatsNew };
    return [{ ...listing, isDeleted, texts: { ...base, ...Object.fromEntries(texts) } }];
  });
  const isReplaced = (one: Listing['graphics'][number]) =>
    submitted.some(({ locale, field }) => locale === one.locale && field === one.kind);
  const kept = given.graphics
    .filter((one) => one.isPublic && !isReplaced(one))
    .map((one) => ({ ...one, isDraft: true }));
  const added = submitted.flatMap(({ locale, field, after }) => {
    if (!isPictureField(field)) return [];
    return picturesOf(after).map(({ key, width, height, size }, position) => ({
      id: `${locale} ${field} ${key}`,
      locale,
      kind: field,
      position,
      path: key,
      sourceSha256: null,
      width,
      height,
      size,
      findings: [],
      isDraft: true,
      isPublic: false,
    }));
  });
  return { ...given, listings, graphics: [...kept, ...added] };
}

function emptied<Texts extends object>(texts: Texts): Texts {
  return Object.fromEntries(Object.keys(texts).map((field) => [field, ''])) as Texts;
}
