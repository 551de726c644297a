import { type ListingTexts, listingTextsSchema, TEXT_LIMITS } from '#shared/listings/listing.ts';

/** What the fields of a listing are called. */
export const TEXT_LABELS: Readonly<Record<keyof ListingTexts, string>> = {
  name: 'Name',
  summary: 'Summary',
  description: 'Description',
  whatsNew: 'What’s new',
  video: 'Video',
};

/** What is wrong with each text; fields that are right are absent. */
export function textErrors(texts: ListingTexts): Partial<Record<keyof ListingTexts, string>> {
  const { error } = listingTextsSchema.safeParse(texts);
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path[0], message]));
}

/** How much of a text's room is taken, as "12 of 80 characters". */
export function countText(field: keyof typeof TEXT_LIMITS, text: string): string {
  const most = TEXT_LIMITS[field];
  return `${text.trim().length.toLocaleString('en')} of ${most.toLocaleString('en')} characters`;
}
